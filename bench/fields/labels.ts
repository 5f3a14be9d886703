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

export async function labels({ data, readings, run, verbose }: FieldsContext): Promise<Section> {
  const scores = { carrier: newScore(), tracking: newScore() };
  for (const [file, expected] of Object.entries(truth)) {
    const reading = await readings.read(join(data, 'labels', file));
    const record = run(reading).records.find((candidate) => candidate.type === 'shipping-label');
    for (const name of ['carrier', 'tracking'] as const) {
      const value = record?.fields[name]?.value;
      if (expected[name] !== null) scores[name].expected++;
      if (value !== undefined) scores[name].given++;
      if (value !== undefined && value === expected[name]) scores[name].correct++;
      else if (verbose && (value !== undefined || expected[name] !== null))
        console.log(file, name, value, 'is', expected[name]);
    }
  }
  return {
    title: 'Shipping labels',
    method: `${Object.keys(truth).length} labels of eight carriers, most with made-up numbers; three have neither carrier nor number to find.`,
    columns: ['field', 'precision', 'recall', 'F1'],
    rows: Object.entries(scores).map(([name, score]) => [name, ...rates(score)]),
  };
}
