import type { RgbaImage } from '../image.ts';
import type { Infer } from './infer.ts';
import { lineHeight, type RecognisedLine, recogniseLines } from './recognise-lines.ts';
import type { Recognisers } from './recognisers.ts';
import { type LinePlace, quadToRect } from './rotated-rect.ts';

/** Columns of the recogniser's input after which lines are told: few at first, so that something is there at once. */
const columnsOfParts = [640, 2560] as const;

/**
 * Recognises as {@link recogniseLines} does, the tallest lines first, and tells of them as they come.
 *
 * @param onLines is given those read so far, whether they are all, and called at least once.
 * @returns the lines in the order of the places.
 */
export async function recogniseTallestFirst(
  image: RgbaImage,
  places: readonly LinePlace[],
  infer: Infer,
  recognisers: Recognisers,
  onLines: (lines: readonly RecognisedLine[], isAll: boolean) => void,
): Promise<RecognisedLine[]> {
  const lines = new Array<RecognisedLine | undefined>(places.length);
  const read = (): RecognisedLine[] => lines.filter((line) => line !== undefined);
  const parts = inParts(places);
  for (const [n, part] of parts.entries()) {
    const some = await recogniseLines(
      image,
      part.map((at) => places[at] as LinePlace),
      infer,
      recognisers,
    );
    part.forEach((at, k) => {
      lines[at] = some[k];
    });
    onLines(read(), n === parts.length - 1);
  }
  return read();
}

/** Indexes of the places, the tallest first, in parts that are read one after another; the last holds all that are left. */
function inParts(places: readonly LinePlace[]): number[][] {
  const sizes = places.map(({ quad }) => quadToRect(quad));
  const order = [...sizes.entries()].sort(([a, one], [b, other]) => other.height - one.height || a - b);
  const parts: number[][] = [[]];
  let columns = 0;
  for (const [at, { width, height }] of order) {
    const most = columnsOfParts[parts.length - 1];
    if (most !== undefined && columns >= most) {
      parts.push([]);
      columns = 0;
    }
    parts.at(-1)?.push(at);
    columns += (width / Math.max(1, height)) * lineHeight;
  }
  return parts;
}
