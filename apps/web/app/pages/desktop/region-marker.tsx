import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { insideFrame, type Region } from '../../frames/region.ts';
import { type Grip, grips, moved, resized } from '../../regions/region-moves.ts';
import { useText } from '../../ui/texts.tsx';
import classes from './desktop.module.css';

interface MarkerProps {
  /** For who gives it the focus. */
  ref: RefObject<SVGSVGElement | null>;
  frame: { width: number; height: number };
  region: Region | undefined;
  /** Given while a profile places the region: it cannot be moved by hand then. */
  isHeld: boolean;
  onChange(region: Region | undefined): void;
}

const gripPx = 10;
const leastSidePx = 6;

/** Lies over the picture: a region is drawn, moved and resized by pointer and by keys. */
export function RegionMarker({ ref: svg, frame, region, isHeld, onChange }: MarkerProps) {
  const text = useText();
  const [unitPx, setUnitPx] = useState(1);
  const drag = useRef<{ grip: Grip | 'move' | 'draw'; from: { x: number; y: number }; start: Region }>(
    undefined,
  );

  useEffect(() => {
    const element = svg.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      const width = entry?.contentRect.width ?? 0;
      if (width > 0) setUnitPx(frame.width / width);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [svg, frame.width]);

  const pointOf = (event: PointerEvent) => {
    const box = svg.current!.getBoundingClientRect();
    return {
      x: ((event.clientX - box.left) / box.width) * frame.width,
      y: ((event.clientY - box.top) / box.height) * frame.height,
    };
  };
  const down = (event: PointerEvent, grip: Grip | 'move' | 'draw') => {
    if (event.button !== 0 || isHeld) return;
    event.stopPropagation();
    event.preventDefault();
    svg.current?.focus();
    svg.current?.setPointerCapture(event.pointerId);
    const from = pointOf(event);
    drag.current = {
      grip,
      from,
      start: region && grip !== 'draw' ? region : { ...from, width: 0, height: 0 },
    };
  };
  const move = (event: PointerEvent) => {
    const current = drag.current;
    if (!current) return;
    const to = pointOf(event);
    const by = { x: to.x - current.from.x, y: to.y - current.from.y };
    if (current.grip === 'draw') {
      if (Math.max(Math.abs(by.x), Math.abs(by.y)) < leastSidePx * unitPx) return;
      onChange(
        insideFrame(
          {
            x: Math.min(current.from.x, to.x),
            y: Math.min(current.from.y, to.y),
            width: Math.abs(by.x),
            height: Math.abs(by.y),
          },
          frame,
        ),
      );
    } else if (current.grip === 'move') onChange(moved(current.start, by, frame));
    else onChange(resized(current.start, current.grip, by, frame));
  };
  const up = (event: PointerEvent) => {
    if (!drag.current) return;
    drag.current = undefined;
    svg.current?.releasePointerCapture(event.pointerId);
  };
  const press = (event: KeyboardEvent) => {
    if (isHeld) return;
    if (event.key === 'Escape' && region) {
      event.preventDefault();
      onChange(undefined);
      return;
    }
    const step = event.ctrlKey || event.metaKey ? 10 : 1;
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!by) return;
    event.preventDefault();
    const [x = 0, y = 0] = by;
    const amount = { x: x * step, y: y * step };
    // The first arrow puts a region into the middle.
    if (!region) onChange(middleOf(frame));
    else if (event.shiftKey) onChange(resized(region, 'se', amount, frame));
    else onChange(moved(region, amount, frame));
  };

  const side = gripPx * unitPx;
  return (
    <svg
      ref={svg}
      className={classes.marker}
      data-held={isHeld || undefined}
      viewBox={`0 0 ${frame.width} ${frame.height}`}
      preserveAspectRatio="none"
      role="application"
      aria-label={
        region
          ? text('desktop.screen.marked_region', { ...region })
          : text('desktop.screen.picture_screen_drag_mark_region')
      }
      // biome-ignore lint/a11y/noNoninteractiveTabindex: an application of its own, as its role says
      tabIndex={0}
      onKeyDown={press}
      onPointerDown={(event) => down(event, 'draw')}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={up}
    >
      {region ? (
        <>
          <path
            className={classes.outside}
            fillRule="evenodd"
            d={`M0 0H${frame.width}V${frame.height}H0ZM${region.x} ${region.y}h${region.width}v${region.height}h${-region.width}Z`}
          />
          <rect
            className={classes.region}
            data-testid="region"
            {...region}
            onPointerDown={(event) => down(event, 'move')}
          />
          {isHeld
            ? null
            : grips.map(({ grip, across, along }) => {
                const x = region.x + region.width * across;
                const y = region.y + region.height * along;
                return (
                  <g key={grip} data-grip={grip} onPointerDown={(event) => down(event, grip)}>
                    <rect
                      x={x - side * 1.4}
                      y={y - side * 1.4}
                      width={side * 2.8}
                      height={side * 2.8}
                      fill="transparent"
                    />
                    <rect
                      className={classes.grip}
                      x={x - side / 2}
                      y={y - side / 2}
                      width={side}
                      height={side}
                    />
                  </g>
                );
              })}
        </>
      ) : null}
    </svg>
  );
}

const middleOf = ({ width, height }: { width: number; height: number }): Region =>
  insideFrame({ x: width / 4, y: height / 4, width: width / 2, height: height / 2 }, { width, height });
