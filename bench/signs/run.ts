/**
 * Currency signs: how many amounts of drawn receipts are read with the sign they are printed with, and what reading costs.
 * `npm run bench -- signs`.
 */
import { parseArgs } from 'node:util';
import { createImageReader } from '@readout/image-reader/node';
import { writeResults } from '../results-file.ts';
import { drawReceipt, notations } from './receipts.ts';

const { values: args } = parseArgs({
  options: {
    /** Prints the amounts that are not read as they are printed. Writes no results. */
    verbose: { type: 'boolean', default: false },
  },
});

interface Counts {
  amounts: number;
  /** Digits, mark and sign as printed, spaces aside. */
  right: number;
  /** The digits without the sign. */
  missing: number;
  /** The digits with another sign, or with one in another place. */
  wrongSign: number;
  /** No line has these digits. */
  notRead: number;
  /** Signs that stand in lines without an amount. */
  signsElsewhere: number;
  /** Milliseconds of processor time per picture. */
  cpuMs: number;
}

const picturesEach = 8;
const firstSeed = 70_001;
const languageSets = [['en'], ['de', 'en']];

const reader = await createImageReader({ threads: 1 });
// What is loaded with the first pictures is no part of the time.
for (const languages of languageSets)
  for (const notation of notations.slice(0, 2)) {
    const { bytes } = await drawReceipt(firstSeed - 1, notation);
    await reader.read(bytes, { languages, only: 'text' });
  }
const rows: ({ languages: string; notation: string } & Counts)[] = [];
for (const languages of languageSets)
  for (const [at, notation] of notations.entries()) {
    const counts: Counts = {
      amounts: 0,
      right: 0,
      missing: 0,
      wrongSign: 0,
      notRead: 0,
      signsElsewhere: 0,
      cpuMs: 0,
    };
    for (let picture = 0; picture < picturesEach; picture++) {
      const seed = firstSeed + at * picturesEach + picture;
      const { bytes, amounts } = await drawReceipt(seed, notation);
      const before = process.cpuUsage();
      const { reading } = await reader.read(bytes, { languages, only: 'text' });
      const { user, system } = process.cpuUsage(before);
      counts.cpuMs += (user + system) / 1000 / picturesEach;
      count(
        counts,
        amounts,
        reading.lines.map(({ text }) => text),
      );
    }
    rows.push({ languages: languages.join(', '), notation: notation.example, ...counts });
  }
await reader.close();

const table = [
  '| Languages | Amounts | n | right | sign missing | wrong sign | digits not read | signs elsewhere | ms per picture |',
  '| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
  ...rows.map(
    (row) =>
      `| ${row.languages} | ${row.notation} | ${row.amounts} | ${row.right} | ${row.missing} | ${row.wrongSign} | ${row.notRead} | ${row.signsElsewhere} | ${Math.round(row.cpuMs)} |`,
  ),
  '',
  `${picturesEach} drawn receipts of nine amounts each, the same ones for both sets of languages. Right is what is read as printed, spaces`,
  'aside; of an amount without a sign, without one. Milliseconds are of processor time.',
].join('\n');
if (args.verbose) console.log(table);
else await writeResults('signs', 'Currency signs', { rows }, table);

/** Every amount that was read stands for one that is printed, those that are equal first. */
function count(counts: Counts, amounts: readonly string[], texts: readonly string[]): void {
  const read: string[] = [];
  for (const text of texts) {
    const amount = amountAtEnd(text);
    if (amount === undefined) counts.signsElsewhere += text.match(/[€£$]/g)?.length ?? 0;
    else read.push(amount);
  }
  const take = (isThis: (amount: string) => boolean): string | undefined => {
    const at = read.findIndex(isThis);
    return at < 0 ? undefined : read.splice(at, 1)[0];
  };
  const printed = amounts.map((amount) => amount.replace(/\s/g, ''));
  const others = printed.filter((amount) => take((each) => each === amount) === undefined);
  counts.amounts += printed.length;
  counts.right += printed.length - others.length;
  for (const amount of others) {
    const found = take((each) => digitsOf(each) === digitsOf(amount));
    if (found === undefined) counts.notRead++;
    else if (/[€£$]/.test(found)) counts.wrongSign++;
    else counts.missing++;
    if (args.verbose) console.log(`${amount}: ${found ?? `not in ${texts.join(' ; ')}`}`);
  }
}

/** The amount a line ends in, with what stands directly around it, without spaces: a sign, or what a sign was taken for. */
function amountAtEnd(text: string): string | undefined {
  return /(?:^|\s)((?:[€£$]\s?|[^\d\s]{0,2})\d+[.,]\s?\d\d(?:\s?[^\d\s]{1,2})?)$/u
    .exec(text)?.[1]
    ?.replace(/\s/g, '');
}

function digitsOf(amount: string): string {
  return amount.replace(/\D/g, '');
}
