// cspell:disable -- words as misread
import { describe, expect, it } from 'vitest';
import { knownWords, repairByRepetition, repairWords } from './known-words.ts';
import { placeNames } from './place-names.ts';
import type { Line } from './types.ts';

const doubted = () => true;

describe('repairWords', () => {
  it.each([
    ['56000 Kuala Lunpur, Malaysia', '56000 Kuala Lumpur, Malaysia'],
    ['40300 SHAH ALAN, SELANGDR', '40300 SHAH ALAM, SELANGOR'],
    ['Hauptstr. 5\n70173 Stuttqart', 'Hauptstr. 5\n70173 Stuttgart'],
    ['8 High Street, Manchestcr', '8 High Street, Manchester'],
    ['81100 JÓHOR BAHRU', '81100 JOHOR BAHRU'],
  ])('puts %s right', (seen, meant) => expect(repairWords(seen, placeNames(), doubted)).toBe(meant));

  it('leaves what the recogniser is sure of, and what is a name itself', () => {
    expect(repairWords('66424 Homburg', placeNames(), doubted)).toBe('66424 Homburg');
    expect(repairWords('Kuala Lunpur', placeNames(), () => false)).toBe('Kuala Lunpur');
  });

  it('takes marks away that a name does not have, and leaves those it has', () => {
    expect(repairWords('MÁNCHESTER, ZURICH, München', placeNames(), () => false)).toBe(
      'MANCHESTER, ZURICH, München',
    );
  });

  it('joins no phrase over the end of a line or a comma', () => {
    const known = knownWords(['Kuala Lumpur']);
    expect(repairWords('Kuala\nLunpur', known, doubted)).toBe('Kuala\nLunpur');
    expect(repairWords('Kuala, Lunpur', known, doubted)).toBe('Kuala, Lunpur');
  });

  it('decides nothing between two that are equally near', () =>
    expect(repairWords('Hanburg', knownWords(['Hamburg', 'Harburg']), doubted)).toBe('Hanburg'));

  it('leaves short words alone', () =>
    expect(repairWords('Merlin', knownWords(['Berlin']), doubted)).toBe('Merlin'));
});

describe('repairByRepetition', () => {
  const lineOf = (words: [text: string, confidence: number][], at: number): Line => ({
    id: `l${at}`,
    text: words.map(([text]) => text).join(' '),
    confidence: 1,
    box: [
      [0, at],
      [100, at],
      [100, at + 10],
      [0, at + 10],
    ],
    words: words.map(([text, confidence]) => ({
      text,
      confidence,
      box: [
        [0, at],
        [100, at],
        [100, at + 10],
        [0, at + 10],
      ],
    })),
  });

  it('takes the letter of two that a recogniser confuses from the word printed more often', () => {
    const lines = [
      lineOf(
        [
          ['Elmwood', 1],
          ['Mall', 1],
        ],
        0,
      ),
      lineOf(
        [
          ['Lower', 1],
          ['Elmvood,', 0.99],
        ],
        20,
      ),
      lineOf(
        [
          ['Upper', 1],
          ['Elmwood,', 1],
        ],
        40,
      ),
    ];
    expect(repairByRepetition('Lower Elmvood,', lines)).toBe('Lower Elmwood,');
  });

  it('takes the word it is sure of for the one it doubts', () => {
    const lines = [lineOf([['CASTA', 0.95]], 0), lineOf([['CASIA', 0.7]], 20)];
    expect(repairByRepetition('CASIA', lines)).toBe('CASTA');
  });

  it('takes a letter too many from a word it doubts, and leaves a plural', () => {
    const printed = lineOf([['Elmwood', 0.99]], 0);
    expect(repairByRepetition('Elmvwood', [printed, lineOf([['Elmvwood', 0.7]], 20)])).toBe('Elmwood');
    expect(repairByRepetition('Elmwoods', [printed, lineOf([['Elmwoods', 0.7]], 20)])).toBe('Elmwoods');
  });

  it('leaves two words apart that are both read surely', () => {
    const lines = [lineOf([['Black', 0.99]], 0), lineOf([['Block', 0.99]], 20)];
    expect(repairByRepetition('Block', lines)).toBe('Block');
  });
});
