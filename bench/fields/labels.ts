// cspell:disable -- carriers and files of the sample data
import { join } from 'node:path';
import { type FieldsContext, newScore, rates, type Section } from './measure.ts';

/** Carrier and number of the sample labels, set by hand from their printed text; null where a label has none. */
const truth: Record<string, { carrier: string | null; tracking: string | null }> = {
  'amazon.png': { carrier: null, tracking: null },
  'dbs.png': { carrier: 'DB Schenker', tracking: '573313433000000000' },
  'dhlecommercetr.png': { carrier: 'DHL', tracking: '233085276493' },
  'dhlpaket.png': { carrier: 'DHL', tracking: '222200000000000000' },
  'dpdpl.png': { carrier: 'DPD', tracking: '0000007278859Q' },
  'fedex.png': { carrier: 'FedEx', tracking: '271053820000' },
  'glscz.png': { carrier: 'GLS', tracking: '903844384574' },
  'porterbuddy.png': { carrier: 'Porterbuddy', tracking: '011112230000002326' },
  'posten.png': { carrier: 'Posten', tracking: 'LB600019048NO' },
  'return_qrcode.png': { carrier: null, tracking: null },
  'templating.png': { carrier: null, tracking: null },
};

export async function labels({ data, readings, run, takes, verbose }: FieldsContext): Promise<Section> {
  const names = ['carrier', 'tracking'] as const;
  const newScores = () => ({ carrier: newScore(), tracking: newScore() });
  const [half, all] = [newScores(), newScores()];
  let count = 0;
  for (const [index, [file, expected]] of Object.entries(truth).entries()) {
    const reading = await readings.read(join(data, 'labels', file));
    const record = run(reading).records.find((candidate) => candidate.type === 'shipping-label');
    if (takes(index)) count++;
    for (const name of names) {
      const value = record?.fields[name]?.value;
      for (const score of takes(index) ? [half[name], all[name]] : [all[name]]) {
        if (expected[name] !== null) score.expected++;
        if (value !== undefined) score.given++;
        if (value !== undefined && value === expected[name]) score.correct++;
      }
      if (verbose && takes(index) && value !== (expected[name] ?? undefined))
        console.log(file, name, value, 'is', expected[name]);
    }
  }
  const total = Object.keys(truth).length;
  return {
    title: 'Shipping labels',
    method: `${count} labels, most with made-up numbers, and the same of all ${total}: so few in a half say little. Three of the labels show neither a carrier nor a tracking number.`,
    columns: ['field', 'precision', 'recall', 'F1'],
    rows: [
      ...names.map((name): (string | number)[] => [name, ...rates(half[name])]),
      ...names.map((name): (string | number)[] => [`${name}, of all ${total}`, ...rates(all[name])]),
    ],
  };
}
