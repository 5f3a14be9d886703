import type { PluginReading, Quad } from '@readout/plugin-kit';
import { onPages } from '@readout/plugin-kit/evidence';
import type { RecordWithPlaces } from '../../../../picture/field-boxes.ts';
import { useLooked } from '../../../../ui/focus.ts';
import { useText } from '../../../../ui/texts.tsx';
import classes from './studio.module.css';

interface DrawnPageProps {
  name: string;
  reading: PluginReading;
  records: readonly RecordWithPlaces[];
  onPickLine(id: string): void;
}

/** What was read where there is no picture (an example, a capture that is gone): every line at its place, fields framed. */
export function DrawnPage({ name, reading: { page, lines, barcodes }, records, onPickLine }: DrawnPageProps) {
  const text = useText();
  const looked = useLooked();
  const margin = Math.max(page.width, page.height) * 0.04;
  return (
    <svg
      className={classes.drawn}
      viewBox={`${-margin} ${-margin} ${page.width + 2 * margin} ${page.height + 2 * margin}`}
      role="img"
      aria-label={text('editor.capture.read_of', { name })}
    >
      <rect x={-margin} y={-margin} width="100%" height="100%" className={classes.paper} />
      {lines.flatMap(({ id, words }) =>
        words.map((word) => (
          <text key={`${id} ${points(word.box)}`} {...placed(word.box)} onPointerDown={() => onPickLine(id)}>
            {word.text}
          </text>
        )),
      )}
      {barcodes.map(({ id, box }) => (
        <polygon key={id} points={points(box)} className={classes.bars} />
      ))}
      {records.flatMap((record) =>
        Object.entries(record.fields).flatMap(([field, { evidence }]) =>
          onPages(evidence).map(({ box }) => (
            <polygon
              key={`${record.id} ${field} ${points(box)}`}
              points={points(box)}
              className={classes.frame}
              data-looked={(looked?.recordId === record.id && looked.field === field) || undefined}
            />
          )),
        ),
      )}
    </svg>
  );
}

const points = (box: Quad): string => box.map((point) => point.join(',')).join(' ');

function placed([from, to, , below]: Quad) {
  const size = Math.hypot(below[0] - from[0], below[1] - from[1]) * 0.8;
  const angle = (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI;
  return {
    transform: `translate(${below[0]} ${below[1]}) rotate(${angle})`,
    y: -size * 0.2,
    fontSize: size,
    textLength: Math.hypot(to[0] - from[0], to[1] - from[1]),
    lengthAdjust: 'spacingAndGlyphs' as const,
  };
}
