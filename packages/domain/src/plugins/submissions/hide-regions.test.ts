import type { Quad, ReaderInput } from '@readout/plugin-kit';
import { expect, test } from 'vitest';
import { hideRegions } from './hide-regions.ts';

const box = (x: number, y: number, width: number, height = 20): Quad => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
];
/** Ten pixels a letter, a line every forty. */
function inputOf(texts: string[]): ReaderInput {
  const lines = texts.map((text, index) => {
    let x = 100;
    const words = text.split(' ').map((word) => {
      const at = x;
      x += (word.length + 1) * 10;
      return { text: word, box: box(at, 100 + index * 40, word.length * 10), confidence: 1 };
    });
    return { id: `l${index}`, text, box: box(100, 100 + index * 40, text.length * 10), confidence: 1, words };
  });
  const barcodes = [
    {
      id: 'b0',
      format: 'QRCode',
      text: 'SECRET-4711',
      contentType: 'Text',
      symbologyIdentifier: ']Q1',
      box: box(600, 600, 100, 100),
    },
  ];
  return {
    reading: {
      page: { number: 1, of: 1, width: 1000, height: 1000, rotation: 0 },
      lines,
      barcodes,
      languages: ['en'],
    },
    settings: {},
    locale: 'en-GB',
    today: '2026-11-21',
  };
}
const value = (text: string, ...seen: string[]) => ({ value: text, seen });
const texts = ({ input }: { input: ReaderInput }) => input.reading.lines.map(({ text }) => text);

test('a file that says what the page does is left out with whatever is hidden', () => {
  const input = inputOf(['Total 12.50']);
  const file = { id: 'f0', name: 'a.xml', format: '', profile: '', values: [], lists: [], checks: [] };
  const reading = { ...input.reading, files: [file] };
  const { input: left } = hideRegions({ input: { ...input, reading }, expected: [] }, []);
  expect(left.reading).not.toHaveProperty('files');
});

test('words under a region are gone from their line, and the line is written of what is left', () => {
  const input = inputOf(['Driver Rosalind Franklin London', 'Weight 12.5 kg']);
  const redacted = hideRegions({ input, expected: [] }, [{ x: 172, y: 95, width: 150, height: 30 }]);
  expect(texts(redacted)).toEqual(['Driver London', 'Weight 12.5 kg']);
  expect(JSON.stringify(redacted.input)).not.toMatch(/rosalind|franklin/i);
  expect(redacted.input.reading.lines[0]?.box).toEqual(box(100, 100, 310));
  expect(redacted.hidden).toMatchObject({ lines: 1, barcodes: 0 });
  expect(redacted.hiddenWords).toEqual(['rosalind', 'franklin']);
});

test('a word is gone however little of it is covered; a line goes whole where none of its words is known to be there', () => {
  const input = inputOf(['Driver Rosalind', 'Weight 12.5 kg']);
  const [first] = input.reading.lines;
  first!.words = [];
  const corner = { x: 90, y: 90, width: 10, height: 10 };
  expect(texts(hideRegions({ input, expected: [] }, [corner]))).toEqual(['Weight 12.5 kg']);
  expect(texts(hideRegions({ input, expected: [] }, [{ x: 0, y: 0, width: 50, height: 50 }]))).toHaveLength(
    2,
  );
});

test('a tilted line counts where it lies, not where its upright frame does', () => {
  const input = inputOf(['Driver']);
  const line = input.reading.lines[0]!;
  line.box = [
    [100, 300],
    [300, 100],
    [314, 114],
    [114, 314],
  ];
  line.words = [{ ...line.words[0]!, box: line.box }];
  expect(
    texts(hideRegions({ input, expected: [] }, [{ x: 100, y: 100, width: 60, height: 60 }])),
  ).toHaveLength(1);
  expect(
    texts(hideRegions({ input, expected: [] }, [{ x: 190, y: 190, width: 30, height: 30 }])),
  ).toHaveLength(0);
});

test('values that were seen there, or say what is hidden, are no longer expected', () => {
  const input = inputOf(['Driver Rosalind', 'Plate AB 1234', 'Weight 12.5 kg']);
  const expected = [
    {
      type: 'pass',
      fields: {
        driver: value('Rosalind', 'l0'),
        // Elsewhere by its own account, but it says the name.
        remark: { value: { note: ['by Rosalind'] }, seen: ['l2'] },
        code: value('secret4711', 'l2'),
        weight: value('12.5', 'l2'),
        plate: value('AB1234', 'l1'),
      },
    },
    { type: 'other', fields: { driver: value('Rosalind', 'l0') } },
  ];
  const regions = [
    { x: 170, y: 100, width: 80, height: 20 },
    { x: 600, y: 600, width: 5, height: 5 },
  ];
  const redacted = hideRegions({ input, expected }, regions);
  expect(redacted.expected).toEqual([
    { type: 'pass', fields: { weight: value('12.5', 'l2'), plate: value('AB1234', 'l1') } },
  ]);
  expect(redacted.hidden).toEqual({ lines: 1, barcodes: 1, fields: ['driver', 'remark', 'code'] });
  expect(JSON.stringify(redacted)).not.toMatch(/SECRET|Rosalind/);
});

test('what is hidden in one place and stands in another is told', () => {
  const input = inputOf(['Driver Rosalind', 'Signed Rosalind']);
  const { repeated, hiddenWords } = hideRegions({ input, expected: [] }, [
    { x: 0, y: 90, width: 900, height: 40 },
  ]);
  expect(repeated).toEqual([{ word: 'rosalind', where: '“Signed Rosalind”' }]);
  expect(hiddenWords).toEqual(['driver']);
});

test('a record that is to be declined stays one', () => {
  const input = inputOf(['Nothing here']);
  expect(hideRegions({ input, expected: [] }, []).expected).toEqual([]);
  expect(hideRegions({ input, expected: [{ type: 'x', fields: {} }] }, []).expected).toHaveLength(1);
});
