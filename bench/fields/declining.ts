import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FieldsContext, Section } from './measure.ts';

/** Pictures that hold neither receipt nor parcel label: any such record is a guess. */
export async function declining({ data, readings, run, verbose }: FieldsContext): Promise<Section> {
  const groups: [name: string, folder: string, take: (file: string) => boolean][] = [
    ['screenshots', 'screens', () => true],
    ['cards and plates', 'photos', (file) => /^(?:card|plate)/.test(file)],
    ['travel documents', 'mrz', () => true],
  ];
  const rows: (string | number)[][] = [];
  for (const [name, folder, take] of groups) {
    let count = 0;
    const wrong: Record<string, number> = { receipt: 0, 'shipping-label': 0 };
    let failed = 0;
    for (const file of (await readdir(join(data, folder))).filter(
      (entry) => /\.(?:png|jpe?g)$/i.test(entry) && take(entry),
    )) {
      count++;
      const { records, runs } = run(await readings.read(join(data, folder, file)));
      failed += runs.filter((one) => !one.ok).length;
      for (const type of Object.keys(wrong))
        if (records.some((record) => record.type === type)) {
          wrong[type]!++;
          if (verbose) console.log(file, type);
        }
    }
    rows.push([name, count, wrong.receipt!, wrong['shipping-label']!, failed]);
  }
  return {
    title: 'Declining',
    method: 'Pictures of other things: records a reader should not have made, and runs that failed.',
    columns: ['pictures', 'count', 'taken for a receipt', 'taken for a label', 'failed runs'],
    rows,
  };
}
