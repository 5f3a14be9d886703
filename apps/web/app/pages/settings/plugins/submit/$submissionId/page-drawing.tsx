import type { PluginReading, Quad } from '@readout/plugin-kit';
import { useState } from 'react';
import { uprightView } from '../../template/geometry.ts';
import classes from '../submit.module.css';

interface Props {
  reading: PluginReading;
  /** Address of its picture; without one, or where it is gone, the lines are drawn where they were read. */
  picture: string | undefined;
  /** What it shows, for who does not see it. */
  label: string;
}

/** A page upright. */
export function PageDrawing({ reading, picture, label }: Props) {
  const [lost, setLost] = useState<string>();
  const { page, lines, barcodes } = reading;
  const view = uprightView(page);
  const isDrawn = picture === undefined || lost === picture;
  return (
    <svg className={classes.page} viewBox={`0 0 ${view.width} ${view.height}`} role="img" aria-label={label}>
      <g transform={view.transform}>
        {isDrawn ? (
          <>
            <rect width={page.width} height={page.height} className={classes.paper} />
            {lines.map(({ id, text, box }) => (
              <DrawnLine key={id} text={text} box={box} />
            ))}
            {barcodes.map(({ id, box }) => (
              <polygon
                key={id}
                className={classes.code}
                points={box.map((point) => point.join(',')).join(' ')}
              />
            ))}
          </>
        ) : (
          <image
            href={picture}
            width={page.width}
            height={page.height}
            preserveAspectRatio="none"
            onError={() => setLost(picture)}
          />
        )}
      </g>
    </svg>
  );
}

function DrawnLine({ text, box: [from, to, , below] }: { text: string; box: Quad }) {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const size = Math.hypot(below[0] - from[0], below[1] - from[1]) * 0.8;
  const angle = (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI;
  return (
    <text
      className={classes.ink}
      transform={`translate(${below[0]} ${below[1]}) rotate(${angle})`}
      y={-size * 0.2}
      fontSize={size}
      textLength={length}
      lengthAdjust="spacingAndGlyphs"
    >
      {text}
    </text>
  );
}
