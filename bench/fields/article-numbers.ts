import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expandUpcE, isGtin } from '@readout/plugin-kit';
import { type FieldsContext, newScore, rates, type Section } from './measure.ts';

interface Picture {
  file: string;
  symbology: string | null;
  text: string | null;
}

/** EAN and UPC pictures (a GTIN expected), and GS1 DataBar (identifiers expected), as far as the engine reads them. */
export async function articleNumbers({
  data,
  readings,
  run,
  takes,
  verbose,
}: FieldsContext): Promise<Section> {
  const all: Picture[] = JSON.parse(await readFile(join(data, 'barcodes/manifest.json'), 'utf8'));
  const pictures = all.toSorted((a, b) => (a.file < b.file ? -1 : 1)).filter((_, index) => takes(index));
  const gtin = newScore();
  const gs1 = newScore();
  const longEnough = (text: string) => text.replace(/\D/g, '').padStart(14, '0').slice(-14);
  for (const { file, symbology, text } of pictures) {
    const isArticle = /^(?:ean|upc)/.test(symbology ?? '');
    const isElement = /^(?:rss|databar)/.test(symbology ?? '');
    if (!text || !(isArticle || isElement)) continue;
    const reading = await readings.read(join(data, 'barcodes', file), { only: 'barcodes' });
    if (reading.barcodes.length === 0) continue;
    const records = run(reading).records.filter((record) => record.type === 'barcode');
    if (isArticle) {
      // The text may hold an add-on behind the article number.
      const digits = text.replace(/\D/g, '');
      const expected = longEnough(
        (symbology === 'upce' ? expandUpcE(digits) : undefined) ??
          [14, 13, 12, 8].map((length) => digits.slice(0, length)).find((code) => isGtin(code)) ??
          digits,
      );
      const values = records.map((record) => record.fields.gtin).filter((value) => value !== undefined);
      gtin.expected++;
      gtin.given += values.length > 0 ? 1 : 0;
      if (
        values.some(
          (value) =>
            longEnough(String(value.value)) === expected && value.checks.every((check) => check.passed),
        )
      )
        gtin.correct++;
      else if (verbose)
        console.log(
          file,
          'gtin',
          values.map((value) => value.value),
          'is',
          expected,
        );
    } else {
      const values = records.map((record) => record.fields.gs1?.value).filter((value) => value !== undefined);
      gs1.expected++;
      gs1.given += values.length > 0 ? 1 : 0;
      // Identifiers and values one after the other are what the symbol encodes; the keys' order is not kept.
      const sorted = (parts: string) =>
        [...parts]
          .filter((character) => character > ' ')
          .sort()
          .join('');
      const right = values.some(
        (value) =>
          sorted(
            Object.entries(value as Record<string, string>)
              .flat()
              .join(''),
          ) === sorted(text),
      );
      if (right) gs1.correct++;
      else if (verbose) console.log(file, 'gs1', JSON.stringify(values), 'is', text);
    }
  }
  return {
    title: 'Article numbers and GS1 identifiers',
    method:
      'Barcode pictures the engine reads: EAN and UPC must give a GTIN whose check digit holds, GS1 DataBar its application identifiers. Some DataBar test pictures hold data that breaks the rules of their identifiers on purpose; the reader declines those.',
    columns: ['field', 'precision', 'recall', 'F1'],
    rows: [
      ['gtin', ...rates(gtin)],
      ['gs1', ...rates(gs1)],
    ],
  };
}
