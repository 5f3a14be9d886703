import type { WatchPlace } from '@readout/domain/watches/rules';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { type FrameSource, insideFrame } from '../../../frames/frame-source.ts';
import { useText } from '../../../ui/texts.tsx';
import classes from './watch.module.css';

const sides = ['x', 'y', 'width', 'height'] as const;

/** Marks the region of a watch on the live picture: drawn with the pointer, or typed in pixels. */
export function MarkPlace({
  source,
  place,
  onPlace,
}: {
  source: FrameSource;
  place: WatchPlace | undefined;
  onPlace: (place: WatchPlace) => void;
}) {
  const text = useText();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [size, setSize] = useState<{ width: number; height: number }>();
  const start = useRef<{ x: number; y: number } | undefined>(undefined);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    const draw = async () => {
      const picture = await source.grab().catch(() => undefined);
      const target = canvas.current;
      if (picture && target && !isOver) {
        if (target.width !== picture.width || target.height !== picture.height) {
          target.width = picture.width;
          target.height = picture.height;
          setSize({ width: picture.width, height: picture.height });
        }
        target.getContext('2d')?.drawImage(picture, 0, 0);
      }
      picture?.close();
      if (!isOver) timer = setTimeout(draw, 400);
    };
    void draw();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [source]);

  const pointOf = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    const { width, height } = size ?? { width: 1, height: 1 };
    return {
      x: ((event.clientX - box.left) / box.width) * width,
      y: ((event.clientY - box.top) / box.height) * height,
    };
  };
  const drag = (event: PointerEvent) => {
    if (!start.current || !size) return;
    const end = pointOf(event);
    const region = {
      x: Math.min(start.current.x, end.x),
      y: Math.min(start.current.y, end.y),
      width: Math.abs(end.x - start.current.x),
      height: Math.abs(end.y - start.current.y),
    };
    if (region.width > 4 && region.height > 4) onPlace({ frame: size, region: insideFrame(region, size) });
  };
  const shown =
    place && size && place.frame.width === size.width && place.frame.height === size.height
      ? place
      : undefined;
  const percent = (value: number, of: number) => `${(value / of) * 100}%`;
  return (
    <div>
      <div
        className={classes.marking}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          start.current = pointOf(event);
        }}
        onPointerMove={drag}
        onPointerUp={(event) => {
          drag(event);
          start.current = undefined;
        }}
      >
        <canvas ref={canvas} aria-label={text('watch.page.live_picture_draw_rectangle_around')} />
        {shown ? (
          <span
            className={classes.marked}
            style={{
              left: percent(shown.region.x, shown.frame.width),
              top: percent(shown.region.y, shown.frame.height),
              width: percent(shown.region.width, shown.frame.width),
              height: percent(shown.region.height, shown.frame.height),
            }}
          />
        ) : null}
      </div>
      <fieldset className={classes.numbers}>
        <legend>
          {size
            ? text('watch.page.region_in_pixels', { size: `${size.width} × ${size.height}` })
            : text('watch.page.region_in_pixels_of_picture')}
        </legend>
        {sides.map((side) => (
          <label key={side}>
            <span>{text('watch.page.side', { side })}</span>
            <input
              type="number"
              min={0}
              value={shown?.region[side] ?? ''}
              disabled={!size}
              onChange={(event) => {
                const value = event.currentTarget.valueAsNumber;
                if (!size || Number.isNaN(value)) return;
                const region = {
                  ...(shown?.region ?? { x: 0, y: 0, width: 100, height: 40 }),
                  [side]: value,
                };
                onPlace({ frame: size, region: insideFrame(region, size) });
              }}
            />
          </label>
        ))}
      </fieldset>
    </div>
  );
}
