// cspell:disable -- labels as misread
import { describe, expect, it } from 'vitest';
import { findLabel, findLabels, findValue } from './labels.ts';
import { below, layoutOf, rightOf, sameRow } from './layout.ts';
import { readingOf } from './real-readings.ts';
import type { Line } from './types.ts';

const invoice = layoutOf(readingOf('receipt/fixtures/declines-an-invoice'));
const diner = layoutOf(readingOf('receipt/fixtures/us-diner-tax-added'));
const workshop = layoutOf(readingOf('receipt/fixtures/swiss-workshop-apostrophe-thousands'));

/** Lines one under the other, each 20 pixels high and 12 a character wide. */
function page(...texts: [text: string, x: number, y: number][]): { lines: Line[] } {
  return {
    lines: texts.map(([text, x, y], index) => ({
      id: `l${index}`,
      text,
      confidence: 0.9,
      words: [],
      box: [
        [x, y],
        [x + 12 * text.length, y],
        [x + 12 * text.length, y + 20],
        [x, y + 20],
      ],
    })),
  };
}

describe('on readings of real pictures', () => {
  it.each([
    ['invoice no', '2026-0117', 'l1'],
    ['Due date', '01/04/2026', 'l3'],
    ['BILL TO', 'Example Works Ltd', 'l4'],
    ['Subtotal', '902.50', 'l10'],
    ['VAT', '20%', 'l11'],
    ['Total', '1,083.00', 'l14'],
  ])('the value of %s is %s, with its own line as evidence', (label, value, line) => {
    const found = findValue(invoice, label, label === 'Total' ? { pattern: /\d[\d.,]*/ } : {});
    expect(found).toMatchObject({ text: value, evidence: [{ line }] });
  });

  it('the rest of the label’s line or what stands right of it, as one asks', () => {
    expect(findValue(invoice, 'Total')?.text).toBe('GBP');
    expect(findValue(invoice, 'Total', { where: ['right'] })?.text).toBe('1,083.00');
    expect(findValue(diner, ['Sales tax'], { pattern: /\$[\d.]+/ })?.text).toBe('$1.94');
    expect(findValue(workshop, 'Zeit')?.text).toBe('16:20');
  });

  it('a row is what stands side by side', () => {
    const { line } = findLabel(diner, 'Total')!.placed;
    expect(sameRow(diner, line)?.text).toBe('Total $26.19');
    expect(rightOf(diner, line).map((placed) => placed.line.text)).toEqual(['$26.19']);
    expect(below(diner, line)[0]?.line.text).toBe('Cash');
  });

  it('the pixels of a value are those of its words, not of the whole line', () => {
    const [evidence] = findValue(invoice, 'Invoice no')!.evidence;
    const line = findLabel(invoice, 'Invoice no')!.placed.line;
    expect(evidence!.box[0][0]).toBeGreaterThan(line.box[0][0] + 100);
  });
});

describe('findLabel', () => {
  it.each([
    ['Serial number', 'Seria1 nurnber: 123'],
    ['S/N', 'SN 123'],
    ['S/N', 's n: 123'],
    ['Número de série', 'NUMERO DE SERIE 12'],
    ['Total due', 'TOTAL  DUE........ 9'],
    ['Model', 'Type X Model: B7'],
    ['Stromstärke', 'Stromstarke 2 A'],
    ['Total', 'Total26.19'],
    ['Złoty', 'zloty'],
  ])('finds %s in "%s"', (label, text) => {
    expect(findLabel(layoutOf(page([text, 0, 0])), label)?.label).toBe(label);
  });

  it.each([
    ['Total', 'Totality'],
    ['Total', 'Subtotal 12'],
    ['No', 'Nothing'],
    ['No', 'No12'],
    ['Date', 'Rate: 3'],
    ['Model', 'Modern: 3'],
  ])('does not take %s to be in "%s"', (label, text) => {
    expect(findLabel(layoutOf(page([text, 0, 0])), label)).toBeUndefined();
  });

  it('prefers the line that begins with it, and of overlapping labels the longer', () => {
    const layout = layoutOf(page(['The total of all', 0, 0], ['Sub total: 3', 0, 40], ['Total: 4', 0, 80]));
    expect(findLabel(layout, 'Total')?.placed.line.id).toBe('l2');
    expect(
      findLabels(layoutOf(page(['Total due 9', 0, 0])), ['Total', 'Total due']).map(({ label }) => label),
    ).toEqual(['Total due']);
  });
});

it('prefers a label of its own to the beginning of a longer one', () => {
  const layout = layoutOf(page(['Date of birth: 1.2.1990', 0, 0], ['Date 3.4.2026', 0, 40]));
  expect(findValue(layout, 'Date')?.text).toBe('3.4.2026');
  expect(findValue(layout, 'Date of birth')?.text).toBe('1.2.1990');
});

describe('findValue', () => {
  it('takes what stands below a header where nothing fits beside it', () => {
    const layout = layoutOf(
      page(['Voltage', 0, 0], ['Current', 200, 0], ['230 V', 0, 30], ['2 A', 200, 30], ['50 Hz', 0, 200]),
    );
    expect(findValue(layout, 'Voltage', { pattern: /\d+ V/ })?.text).toBe('230 V');
    expect(findValue(layout, 'Current', { accepts: (text) => /\d/.test(text) })?.text).toBe('2 A');
    expect(findValue(layout, 'Voltage', { pattern: /Hz/ })).toBeUndefined();
  });

  it('ends before the next label, in the line and in the row', () => {
    const layout = layoutOf(
      page(['Model: X 100 Serial: 7', 0, 0], ['Name:', 0, 40], ['Date:', 200, 40], ['2026', 300, 40]),
    );
    expect(findValue(layout, 'Model', { until: ['Serial'] })?.text).toBe('X 100');
    expect(findValue(layout, 'Name', { until: ['Date'] })).toBeUndefined();
    expect(findValue(layout, 'Date', { until: ['Name'] })?.text).toBe('2026');
  });

  it('keeps the sign of a number and drops what leads to it', () => {
    const layout = layoutOf(page(['Temperature ..... -12.5 °C', 0, 0], ['Level - 3', 0, 40]));
    expect(findValue(layout, 'Temperature')?.text).toBe('-12.5 °C');
    expect(findValue(layout, 'Level')?.text).toBe('3');
  });
});
