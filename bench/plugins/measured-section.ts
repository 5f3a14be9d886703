import { readFile } from 'node:fs/promises';
import type { FixtureFigures } from './measure.ts';

interface ReaderRow {
  reader: string;
  pictures: string;
  count: number;
  field: string;
  counts: { right: number; wrong: number; missing: number; wrongAndSure: number };
}

interface FieldSection {
  title: string;
  method: string;
  columns: string[];
  rows: [name: string, ...figures: number[]][];
}

interface OthersRow {
  reader: string;
  pictures: number;
  records: number;
}

/** Figures of other pictures than the fixtures, as `npm run bench -- readers` and `-- fields` left them. */
export interface Measures {
  rows: ReaderRow[];
  others: OthersRow[];
  sections: FieldSection[];
  /** Of which pictures and when, as a sentence's part. */
  readersTaken: string;
  fieldsTaken: string;
}

/** Of each plugin, as `npm run bench -- plugins` left them; `otherwiseRead` names cases the engine reads otherwise than stored. */
export type Figures = Record<string, FixtureFigures & { otherwiseRead: string[] }>;

export async function readFigures(): Promise<Figures> {
  const file = new URL('../results/plugins.json', import.meta.url);
  return JSON.parse(await readFile(file, 'utf8')).figures;
}

/** The pictures of a half, and the day (ISO 8601) they were read. */
const taken = (half: string, at: string): string =>
  `${half === 'all' ? 'all pictures' : 'every second picture, the half set aside for measuring'}, ${at.slice(0, 10)}`;

export async function readMeasures(): Promise<Measures> {
  const of = async (name: string) =>
    JSON.parse(await readFile(new URL(`../results/${name}.json`, import.meta.url), 'utf8'));
  const readers = (await of('readers')) as Pick<Measures, 'rows' | 'others'> & {
    half: string;
    machine: { takenAt: string };
  };
  const fields = (await of('fields')) as Pick<Measures, 'sections'> & { half: string; date: string };
  return {
    rows: readers.rows,
    others: readers.others,
    sections: fields.sections,
    readersTaken: taken(readers.half, readers.machine.takenAt),
    fieldsTaken: taken(fields.half, fields.date),
  };
}

/** Sections of `bench/results/fields.json` and the plugin each is about. */
const sectionTitles: Record<string, string> = {
  receipt: 'Receipts',
  'shipping-label': 'Shipping labels',
  barcode: 'Article numbers and GS1 identifiers',
};

/** Where the part of a README begins and ends that is written by `npm run bench -- plugins --write`. */
export const sectionStart = '## Measured\n';
export const sectionEnd = '\n<!-- end of what is measured -->\n';

/** The whole part, with its heading: the same form for every plugin. */
export function measuredSection(
  id: string,
  version: string,
  figures: FixtureFigures,
  { rows, others, sections, readersTaken, fieldsTaken }: Measures,
): string {
  const { toRead, readRight, toDecline, declined, right, wrong, missing } = figures;
  const parts = [
    `${sectionStart}
Version ${version} on its own fixtures, read from their pictures: ${readRight} of ${toRead} come out as they should, ${declined} of ${toDecline}
that it must leave alone are left alone; ${right} values right, ${wrong} wrong, ${missing} missing.
\`npm run bench -- plugins\` computes these figures again.`,
  ];
  const own = rows.filter(({ reader }) => reader === id);
  if (own.length > 0)
    parts.push(
      `On other pictures (\`npm run bench -- readers\`; ${readersTaken}), by value:`,
      [
        '| pictures | n | field | right | wrong | missing | wrong although sure |',
        '| --- | ---: | --- | ---: | ---: | ---: | ---: |',
        ...own.map(
          ({ pictures, count, field, counts }) =>
            `| ${pictures} | ${count} | ${field} | ${counts.right} | ${counts.wrong} | ${counts.missing} | ${counts.wrongAndSure} |`,
        ),
      ].join('\n'),
    );
  const section = sections.find(({ title }) => title === sectionTitles[id]);
  if (section)
    parts.push(
      `On other pictures (\`npm run bench -- fields\`; ${fieldsTaken}): ${section.method}`,
      [
        `| ${section.columns.join(' | ')} |`,
        `| --- |${section.columns
          .slice(1)
          .map(() => ' ---: |')
          .join('')}`,
        ...section.rows.map(
          ([name, ...values]) => `| ${[name, ...values.map((value) => value.toFixed(3))].join(' | ')} |`,
        ),
      ].join('\n'),
    );
  const other = others.find(({ reader }) => reader === id);
  if (other)
    parts.push(
      `Of ${other.pictures} pictures of other things (\`npm run bench -- readers\`) it makes a record of ${other.records || 'none'}.`,
    );
  return `${parts.join('\n\n')}\n${sectionEnd}`;
}

/** A README with its measured part replaced; one without gets it at its end. */
export function withSection(readme: string, section: string): string {
  const start = readme.indexOf(sectionStart);
  if (start < 0) return `${readme.trimEnd()}\n\n${section}`;
  const end = readme.indexOf(sectionEnd, start);
  if (end < 0) throw new Error(`There is a "${sectionStart.trim()}" without "${sectionEnd.trim()}"`);
  return readme.slice(0, start) + section + readme.slice(end + sectionEnd.length);
}
