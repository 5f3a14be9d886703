import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findDates, parseAmount } from '@readout/plugin-kit';
import { type FieldsContext, newScore, rates, type Section } from './measure.ts';

/** Comparison as the data's README says: dates as ISO dates, totals with two decimals, the rest letters and digits. */
const fields: Record<
  string,
  { truth: 'company' | 'date' | 'address' | 'total'; normalise: (printed: string) => string }
> = {
  merchant: { truth: 'company', normalise: bare },
  date: {
    truth: 'date',
    normalise: (text) =>
      findDates(text.replace(/[()]/g, ' '), { locale: 'en-GB', today: '2026-01-01' })[0]?.value ?? text,
  },
  address: { truth: 'address', normalise: bare },
  total: { truth: 'total', normalise: (text) => parseAmount(text, { locale: 'en-GB' })?.value ?? text },
};

function bare(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '');
}

export async function receipts({ data, readings, run, takes, verbose }: FieldsContext): Promise<Section> {
  const folder = join(data, 'receipts');
  const scores = new Map(Object.keys(fields).map((name) => [name, newScore()]));
  const ticks: number[] = [];
  const checks = { passed: 0, failed: 0, wrongTotalPassed: 0 };
  const files = (await readdir(join(folder, 'key'))).sort().filter((_, index) => takes(index));
  for (const file of files) {
    const key = JSON.parse(await readFile(join(folder, 'key', file), 'utf8'));
    const reading = await readings.read(join(folder, 'img', file.replace('.json', '.jpg')));
    const { records, runs } = run(reading);
    ticks.push(runs.reduce((sum, one) => sum + (one.ticks ?? 0), 0));
    const record = records.find((candidate) => candidate.type === 'receipt');
    for (const [name, { truth, normalise }] of Object.entries(fields)) {
      const score = scores.get(name)!;
      const expected = normalise(key[truth]);
      const value = record?.fields[name]?.value;
      score.expected++;
      if (typeof value !== 'string') {
        if (verbose) console.log(file, name, 'missing', key[truth]);
        continue;
      }
      score.given++;
      const right = (truth === 'company' || truth === 'address' ? bare(value) : value) === expected;
      if (right) score.correct++;
      else if (verbose) console.log(file, name, JSON.stringify(value), 'is', JSON.stringify(key[truth]));
      if (name !== 'total') continue;
      for (const check of record?.fields.total?.checks ?? []) {
        if (check.passed) checks.passed++;
        else checks.failed++;
        if (check.passed && !right) checks.wrongTotalPassed++;
      }
    }
  }
  const all = newScore();
  for (const score of scores.values()) {
    all.correct += score.correct;
    all.given += score.given;
    all.expected += score.expected;
  }
  ticks.sort((a, b) => a - b);
  return {
    title: 'Receipts',
    method: `${ticks.length} scanned receipts; a value counts only when it is equal after normalising. All readers together take ${ticks[Math.floor(ticks.length / 2)]} interpreter ticks (median) a receipt; each may take 1,000. Sum checks: ${checks.passed} passed (${checks.wrongTotalPassed} of them on a wrong total), ${checks.failed} failed.`,
    columns: ['field', 'precision', 'recall', 'F1'],
    rows: [...[...scores].map(([name, score]) => [name, ...rates(score)]), ['all', ...rates(all)]],
  };
}
