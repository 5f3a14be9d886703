import { notifications } from '@mantine/notifications';
import { memo, type RefObject, useContext, useEffect, useMemo, useState } from 'react';
import { useText } from '../ui/texts.tsx';
import type { FlatView } from './flat-view.ts';
import {
  boundsOf,
  type Point,
  type Quad,
  type Rect,
  type Size,
  svgPoints,
  toScreen,
  type View,
} from './geometry.ts';
import { PickerContext, usePickState } from './picker.ts';
import classes from './picture.module.css';
import type { Stroke, Viewer } from './use-viewer.ts';
import { nearest, type Word, within } from './words.ts';

/** How far beside a word one may click, in pixels of the screen: half of what a finger needs. */
const reachPx = 12;

const noWords: readonly Word[] = [];

const rectOf = ([x, y]: Point, [otherX, otherY]: Point): Rect => ({
  x: Math.min(x, otherX),
  y: Math.min(y, otherY),
  width: Math.abs(x - otherX),
  height: Math.abs(y - otherY),
});

interface Picking {
  isOn: boolean;
  words: readonly Word[];
  /** Words as they lie on what is shown; undefined: not on it. */
  quads: readonly (Quad | undefined)[];
  selected: readonly number[];
  /** What one drags over, in pixels of the viewport. */
  drawn: Rect | undefined;
  hint: string | undefined;
  said: string;
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
  const { target, selected, cursor } = usePickState(picker);
  const [drawn, setDrawn] = useState<Rect>();
  const words = picker?.words;
  const quads = useMemo(
    () => words?.map(({ quad }) => (flat ? flat.place(quad) : quad)) ?? [],
    [words, flat],
  );
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
            else
              notifications.show({
                id: 'nothing-read-there',
                message: text('workspace.picture.nothing_read_there'),
                color: 'gray',
                autoClose: 4000,
              });
          },
        }
      : undefined;
  return {
    isOn,
    words: words ?? noWords,
    quads,
    selected,
    drawn,
    hint: target && text('workspace.picture.pick_hint', { label: target.label }),
    said:
      words && selected.length > 0
        ? text('workspace.picture.picked', { text: selected.map((number) => words[number]?.text).join(' ') })
        : '',
  };
}

/** Words one can click, and those that are picked. */
export const PickedBoxes = memo(function PickedBoxes({
  isOn,
  words,
  quads,
  selected,
}: Pick<Picking, 'isOn' | 'words' | 'quads' | 'selected'>) {
  if (!isOn) return null;
  return (
    <>
      <Words words={words} quads={quads} />
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
