import type { Line, Quad } from '@readout/image-reader';
import { expect, test } from 'vitest';
import { allText, tableText } from './result-text.ts';

function line(text: string, left: number, top: number, width: number, height = 14): Line {
  const box: Quad = [
    [left, top],
    [left + width, top],
    [left + width, top + height],
    [left, top + height],
  ];
  return { id: text, text, box, confidence: 1, words: [], characterConfidences: [], recogniser: 'pp-ocr' };
}

test('text is copied line by line, in reading order', () => {
  expect(allText([line('Order 4711', 0, 0, 80), line('Open', 0, 20, 30)])).toBe('Order 4711\nOpen');
});

test('a table keeps its columns, with amounts set to the right and cells that are missing', () => {
  const lines = [
    line('Orders', 10, 0, 50, 20),
    line('Order', 10, 40, 35),
    line('Customer', 100, 40, 60),
    line('Total', 330, 40, 30),
    line('#1', 10, 60, 14),
    line('Lena Tanaka', 100, 61, 75),
    line('€9.10', 325, 60, 35),
    line('#2', 10, 80, 14),
    line('€1,152.81', 300, 80, 60),
  ];
  expect(tableText(lines)).toBe('Orders\nOrder\tCustomer\tTotal\n#1\tLena Tanaka\t€9.10\n#2\t\t€1,152.81');
});

test('a letter is no table', () => {
  expect(tableText([line('Dear Sir', 0, 0, 60), line('thank you for', 0, 20, 90)])).toBeUndefined();
});

test('a tab inside of a cell does not make two of it', () => {
  const lines = [line('a\tb', 0, 0, 20), line('1', 50, 0, 8), line('c', 0, 20, 10), line('2', 50, 20, 8)];
  expect(tableText(lines)).toBe('a b\t1\nc\t2');
});
