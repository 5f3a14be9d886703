// cspell:ignore Mülller Mueler Mükler Mlüler muellcr totai mualcr
import { describe, expect, it } from 'vitest';
import type { Quad } from './geometry.ts';
import { searchHits } from './search-hits.ts';

const at = (x: number): Quad => [
  [x, 0],
  [x + 10, 0],
  [x + 10, 10],
  [x, 10],
];
const seen = {
  lines: [
    {
      text: 'Café Müller',
      box: at(0),
      words: [
        { text: 'Café', box: at(1) },
        { text: 'Müller', box: at(2) },
      ],
    },
    {
      text: 'TOTAL: 12.50',
      box: at(10),
      words: [
        { text: 'TOTAL:', box: at(11) },
        { text: '12.50', box: at(12) },
      ],
    },
  ],
  barcodes: [{ text: '4006381333931', box: at(30) }],
};

describe('search hits in the picture', () => {
  it('lights the word, not its line, whatever the accents and the case', () => {
    for (const query of ['muller', 'Mueller', 'MÜLLER'])
      expect(searchHits(seen, query), query).toEqual([at(2)]);
    expect(searchHits(seen, 'CAFE')).toEqual([at(1)]);
  });

  it('finds the beginning of words and parts of amounts', () => {
    expect(searchHits(seen, 'tot')).toEqual([at(11)]);
    expect(searchHits(seen, '"12.50"')).toEqual([at(12)]);
  });

  it('lights a word with a wrong letter where none is as it was typed, as the list finds it', () => {
    for (const query of ['Mülller', 'Mueler', 'Mükler', 'Mlüler', 'muellcr'])
      expect(searchHits(seen, query), query).toEqual([at(2)]);
    expect(searchHits(seen, 'totai')).toEqual([at(11)]);
    // Short words, phrases and what is two letters off are looked for as they are.
    for (const query of ['caff', '"mueler"', 'mualcr', '-mueler'])
      expect(searchHits(seen, query), query).toEqual([]);
    const both = {
      lines: [
        {
          text: 'Burns Bums',
          box: at(0),
          words: [
            { text: 'Burns', box: at(1) },
            { text: 'Bums', box: at(2) },
          ],
        },
      ],
      barcodes: [],
    };
    expect(searchHits(both, 'burns')).toEqual([at(1)]);
    expect(searchHits({ ...both, lines: [{ text: 'Bums', box: at(2), words: [] }] }, 'burns')).toEqual([
      at(2),
    ]);
  });

  it('finds barcodes', () => {
    expect(searchHits(seen, '4006381333931')).toEqual([at(30)]);
  });

  it('lights nothing for excluded words and empty queries', () => {
    expect(searchHits(seen, '-total')).toEqual([]);
    expect(searchHits(seen, '  ')).toEqual([]);
    expect(searchHits(null, 'total')).toEqual([]);
  });
});
