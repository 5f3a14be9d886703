import { useMemo } from 'react';
import {
  boundsOf,
  type Quad,
  type Rect,
  type Rotation,
  reticlePath,
  type Size,
  withContext,
} from '../../../../picture/geometry.ts';
import { useText } from '../../../../ui/texts.tsx';
import classes from './record.module.css';

export interface PixelSource {
  captureId: string;
  picture: Size;
  rotation: Rotation;
  /** Of the document, from 1. */
  pageNumber: number;
  /** Shows another page of the document. */
  openPage(pageNumber: number): void;
}

interface CropProps extends Omit<PixelSource, 'pageNumber' | 'openPage'> {
  quads: readonly Quad[];
  label: string;
}

/** Width to height of the strip a field has room for. */
const stripRatio = 6;

/** The pixels a value came from, upright and with what is next to them, cut out of the picture that is loaded anyway. */
export function Crop({ captureId, picture, rotation, quads, label }: CropProps) {
  const text = useText();
  const cut = useMemo(() => {
    const bounds = boundsOf(quads);
    return bounds && { bounds, rect: withContext(bounds, picture, rotation, stripRatio) };
  }, [quads, picture, rotation]);
  if (!cut || cut.rect.width <= 0 || cut.rect.height <= 0) return null;
  const { bounds, rect } = cut;
  const isTurned = rotation % 180 !== 0;
  const shown: Rect = isTurned ? { ...rect, width: rect.height, height: rect.width } : rect;
  const x = rect.x + rect.width / 2;
  const y = rect.y + rect.height / 2;
  const unit = Math.min(shown.width / stripRatio, shown.height);
  return (
    <svg
      className={classes.crop}
      role="img"
      aria-label={text('workspace.record.pixels_of', { label })}
      viewBox={`${x - shown.width / 2} ${y - shown.height / 2} ${shown.width} ${shown.height}`}
      style={{ aspectRatio: `${shown.width} / ${shown.height}` }}
    >
      <g transform={`rotate(${rotation} ${x} ${y})`}>
        <image
          href={`/api/v1/captures/${captureId}/view`}
          width={picture.width}
          height={picture.height}
          preserveAspectRatio="none"
        />
        <path className={classes.cropMark} d={reticlePath(bounds, unit * 0.16, unit * 0.04)} />
      </g>
    </svg>
  );
}
