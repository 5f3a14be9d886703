import type { Manifest } from '../manifest.ts';
import type { PackageContent } from '../package.ts';

/** A plugin small enough to flip every bit of its package. */
export const exampleContent: PackageContent = {
  manifest: {
    id: 'pallet-note',
    version: '1.0.0',
    kind: 'reader',
    name: 'Pallet note',
    description: 'Reads the number of a pallet note.',
    reads: ['lines'],
    fallback: false,
    records: [
      {
        type: 'pallet-note',
        label: 'Pallet note',
        title: 'number',
        fields: [{ name: 'number', label: 'Number', type: 'code' }],
      },
    ],
    accepts: [],
    settings: [],
    permissions: { hosts: [] },
  } satisfies Manifest,
  source: 'export default { read: () => [] };',
  readme: 'Reads “pallet notes” – Größe ✓',
  fixtures: ['second', 'first'].map((name) => ({
    name,
    reading: {
      page: { number: 1, of: 1, width: 100, height: 50.5, rotation: 0 },
      lines: [],
      barcodes: [],
      languages: ['en'],
    },
    settings: {},
    expected: { locale: 'en-GB', today: '2026-03-10', records: [] },
  })),
};
