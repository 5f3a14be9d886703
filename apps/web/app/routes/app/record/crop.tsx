import { useMemo } from 'react';
import { boundsOf, padded, type Quad, type Rotation, type Size } from '../picture/geometry.ts';
import classes from './record.module.css';

interface CropProps {
  captureId: string;
  picture: Size;
  rotation: Rotation;
  quads: readonly Quad[];
  label: string;
}

/** The pixels a value came from, upright, cut out of the picture that is loaded anyway. */
export function Crop({ captureId, picture, rotation, quads, label }: CropProps) {
  const rect = useMemo(() => {
    const bounds = boundsOf(quads);
    return bounds && padded(bounds, Math.max(4, Math.min(bounds.width, bounds.height) * 0.35), picture);
  }, [quads, picture]);
  if (!rect || rect.width <= 0 || rect.height <= 0) return null;
  const isTurned = rotation % 180 !== 0;
  const width = isTurned ? rect.height : rect.width;
  const height = isTurned ? rect.width : rect.height;
  const middle = `${rect.x + rect.width / 2} ${rect.y + rect.height / 2}`;
  return (
    <svg
      className={classes.crop}
      role="img"
      aria-label={`Pixels of ${label}`}
      viewBox={`${rect.x + rect.width / 2 - width / 2} ${rect.y + rect.height / 2 - height / 2} ${width} ${height}`}
      style={{ aspectRatio: `${width} / ${height}` }}
      preserveAspectRatio="xMinYMid meet"
    >
      <g transform={`rotate(${rotation} ${middle})`}>
        <image
          href={`/api/v1/captures/${captureId}/view`}
          width={picture.width}
          height={picture.height}
          preserveAspectRatio="none"
        />
      </g>
    </svg>
  );
}
