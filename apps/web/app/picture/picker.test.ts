import { describe, expect, it } from 'vitest';
import type { Quad } from './geometry.ts';
import { createPicker } from './picker.ts';
import { wordsOf } from './words.ts';

const quad = (x: number, y: number): Quad => [
  [x, y],
  [x + 10, y],
  [x + 10, y + 8],
  [x, y + 8],
];
const line = (id: string, y: number, ...texts: string[]) => ({
  id,
  text: texts.join(' '),
  box: quad(0, y) as never,
  words: texts.map((text, at) => ({ text, box: quad(at * 20, y) as never, confidence: 1 })),
});

/** A control in focus, and what was put in it. */
function filling(quads: readonly Quad[] = []) {
  const picker = createPicker(
    'reading',
    wordsOf({ lines: [line('l0', 0, 'Total', '12.25'), line('l1', 20, 'Card', '12.25')], barcodes: [] }),
    0,
  );
  const taken: (string | undefined)[] = [];
  const target = { label: 'Total', quads, take: (words?: { text: string }) => taken.push(words?.text) };
  picker.begin(target);
  const press = (key: string, more: { altKey?: boolean; shiftKey?: boolean } = {}) =>
    picker.press({ key, altKey: false, shiftKey: false, ctrlKey: false, metaKey: false, ...more });
  return { picker, target, taken, press };
}

describe('filling a control from the picture', () => {
  it('takes what is clicked, in the order in which it is read, and lets go what is clicked again', () => {
    const { picker, taken } = filling();
    picker.pick([1], false);
    picker.pick([0], true);
    picker.pick([1], true);
    picker.pick([0], true);
    expect(taken).toEqual(['12.25', 'Total 12.25', 'Total', undefined]);
  });

  it('ends with the control that began it', () => {
    const { picker, target, taken } = filling();
    picker.begin({ ...target, take: () => undefined });
    picker.end(target);
    expect(picker.state().target).toBeDefined();
    picker.pick([1], false);
    expect(taken).toEqual([]);
  });

  it('goes from word to word by arrows, from where the value was seen, and with Shift over several', () => {
    const { press, taken } = filling([quad(20, 20)]);
    expect(press('ArrowDown')).toBe(false);
    expect(press('ArrowDown', { altKey: true })).toBe(true);
    press('ArrowUp');
    press('ArrowLeft', { shiftKey: true });
    expect(taken).toEqual(['12.25', '12.25', 'Total 12.25']);
  });

  it('leaves the arrows to the control once one types, and after it was cleared', () => {
    const { picker, press } = filling();
    press('ArrowDown', { altKey: true });
    expect(press('5')).toBe(false);
    expect(press('ArrowRight')).toBe(false);
    press('ArrowDown', { altKey: true });
    picker.clear();
    expect(press('ArrowRight')).toBe(false);
  });
});
