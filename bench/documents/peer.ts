import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Quad, RgbaImage } from '@readout/image-reader';

/** Corners of the sheet, or none, as another library finds them. */
export type FindCorners = (image: RgbaImage) => Quad | undefined;

interface Mat {
  delete(): void;
}
interface Corner {
  x: number;
  y: number;
}
interface OpenCv {
  Mat: new () => Mat;
  matFromImageData(image: { data: Uint8ClampedArray; width: number; height: number }): Mat;
  onRuntimeInitialized?: () => void;
}
interface Scanner {
  findPaperContour(image: Mat): Mat | null;
  getCornerPoints(contour: Mat): Partial<Record<`${'top' | 'bottom'}${'Left' | 'Right'}Corner`, Corner>>;
}

/**
 * jscanify on OpenCV.js. Neither is a dependency: 90 MB for one column.
 * @param folder where `jscanify` and `@techstark/opencv-js` were installed with npm
 */
export async function openJscanify(folder: string): Promise<FindCorners> {
  const require = createRequire(join(folder, 'package.json'));
  const cv = require(join(folder, 'node_modules/@techstark/opencv-js')) as OpenCv;
  if (!cv.Mat) await new Promise<void>((resolve) => Object.assign(cv, { onRuntimeInitialized: resolve }));
  // It takes OpenCV from there.
  Object.assign(globalThis, { cv });
  const Scan = require(join(folder, 'node_modules/jscanify/src/jscanify.js')) as new () => Scanner;
  const scanner = new Scan();
  return ({ width, height, data }) => {
    const image = cv.matFromImageData({ width, height, data });
    const contour = scanner.findPaperContour(image);
    const found = contour ? scanner.getCornerPoints(contour) : {};
    image.delete();
    const corners = [
      found.topLeftCorner,
      found.topRightCorner,
      found.bottomRightCorner,
      found.bottomLeftCorner,
    ];
    return corners.every((corner) => corner !== undefined)
      ? (corners.map((corner) => [corner.x, corner.y]) as Quad)
      : undefined;
  };
}
