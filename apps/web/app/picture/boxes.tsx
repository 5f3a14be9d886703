import { memo } from 'react';
import type { Box } from './field-boxes.ts';
import { type Quad, svgPoints } from './geometry.ts';
import classes from './picture.module.css';

interface BoxesProps {
  boxes: readonly Box[];
  hits: readonly Quad[];
  showsAll: boolean;
  onPick(recordId: string, field: string): void;
  onPickLine?: ((id: string) => void) | undefined;
}

/** Outlines of what was read. The keyboard reaches the same places through the form, which names them. */
export const Boxes = memo(function Boxes({ boxes, hits, showsAll, onPick, onPickLine }: BoxesProps) {
  return (
    <>
      {hits.map((quad) => (
        <polygon key={svgPoints(quad)} className={classes.hit} points={svgPoints(quad)} data-testid="hit" />
      ))}
      {boxes.map(({ key, quad, kind, text, use }) =>
        showsAll || (use && kind === 'field') ? (
          // biome-ignore lint/a11y/noStaticElementInteractions: pointer shortcut to a control of the form
          <polygon
            key={key}
            className={classes.box}
            data-kind={kind}
            data-used={use || (onPickLine && kind !== 'field') ? '' : undefined}
            data-doubtful={use?.isDoubtful || undefined}
            points={svgPoints(quad)}
            onClick={
              use || onPickLine
                ? () => {
                    if (kind !== 'field') onPickLine?.(key);
                    if (use) onPick(use.recordId, use.field);
                  }
                : undefined
            }
          >
            <title>{text}</title>
          </polygon>
        ) : null,
      )}
    </>
  );
});

/** Where one looks: apart from the boxes, of which there are hundreds. */
export const LitBoxes = memo(function LitBoxes({ lit }: { lit: readonly Quad[] }) {
  return lit.map((quad) => (
    <polygon key={svgPoints(quad)} className={classes.lit} points={svgPoints(quad)} />
  ));
});
