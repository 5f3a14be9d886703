import type { ReaderInput } from '@readout/plugin-kit';
import type { LoadedPlugin } from './run.ts';

const box = [
  [0, 0],
  [10, 0],
  [10, 5],
  [0, 5],
] as [[number, number], [number, number], [number, number], [number, number]];
/** A reading of one line. */
export const input: ReaderInput = {
  reading: {
    page: { number: 1, of: 1, width: 100, height: 50, rotation: 0 },
    lines: [
      { id: 'l0', text: 'Hello', box, confidence: 0.9, words: [{ text: 'Hello', box, confidence: 0.9 }] },
    ],
    barcodes: [],
    languages: ['en'],
  },
  settings: {},
  locale: 'en-GB',
  today: '2026-03-05',
};

/** A reader whose `read` has this body. */
export function plugin(body: string, overrides: Partial<LoadedPlugin['manifest']> = {}): LoadedPlugin {
  return {
    manifest: {
      id: 'probe',
      version: '1.0.0',
      kind: 'reader',
      name: 'Probe',
      description: 'Probe',
      reads: ['lines'],
      fallback: false,
      accepts: [],
      settings: [],
      permissions: { hosts: [] },
      records: [
        {
          type: 'note',
          label: 'Note',
          title: 'text',
          fields: [{ name: 'text', label: 'Text', type: 'text' }],
        },
      ],
      ...overrides,
    },
    code: `var readoutPlugin = { default: { read(input) { ${body} } } };`,
    sha256: '',
  };
}
