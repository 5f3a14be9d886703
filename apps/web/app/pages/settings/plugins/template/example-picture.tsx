import { ActionIcon } from '@mantine/core';
import type { PluginReading } from '@readout/plugin-kit';
import type { TemplateMark } from '@readout/plugin-kit/template';
import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from 'react';
import { IconMinus, IconPlus, IconScan } from '../../../../ui/icons.ts';
import { type SayText, useText } from '../../../../ui/texts.tsx';
import { nextTarget, targetsOf, uprightView } from './geometry.ts';
import classes from './template.module.css';

type Role = { kind: 'value' | 'label'; mark: number } | { kind: 'row' | 'fixed' | 'free' };

const zooms = [1, 1.5, 2.2, 3.2];
/** Below that a press is a click. */
const leastDragPx = 6;

/** The example with everything one can point at. */
export function ExamplePicture({
  source,
  reading,
  marks,
  selected,
  fixed,
  inRows,
  isChoosing,
  pick,
  pickMany,
}: {
  source: string;
  reading: PluginReading;
  marks: readonly TemplateMark[];
  selected: number | undefined;
  /** Ids of lines that are the same on every such document. */
  fixed: ReadonlySet<string>;
  /** Ids of lines that rows are read from. */
  inRows: ReadonlySet<string>;
  /** The next click is an answer to a question beside the picture. */
  isChoosing: boolean;
  pick(id: string): void;
  pickMany(lineIds: string[]): void;
}) {
  const say = useText();
  const { page } = reading;
  const view = uprightView(page);
  const targets = useMemo(() => targetsOf(reading), [reading]);
  const [zoom, setZoom] = useState(0);
  const [currentId, setCurrentId] = useState(targets[0]?.id);
  const [isMissing, setIsMissing] = useState(false);
  const [frame, setFrame] = useState<{ from: DOMPoint; to: DOMPoint }>();
  /** A finger scrolls unless it was told to draw. */
  const [isFraming, setIsFraming] = useState(false);
  const [range, setRange] = useState<readonly string[]>([]);
  const plane = useRef<SVGGElement>(null);
  const pressed = useRef<{ x: number; y: number; at: DOMPoint; isDrag: boolean } | undefined>(undefined);
  const roles = useMemo(() => rolesOf(marks, fixed, inRows), [marks, fixed, inRows]);

  const toPlane = (event: PointerEvent) =>
    new DOMPoint(event.clientX, event.clientY).matrixTransform(plane.current?.getScreenCTM()?.inverse());
  const onPointerDown = (event: PointerEvent) => {
    // Even where nothing is drawn: the click that follows belongs to this press, not to the frame before.
    pressed.current = undefined;
    if ((event.pointerType === 'touch' && !isFraming) || event.button !== 0) return;
    pressed.current = { x: event.clientX, y: event.clientY, at: toPlane(event), isDrag: false };
  };
  const onPointerMove = (event: PointerEvent<SVGSVGElement>) => {
    const start = pressed.current;
    if (!start || event.buttons !== 1) return;
    if (!start.isDrag && Math.hypot(event.clientX - start.x, event.clientY - start.y) < leastDragPx) return;
    const to = toPlane(event);
    if (start.isDrag) return setFrame((before) => before && { ...before, to });
    start.isDrag = true;
    event.currentTarget.setPointerCapture(event.pointerId);
    // From where it was pressed: the first move that is noticed may be far from there.
    setFrame({ from: start.at, to });
  };
  const onPointerUp = () => {
    if (frame) {
      const [left, right] = [Math.min(frame.from.x, frame.to.x), Math.max(frame.from.x, frame.to.x)];
      const [top, bottom] = [Math.min(frame.from.y, frame.to.y), Math.max(frame.from.y, frame.to.y)];
      const inside = reading.lines.filter(({ box }) => {
        const [x, y] = [(box[0][0] + box[2][0]) / 2, (box[0][1] + box[2][1]) / 2];
        return x > left && x < right && y > top && y < bottom;
      });
      if (inside.length > 0) pickMany(inside.map(({ id }) => id));
      setFrame(undefined);
      setIsFraming(false);
    }
  };
  const choose = (id: string) => {
    setCurrentId(id);
    setRange([]);
    pick(id);
  };
  const onKeyDown = (event: KeyboardEvent<SVGPolygonElement>, id: string) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      if (range.length < 2) return choose(id);
      setRange([]);
      return pickMany(reading.lines.filter((line) => range.includes(line.id)).map((line) => line.id));
    }
    if (event.key === 'Escape') return setRange([]);
    const next = nextTarget(targets, id, event.key);
    if (!next) return;
    event.preventDefault();
    // Back onto what was taken in before lets go of what was taken in last.
    const kept = range.length === 0 ? [id] : range;
    setRange(
      event.shiftKey
        ? kept.includes(next.id)
          ? kept.filter((each) => each !== id)
          : [...kept, next.id]
        : [],
    );
    setCurrentId(next.id);
    const shape = plane.current?.querySelector<SVGPolygonElement>(`[data-id="${next.id}"]`);
    shape?.focus();
    shape?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  return (
    <section className={classes.picturePane} aria-label={say('template.picture.title')}>
      <div className={classes.zoom}>
        <ActionIcon
          variant="default"
          size={44}
          aria-label={say('template.picture.smaller')}
          disabled={zoom === 0}
          onClick={() => setZoom(zoom - 1)}
        >
          <IconMinus size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={44}
          aria-label={say('template.picture.larger')}
          disabled={zoom === zooms.length - 1}
          onClick={() => setZoom(zoom + 1)}
        >
          <IconPlus size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon
          className={classes.framing}
          variant={isFraming ? 'filled' : 'default'}
          size={44}
          aria-label={say('template.picture.frame')}
          aria-pressed={isFraming}
          onClick={() => setIsFraming(!isFraming)}
        >
          <IconScan size={18} aria-hidden />
        </ActionIcon>
      </div>
      {isMissing ? <p className={classes.missing}>{say('template.picture.gone')}</p> : null}
      <div className={classes.scroll}>
        {/* biome-ignore lint/a11y/useSemanticElements: a drawing is no set of form fields */}
        <svg
          className={classes.picture}
          data-zoom={zoom}
          data-choosing={isChoosing || undefined}
          data-framing={isFraming || undefined}
          viewBox={`0 0 ${view.width} ${view.height}`}
          role="group"
          aria-label={say('template.picture.lines')}
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onPointerUp={onPointerUp}
          onPointerCancel={() => setFrame(undefined)}
        >
          <g ref={plane} transform={view.transform}>
            {isMissing ? null : (
              <image
                href={source}
                width={page.width}
                height={page.height}
                onError={() => setIsMissing(true)}
              />
            )}
            {[...reading.lines, ...reading.barcodes].map(({ id, text, box }) => {
              const role = roles.get(id) ?? { kind: 'free' };
              return (
                // biome-ignore lint/a11y/useSemanticElements: a drawing has no buttons of its own
                <polygon
                  key={id}
                  data-id={id}
                  data-kind={role.kind}
                  data-selected={('mark' in role && role.mark === selected) || undefined}
                  data-taken={range.includes(id) || undefined}
                  points={box.map((point) => point.join(',')).join(' ')}
                  role="button"
                  tabIndex={id === currentId ? 0 : -1}
                  aria-label={labelOf(role, text, marks, say)}
                  onClick={() => {
                    if (!pressed.current?.isDrag) choose(id);
                  }}
                  onKeyDown={(event) => onKeyDown(event, id)}
                  onFocus={() => setCurrentId(id)}
                />
              );
            })}
            {frame ? (
              <rect
                className={classes.frame}
                x={Math.min(frame.from.x, frame.to.x)}
                y={Math.min(frame.from.y, frame.to.y)}
                width={Math.abs(frame.to.x - frame.from.x)}
                height={Math.abs(frame.to.y - frame.from.y)}
              />
            ) : null}
          </g>
        </svg>
      </div>
    </section>
  );
}

/** Ids of what a mark's value is made of. */
export const idsOf = ({ value }: TemplateMark): string[] =>
  'barcode' in value
    ? [value.barcode]
    : ('columns' in value ? value.columns.flatMap(({ parts }) => parts) : value.parts).map(
        (part) => part.line,
      );

function rolesOf(
  marks: readonly TemplateMark[],
  fixed: ReadonlySet<string>,
  inRows: ReadonlySet<string>,
): Map<string, Role> {
  const roles = new Map<string, Role>([...fixed].map((id) => [id, { kind: 'fixed' }]));
  for (const id of inRows) roles.set(id, { kind: 'row' });
  for (const [mark, { by, value }] of marks.entries()) {
    if (by !== 'place') for (const part of by.label) roles.set(part.line, { kind: 'label', mark });
    if ('columns' in value)
      for (const part of value.until ?? []) roles.set(part.line, { kind: 'label', mark });
  }
  for (const [mark, each] of marks.entries())
    for (const id of idsOf(each)) roles.set(id, { kind: 'value', mark });
  return roles;
}

function labelOf(role: Role, text: string, marks: readonly TemplateMark[], say: SayText): string {
  const label = ('mark' in role ? marks[role.mark]?.label : undefined) ?? '';
  switch (role.kind) {
    case 'value':
      return say('template.picture.value_of', { text, label });
    case 'label':
      return say('template.picture.names', { text, label });
    default:
      return text;
  }
}
