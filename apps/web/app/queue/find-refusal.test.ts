import { imageLimits } from '@readout/image-reader';
import { expect, test } from 'vitest';
import { findRefusal } from './find-refusal.ts';

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const pdf = [...Buffer.from('%PDF-1.7')];
const file = (head: number[], size: number): Blob => {
  const bytes = new Uint8Array(size);
  bytes.set(head);
  return new Blob([bytes]);
};

test.each([
  ['an empty file', file([], 0), 'file.empty'],
  ['a text, whatever its name', new Blob(['these are words']), 'file.no_picture'],
  ['a picture over its limit', file(png, imageLimits.maxImageBytes + 1), 'file.picture_too_large'],
  ['a PDF over its limit', file(pdf, imageLimits.maxPdfBytes + 1), 'file.pdf_too_large'],
  ['a picture', file(png, 64), undefined],
  ['a PDF that is larger than a picture may be', file(pdf, imageLimits.maxImageBytes + 1), undefined],
])('%s is judged before anything of it is sent', async (_, given, code) => {
  expect((await findRefusal(given))?.code).toBe(code);
});
