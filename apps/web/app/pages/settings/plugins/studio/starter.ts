/** A program to begin with: it reads something on most captures at once, and on `page` whatever is captured. */
export interface Starter {
  /** What it shows is said by `editor.list.starter`. */
  key: 'lines' | 'labels' | 'table';
  source: string;
  /** Of the manifest. */
  records: object[];
  /** A page of text it reads something of; shown where nothing was captured yet. */
  page: string;
}

export const starters: readonly [Starter, ...Starter[]] = [
  {
    key: 'lines',
    source: `import { defineReader, seenLine, textField } from '@readout/plugin-kit';

export default defineReader<{ note: { title: 'text' } }>({
  read({ reading }, record) {
    const [first] = reading.lines;
    return [record('note', { title: first && textField(seenLine(first)) })];
  },
});
`,
    records: [
      {
        type: 'note',
        label: 'Note',
        title: 'title',
        fields: [{ name: 'title', label: 'Title', type: 'text' }],
      },
    ],
    page: 'Gate pass 118\n\nValid until: 30/11/2026\nGate: North',
  },
  {
    key: 'labels',
    source: `import { amountField, dateField, defineReader, findValue, layoutOf } from '@readout/plugin-kit';

export default defineReader<{ slip: { date: 'date'; total: 'amount' } }>({
  read({ reading, locale, today }, record) {
    const layout = layoutOf(reading);
    // The first label that is found counts; write those of your own documents.
    const date = findValue(layout, ['Date', 'Datum', 'Date of issue'], { accepts: (text) => /\\d/.test(text) });
    const total = findValue(layout, ['Total', 'Amount', 'Summe'], { pattern: /\\d[\\d.,' ]*/ });
    return [
      record('slip', {
        date: date && dateField(date, { locale, today }),
        total: total && amountField(total, { locale }),
      }),
    ];
  },
});
`,
    records: [
      {
        type: 'slip',
        label: 'Slip',
        title: 'date',
        fields: [
          { name: 'date', label: 'Date', type: 'date' },
          { name: 'total', label: 'Total', type: 'amount' },
        ],
      },
    ],
    page: 'Weighing slip 4711\n\nDate: 03/11/2026      Gate: North\nGravel, washed\nTotal                  312.50',
  },
  {
    key: 'table',
    source: `import { defineReader, layoutOf, parseNumber, tableField, tableOf } from '@readout/plugin-kit';

export default defineReader<{ list: { items: { article: 'text'; quantity: 'number' } } }>({
  read({ reading, locale }, record) {
    const table = tableOf(
      layoutOf(reading),
      { article: ['Article', 'Item', 'Description'], quantity: ['Quantity', 'Qty'] },
      { required: ['article', 'quantity'], until: ['Total'] },
    );
    return [
      record('list', {
        items:
          table &&
          tableField(table.rows, {
            article: (cell) => cell.text,
            quantity: (cell) => parseNumber(cell.text, { locale })?.value,
          }),
      }),
    ];
  },
});
`,
    records: [
      {
        type: 'list',
        label: 'List',
        title: 'items',
        fields: [
          {
            name: 'items',
            label: 'Items',
            type: 'list',
            columns: [
              { name: 'article', label: 'Article', type: 'text' },
              { name: 'quantity', label: 'Quantity', type: 'number' },
            ],
          },
        ],
      },
    ],
    page: 'Picking list 77\n\nArticle                  Quantity\nOat flakes, fine               24\nRye flour, dark                32\nTotal                          56',
  },
];

export const starterFor = (key: string): Starter => starters.find((each) => each.key === key) ?? starters[0];

export function starterManifest({
  id,
  name,
  starter = starters[0],
}: {
  id: string;
  name: string;
  starter?: Starter;
}): string {
  const manifest = {
    id,
    version: '0.1.0',
    kind: 'reader',
    name,
    description: `Reads: ${name}.`,
    reads: ['lines'],
    records: starter.records,
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
