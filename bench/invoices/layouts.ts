import { seededRandom } from '../../packages/image-reader/src/segments/random.ts';
import { words } from './words.ts';

/** From which everything is drawn: layouts, what they say, and their wear. */
export const seed = 28_2026;
export const layoutCount = 60;

/** What makes a layout; each choice is dealt evenly over all of them. */
const traits = {
  paper: ['a4', 'a4', 'a4', 'a4', 'a4', 'narrow'],
  /** Who sends it: where name and address stand. */
  letterhead: ['left', 'right', 'centre', 'line', 'footer', 'left'],
  /** Whom it is for: in the window of an envelope, below or beside a label, with who sends it, with whom the goods go to. */
  buyer: ['window', 'above', 'beside', 'parties', 'pair', 'right', 'window'],
  title: ['alone', 'number', 'right', 'alone', 'numberLabel'],
  /** Number, dates and references. */
  meta: ['colon', 'columns', 'ends', 'strip', 'above', 'colonLeft'],
  lines: ['rules', 'none', 'grid', 'heads'],
  columns: ['short', 'full', 'coded', 'unit', 'rate', 'amount'],
  sums: ['ends', 'box', 'left', 'strip', 'ends', 'ends'],
  taxes: ['one', 'one', 'two', 'table', 'none', 'two'],
  taken: ['none', 'none', 'discount'],
  due: ['day', 'terms', 'both', 'labelledTerms', 'sentence'],
  order: ['yes', 'no', 'yes'],
  delivery: ['day', 'none', 'period', 'none'],
  account: ['line', 'footer', 'block', 'footer'],
  kind: [
    'invoice',
    'invoice',
    'invoice',
    'invoice',
    'invoice',
    'invoice',
    'invoice',
    'credit',
    'invoice',
    'invoice',
  ],
  font: ['DejaVu Sans', 'DejaVu Serif', 'DejaVu Sans Condensed', 'DejaVu Sans', 'DejaVu Sans Mono'],
  /** Pixels at 150 to an inch. */
  size: [19, 21, 23, 20],
} as const;

type Traits = { [name in keyof typeof traits]: (typeof traits)[name][number] };
/** One of the 60, with the words it uses: the same list of labels leads to another on each. */
export interface InvoiceLayout extends Traits {
  number: number;
  language: string;
  /** Picks its word of a list. */
  say: <T>(list: readonly T[], what: string) => T;
}

const hashOf = (text: string): number =>
  [...text].reduce(
    (hash, character) => Math.imul(hash ^ character.codePointAt(0)!, 16_777_619),
    2_166_136_261,
  ) >>> 0;

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  const left = [...list];
  return Array.from({ length: left.length }, () => left.splice(Math.floor(random() * left.length), 1)[0]!);
}

function dealt<T>(options: readonly T[], name: string): T[] {
  const cards = Array.from({ length: layoutCount }, (_, at) => options[at % options.length]!);
  return shuffled(cards, seededRandom(seed + hashOf(name)));
}

const hands = Object.fromEntries(
  Object.entries(traits).map(([name, options]) => [name, dealt<string | number>(options, name)]),
);

export const layouts: readonly InvoiceLayout[] = Array.from({ length: layoutCount }, (_, number) => ({
  ...(Object.fromEntries(
    Object.entries(hands).map(([name, hand]) => [name, hand[number]]),
  ) as unknown as Traits),
  number,
  language: words[number % words.length]!.language,
  say: (list, what) => list[Math.floor(seededRandom(seed + hashOf(`${number} ${what}`))() * list.length)]!,
}));

/** Layouts whose failures are looked at while readers are worked on. */
export const workingHalf: readonly number[] = [
  3, 4, 7, 8, 10, 11, 14, 16, 17, 19, 20, 21, 23, 25, 26, 27, 31, 35, 36, 37, 39, 42, 43, 47, 48, 51, 54, 55,
  57, 58,
];
