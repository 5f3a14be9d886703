import type { PickedPart } from '@readout/domain/records/rules';
import { describe, expect, it } from 'vitest';
import type { Quad } from './geometry.ts';
import { createPicker, type PickTarget } from './picker.ts';
import { type Word, wordsOf } from './words.ts';

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
  const answers: ((words: readonly Word[] | undefined) => void)[] = [];
  const picker = createPicker({
    readingId: 'reading',
    words: wordsOf({
      lines: [line('l0', 0, 'Total', '12.25'), line('l1', 20, 'Card', '12.25')],
      barcodes: [],
    }),
    rotation: 0,
    readRegion: () => new Promise((resolve) => answers.push(resolve)),
  });
  const taken: (string | undefined)[] = [];
  const parts: PickedPart[][] = [];
  const target: PickTarget = {
    label: 'Total',
    quads,
    take: (words) => {
      taken.push(words?.text);
      parts.push(words?.parts ?? []);
    },
  };
  picker.begin(target);
  const press = (key: string, more: { altKey?: boolean; shiftKey?: boolean } = {}) =>
    picker.press({ key, altKey: false, shiftKey: false, ctrlKey: false, metaKey: false, ...more });
  /** What is read again comes. */
  const answer = (...texts: string[]) =>
    answers.shift()?.(
      wordsOf(
        { lines: texts.length > 0 ? [line('l0', 40, ...texts)] : [], barcodes: [] },
        { region: 'again' },
      ),
    );
  return { picker, target, taken, parts, press, answer };
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

describe('pixels where nothing was read', () => {
  const region = { x: 0, y: 38, width: 60, height: 12 };

  it('are read again, fill the control, beside what is picked with Shift, and can be picked from then on', async () => {
    const { picker, taken, parts, answer } = filling();
    picker.pick([0], false);
    const asked = picker.reread(region, true);
    expect(picker.state().rereading).toEqual(region);
    // One at a time.
    expect(await picker.reread(region, false)).toBeUndefined();
    answer('99.10', 'EUR');
    expect(await asked).toBe(true);
    picker.pick([5], false);
    expect(taken).toEqual(['Total', 'Total\n99.10 EUR', 'EUR']);
    expect(parts[1]).toEqual([
      { line: 'l0', words: [0] },
      { line: 'l0', words: [0, 1], region: 'again' },
    ]);
    expect(picker.state().rereading).toBeUndefined();
  });

  it('leave the control as it is where nothing can be read', async () => {
    const { picker, taken, answer } = filling();
    const asked = picker.reread(region, false);
    answer();
    expect(await asked).toBe(false);
    expect(taken).toEqual([]);
  });

  it.each(['typing', 'Escape', 'another pick', 'leaving'])('fill nothing any more after %s', async (how) => {
    const { picker, target, taken, press, answer } = filling();
    const asked = picker.reread(region, false);
    if (how === 'typing') expect(press('5')).toBe(false);
    if (how === 'Escape') expect(press('Escape')).toBe(true);
    if (how === 'another pick') picker.pick([3], false);
    if (how === 'leaving') picker.end(target);
    answer('99.10');
    expect(await asked).toBeUndefined();
    expect(taken).toEqual(how === 'another pick' ? ['12.25'] : []);
  });
});
