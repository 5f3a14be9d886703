import { notifications } from '@mantine/notifications';
import { memo, type RefObject, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { useText } from '../ui/texts.tsx';
import type { FlatView } from './flat-view.ts';
import {
  boundsOf,
  type Point,
  type Quad,
  type Rect,
  type Size,
  svgPoints,
  toPicture,
  toScreen,
  type View,
} from './geometry.ts';
import { PickerContext, usePickState } from './picker.ts';
import classes from './picture.module.css';
import type { Stroke, Viewer } from './use-viewer.ts';
import { nearest, readAgainAt, type Word, within } from './words.ts';

/** How far beside a word one may click, in pixels of the screen: half of what a finger needs. */
const reachPx = 12;

/** A stroke through a line is read again as if it were so thick, in pixels of the screen. */
const strokePx = 8;

const thickened = ({ x, y, width, height }: Rect): Rect => {
  const [across, down] = [Math.max(0, strokePx - width), Math.max(0, strokePx - height)];
  return { x: x - across / 2, y: y - down / 2, width: width + across, height: height + down };
};

const rectOf = ([x, y]: Point, [otherX, otherY]: Point): Rect => ({
  x: Math.min(x, otherX),
  y: Math.min(y, otherY),
  width: Math.abs(x - otherX),
  height: Math.abs(y - otherY),
});

const cornersOf = ({ x, y, width, height }: Rect): Quad => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
];

interface Picking {
  isOn: boolean;
  words: readonly Word[];
  /** Words as they lie on what is shown; undefined: not on it. */
  quads: readonly (Quad | undefined)[];
  selected: readonly number[];
  /** What one drags over, in pixels of the viewport. */
  drawn: Rect | undefined;
  /** What is being read again, on what is shown. */
  rereading: Quad | undefined;
  hint: string | undefined;
  said: string;
  /** What can be done with what is picked: have it read again, or go back to what was read with the page. */
  again: { says: string; act(): void } | undefined;
}

/** Fills the control that has the focus with the words one clicks or drags over. */
export function usePicking({
  stroke,
  flat,
  view,
  viewport,
  show,
}: {
  stroke: RefObject<Stroke | undefined>;
  flat: FlatView | undefined;
  view: View;
  viewport: Size;
  show: Viewer['show'];
}): Picking {
  const text = useText();
  const picker = useContext(PickerContext);
  const { words, target, selected, cursor, rereading, before } = usePickState(picker);
  const [drawn, setDrawn] = useState<Rect>();
  const placed = useCallback((quad: Quad) => (flat ? flat.place(quad) : quad), [flat]);
  const quads = useMemo(() => words.map(({ quad }) => placed(quad)), [words, placed]);
  const isOn = target !== undefined;
  const head = cursor && quads[cursor.head];
  useEffect(() => {
    const rect = head && boundsOf([head]);
    if (rect) show(rect, true);
  }, [head, show]);

  const boxes = (): (Rect | undefined)[] =>
    quads.map((quad) => quad && boundsOf([quad.map((point) => toScreen(view, viewport, point))]));
  stroke.current =
    picker && isOn
      ? {
          draw: (from, to) => setDrawn(rectOf(from, to)),
          cancel: () => setDrawn(undefined),
          end: (from, to, isMore) => {
            setDrawn(undefined);
            const one = from === to ? nearest(boxes(), from, reachPx) : undefined;
            const numbers = from !== to ? within(boxes(), rectOf(from, to)) : one === undefined ? [] : [one];
            if (numbers.length > 0) picker.pick(numbers, isMore);
            else if (from === to)
              notifications.show({
                // One of the same id that is still there would stay as it is.
                id: 'nothing-read-there',
                message: text('workspace.picture.nothing_read_there'),
                color: 'gray',
                autoClose: 4000,
              });
            else reread(cornersOf(thickened(rectOf(from, to))), isMore);
          },
        }
      : undefined;
  const reread = ([a, b, c, d]: Quad, isMore: boolean): void => {
    const at = (point: Point): Point => toPicture(view, viewport, point);
    const shown: Quad = [at(a), at(b), at(c), at(d)];
    const region = boundsOf([flat ? flat.inPicture(shown) : shown]);
    if (region) void picker?.reread(region, isMore);
  };
  const textOf = (of: readonly Word[], numbers: readonly number[]): string =>
    numbers.map((number) => of[number]?.text).join(' ');
  const isReadableAgain =
    isOn && !rereading && readAgainAt(selected.map((number) => words[number]!)) !== undefined;
  return {
    isOn,
    words,
    quads,
    selected,
    drawn,
    rereading: rereading && placed(cornersOf(rereading)),
    hint:
      target &&
      (rereading
        ? text('workspace.picture.reading_region')
        : text(
            window.matchMedia('(pointer: coarse)').matches
              ? 'workspace.picture.pick_hint_touch'
              : 'workspace.picture.pick_hint',
            { label: target.label },
          )),
    said: rereading
      ? text('workspace.picture.reading_region')
      : selected.length > 0
        ? text('workspace.picture.picked', { text: textOf(words, selected) })
        : '',
    again:
      picker && before
        ? {
            says: text('workspace.picture.back_to', { text: textOf(before.words, before.selected) }),
            act: picker.putBack,
          }
        : picker && isReadableAgain
          ? { says: text('workspace.picture.read_larger'), act: () => void picker.rereadPicked() }
          : undefined,
  };
}

/** Words one can click, those that are picked, and what is being read again. */
export const PickedBoxes = memo(function PickedBoxes({
  isOn,
  words,
  quads,
  selected,
  rereading,
}: Pick<Picking, 'isOn' | 'words' | 'quads' | 'selected' | 'rereading'>) {
  if (!isOn) return null;
  return (
    <>
      <Words words={words} quads={quads} />
      {rereading ? (
        <polygon className={classes.rereading} points={svgPoints(rereading)} data-testid="rereading" />
      ) : null}
      {selected.map((number) => {
        const quad = quads[number];
        return quad ? (
          <polygon key={number} className={classes.picked} points={svgPoints(quad)} data-testid="picked" />
        ) : null;
      })}
    </>
  );
});

const Words = memo(function Words({ words, quads }: Pick<Picking, 'words' | 'quads'>) {
  return words.map(({ text }, number) => {
    const quad = quads[number];
    return quad ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the number of a word is what it is
      <polygon key={number} className={classes.word} points={svgPoints(quad)} data-kind="word">
        <title>{text}</title>
      </polygon>
    ) : null;
  });
});
