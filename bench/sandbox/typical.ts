import type { ReaderInput } from '@readout/plugin-kit';

/** A reader as somebody would write it for their own form: three values beside their labels. */
export const typicalReader = `import { amountField, dateField, defineReader, layoutOf, nearest, seenLine, textField } from '@readout/plugin-kit';

export default defineReader({
  read(input) {
    const { reading, locale, today } = input;
    const layout = layoutOf(reading);
    const beside = (label, accepts) => {
      const line = reading.lines.find(({ text }) => label.test(text));
      const found = line && nearest(layout, line, ({ text }) => accepts.test(text));
      return found && seenLine(found);
    };
    const number = beside(/^order (no|number)/i, /\\d/);
    const date = beside(/^date/i, /\\d/);
    const amount = beside(/^amount due/i, /\\d/);
    if (!number) return [];
    const fields = {
      number: textField(number),
      date: date && dateField(date, { locale, today }),
      amount: amount && amountField(amount, { locale }),
    };
    for (const name of Object.keys(fields)) if (!fields[name]) delete fields[name];
    return [{ type: 'form', confidence: 0.9, fields }];
  },
});`;

const labels: [label: string, value: string][] = [
  ['Order number', 'A-20418'],
  ['Date', '2026-03-05'],
  ['Amount due', '1,471.60'],
];

/** Thirty rows of a label and a value, two lines each, with the words' boxes. */
export const sixtyLines: ReaderInput = {
  reading: {
    page: { number: 1, of: 1, width: 1240, height: 1754, rotation: 0 },
    lines: Array.from({ length: 60 }, (_, at) => {
      const row = Math.floor(at / 2);
      const [label, value] = labels[row - 12] ?? [
        `Position ${row + 1} of the list`,
        `${row * 37} pieces each`,
      ];
      const text = at % 2 === 0 ? label : value;
      const left = at % 2 === 0 ? 100 : 620;
      const top = 80 + row * 50;
      const quad = (
        from: number,
        to: number,
      ): [[number, number], [number, number], [number, number], [number, number]] => [
        [left + from * 14.25, top + 0.4],
        [left + to * 14.25, top + 0.7],
        [left + to * 14.25, top + 27.9],
        [left + from * 14.25, top + 27.6],
      ];
      let from = 0;
      return {
        id: `l${at}`,
        text,
        box: quad(0, text.length),
        confidence: 0.987,
        words: text.split(' ').map((word) => {
          const box = quad(from, from + word.length);
          from += word.length + 1;
          return { text: word, box, confidence: 0.987 };
        }),
      };
    }),
    barcodes: [],
    languages: ['en'],
  },
  settings: {},
  locale: 'en-GB',
  today: '2026-03-06',
};
