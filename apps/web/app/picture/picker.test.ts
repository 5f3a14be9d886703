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
  const told = { times: 0 };
  const answers: ((words: readonly Word[] | undefined) => void)[] = [];
  const picker = createPicker({
    readingId: 'reading',
    words: wordsOf({
      lines: [line('l0', 0, 'Total', '12.25'), line('l1', 20, 'Card', '12.25')],
      barcodes: [],
    }),
    rotation: 0,
    readRegion: () => new Promise((resolve) => answers.push(resolve)),
    onNothingReadable: () => {
      told.times++;
    },
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
  return { picker, target, taken, parts, press, answer, told };
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
    await picker.reread(region, false);
    answer('99.10', 'EUR');
    await asked;
    picker.pick([5], false);
    expect(taken).toEqual(['Total', 'Total\n99.10 EUR', 'EUR']);
    expect(parts[1]).toEqual([
      { line: 'l0', words: [0] },
      { line: 'l0', words: [0, 1], region: 'again' },
    ]);
    expect(picker.state().rereading).toBeUndefined();
  });

  it('leave the control as it is where nothing can be read', async () => {
    const { picker, taken, answer, told } = filling();
    const asked = picker.reread(region, false);
    answer();
    await asked;
    expect([taken, told.times]).toEqual([[], 1]);
  });

  it.each(['typing', 'Escape', 'another pick', 'leaving'])('fill nothing any more after %s', async (how) => {
    const { picker, target, taken, press, answer } = filling();
    const asked = picker.reread(region, false);
    if (how === 'typing') expect(press('5')).toBe(false);
    if (how === 'Escape') expect(press('Escape')).toBe(true);
    if (how === 'another pick') picker.pick([3], false);
    if (how === 'leaving') picker.end(target);
    answer('99.10');
    await asked;
    expect(taken).toEqual(how === 'another pick' ? ['12.25'] : []);
  });
});

describe('words that were read wrongly', () => {
  it('are read again, and what comes takes their place among the words', async () => {
    const { picker, taken, parts, press, answer } = filling();
    picker.pick([2, 3], false);
    expect(press('Enter', { altKey: true })).toBe(true);
    const { x, y, width, height } = picker.state().rereading!;
    expect([x < 0, y < 20, x + width > 30, y + height > 28]).toEqual([true, true, true, true]);
    answer('Cash', '12.50', 'EUR');
    await expect.poll(() => taken).toEqual(['Card 12.25', 'Cash 12.50 EUR']);
    expect(parts.at(-1)).toEqual([{ line: 'l0', words: [0, 1, 2], region: 'again' }]);
    expect(picker.state().words.map(({ text }) => text)).toEqual(['Total', '12.25', 'Cash', '12.50', 'EUR']);
  });

  it.each(['Alt Enter', 'Escape'])('are there again after %s', async (how) => {
    const { picker, taken, press, answer } = filling();
    picker.pick([1], false);
    const asked = picker.rereadPicked();
    answer('12.26');
    await asked;
    expect(picker.state().before?.selected).toEqual([1]);
    // What was read again is not read once more.
    if (how === 'Escape') expect(press('Escape')).toBe(false);
    else expect(press('Enter', { altKey: true })).toBe(true);
    expect(taken).toEqual(['12.25', '12.26', ...(how === 'Escape' ? [] : ['12.25'])]);
    expect(picker.state().words.map(({ text }) => text)).toEqual(['Total', '12.25', 'Card', '12.25']);
    expect(picker.state().before).toBeUndefined();
  });

  it('stay where nothing can be read, and where one goes on otherwise meanwhile', async () => {
    const { picker, taken, answer, told } = filling();
    picker.pick([1], false);
    const asked = picker.rereadPicked();
    answer();
    await asked;
    expect([picker.state().selected, told.times]).toEqual([[1], 1]);
    const askedAgain = picker.rereadPicked();
    picker.pick([0], false);
    answer('12.26');
    await askedAgain;
    expect(taken).toEqual(['12.25', 'Total']);
    expect(picker.state().words).toHaveLength(4);
  });

  it('are not read again where it would be the same again', async () => {
    const { picker, answer } = filling();
    const asked = picker.reread({ x: 0, y: 38, width: 60, height: 12 }, false);
    answer('99.10');
    await asked;
    await picker.rereadPicked();
    expect(picker.state().rereading).toBeUndefined();
  });
});
