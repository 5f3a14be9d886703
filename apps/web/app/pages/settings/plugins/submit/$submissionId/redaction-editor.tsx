import { Button } from '@mantine/core';
import type { PluginReading } from '@readout/plugin-kit';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { insideFrame, type Region } from '../../../../../frames/region.ts';
import { type Grip, moved, resized } from '../../../../../regions/region-moves.ts';
import { RegionNumbers } from '../../../../../regions/region-numbers.tsx';
import { useText } from '../../../../../ui/texts.tsx';
import classes from '../submit.module.css';
import { PageDrawing } from './page-drawing.tsx';
import { middleOf, stepOf } from './region-of.ts';

interface Props {
  name: string;
  reading: PluginReading;
  picture: string | undefined;
  regions: readonly Region[];
  onChange(regions: Region[]): void;
}

const corners: readonly { grip: Grip; across: number; along: number }[] = [
  { grip: 'nw', across: 0, along: 0 },
  { grip: 'ne', across: 1, along: 0 },
  { grip: 'se', across: 1, along: 1 },
  { grip: 'sw', across: 0, along: 1 },
];
const gripPx = 12;
/** A finger is wider than a pointer. */
const gripReachPx = 36;
const leastDragPx = 6;

/** A page on which regions are drawn, moved, resized and deleted: by mouse, finger and keys. */
export function RedactionEditor({ name, reading, picture, regions, onChange }: Props) {
  const text = useText();
  const { page } = reading;
  const plane = useRef<SVGGElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const [selected, setSelected] = useState<number>();
  const drag = useRef<{ grip: Grip | 'move' | 'draw'; from: DOMPoint; start: Region; index: number }>(
    undefined,
  );
  const current = selected === undefined ? undefined : regions[selected];

  const pointOf = (event: PointerEvent) =>
    new DOMPoint(event.clientX, event.clientY).matrixTransform(plane.current?.getScreenCTM()?.inverse());
  const unit = () => {
    const matrix = plane.current?.getScreenCTM();
    return matrix ? 1 / Math.hypot(matrix.a, matrix.b) : 1;
  };
  const replace = (index: number, region: Region) =>
    onChange(regions.map((each, at) => (at === index ? region : each)));
  const remove = (index: number) => {
    onChange(regions.filter((_, at) => at !== index));
    setSelected(undefined);
    add.current?.focus();
  };

  const down = (event: PointerEvent, grip: Grip | 'move' | 'draw', index: number) => {
    // A finger on the page itself scrolls.
    if (event.button !== 0 || (grip === 'draw' && event.pointerType === 'touch')) return;
    event.stopPropagation();
    if (grip !== 'move') event.preventDefault();
    const from = pointOf(event);
    drag.current = {
      grip,
      from,
      index,
      start: regions[index] ?? { x: from.x, y: from.y, width: 0, height: 0 },
    };
    event.currentTarget.setPointerCapture(event.pointerId);
    if (grip !== 'draw') setSelected(index);
  };
  const move = (event: PointerEvent) => {
    const now = drag.current;
    if (!now) return;
    const to = pointOf(event);
    const by = { x: to.x - now.from.x, y: to.y - now.from.y };
    if (now.grip === 'move') return replace(now.index, moved(now.start, by, page));
    if (now.grip !== 'draw') return replace(now.index, resized(now.start, now.grip, by, page));
    if (now.index === regions.length && Math.max(Math.abs(by.x), Math.abs(by.y)) < leastDragPx * unit())
      return;
    const drawn = insideFrame(
      {
        x: Math.min(now.from.x, to.x),
        y: Math.min(now.from.y, to.y),
        width: Math.abs(by.x),
        height: Math.abs(by.y),
      },
      page,
    );
    setSelected(now.index);
    onChange([...regions.slice(0, now.index), drawn]);
  };
  const up = () => {
    drag.current = undefined;
  };
  const press = (event: KeyboardEvent, index: number) => {
    const region = regions[index];
    if (!region) return;
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      return remove(index);
    }
    const by = stepOf(event.key, page.rotation, event.ctrlKey || event.metaKey ? 10 : 1);
    if (!by) return;
    event.preventDefault();
    replace(index, event.shiftKey ? resized(region, 'se', by, page) : moved(region, by, page));
  };

  return (
    <div className={classes.editor}>
      <div
        className={classes.canvas}
        onPointerDown={(event) => down(event, 'draw', regions.length)}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={up}
      >
        <PageDrawing
          reading={reading}
          picture={picture}
          plane={plane}
          label={text('studio.submit.page_of', { name })}
          isEdited
        >
          {regions.map((region, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a region is known by its place in the list
            <g key={index}>
              {/* biome-ignore lint/a11y/useSemanticElements: a drawing has no buttons of its own */}
              <rect
                className={classes.region}
                data-region
                data-selected={index === selected || undefined}
                {...region}
                role="button"
                tabIndex={0}
                aria-label={text('studio.submit.region', { number: index + 1, ...region })}
                onFocus={() => setSelected(index)}
                onKeyDown={(event) => press(event, index)}
                onPointerDown={(event) => down(event, 'move', index)}
              />
              {index === selected
                ? corners.map(({ grip, across, along }) => (
                    <Corner
                      key={grip}
                      x={region.x + region.width * across}
                      y={region.y + region.height * along}
                      unit={unit()}
                      onPointerDown={(event) => down(event, grip, index)}
                    />
                  ))
                : null}
            </g>
          ))}
        </PageDrawing>
      </div>
      <div className={classes.tools}>
        <Button
          ref={add}
          variant="default"
          onClick={() => {
            const index = regions.length;
            onChange([...regions, middleOf(page)]);
            setSelected(index);
            // Keys move it at once.
            requestAnimationFrame(() =>
              plane.current?.querySelectorAll<SVGElement>('[data-region]')[index]?.focus(),
            );
          }}
        >
          {text('studio.submit.add_region')}
        </Button>
        {current && selected !== undefined ? (
          <Button variant="default" onClick={() => remove(selected)}>
            {text('studio.submit.delete_region', { number: selected + 1 })}
          </Button>
        ) : null}
        <span className={classes.hint}>{text('studio.submit.regions', { count: regions.length })}</span>
      </div>
      {current && selected !== undefined ? (
        <RegionNumbers
          frame={page}
          region={current}
          isHeld={false}
          onChange={(region) => replace(selected, region)}
        />
      ) : null}
    </div>
  );
}

function Corner({
  x,
  y,
  unit,
  onPointerDown,
}: {
  x: number;
  y: number;
  unit: number;
  onPointerDown(event: PointerEvent): void;
}) {
  const [side, reach] = [gripPx * unit, gripReachPx * unit];
  return (
    <g className={classes.corner} onPointerDown={onPointerDown}>
      <rect x={x - reach / 2} y={y - reach / 2} width={reach} height={reach} fill="transparent" />
      <rect x={x - side / 2} y={y - side / 2} width={side} height={side} className={classes.grip} />
    </g>
  );
}
