import type { PluginReading } from '@readout/plugin-kit';
import type { ExpectedRecord } from '@readout/plugin-kit/expectation';
import type { Manifest } from '@readout/plugin-kit/manifest';
import type { PackagedFixture } from '@readout/plugin-kit/package';

/** A reader of gate passes, as somebody writes it in the studio. */
export const gatePassSource = `import { defineReader, seenPart, textField } from '@readout/plugin-kit';

export default defineReader<{ 'gate-pass': { number: 'text' } }>({
  read({ reading }, record) {
    const line = reading.lines.find((each) => /^Pass [A-Z]\\d{4}$/.test(each.text));
    if (!line) return [];
    return [record('gate-pass', { number: textField(seenPart(line, 5, line.text.length - 5)) })];
  },
});
`;

export const gatePassManifest = (more: Partial<Manifest> = {}): Manifest => ({
  id: 'gate-pass',
  version: '1.0.0',
  kind: 'reader',
  name: 'Gate pass',
  description: 'Reads the number of a gate pass.',
  reads: ['lines'],
  fallback: false,
  records: [
    {
      type: 'gate-pass',
      label: 'Gate pass',
      title: 'number',
      fields: [{ name: 'number', label: 'Number', type: 'text' }],
    },
  ],
  accepts: [],
  settings: [],
  permissions: { hosts: [] },
  ...more,
});

export function readingOf(...texts: string[]): PluginReading {
  return {
    page: { number: 1, of: 1, width: 400, height: 200, rotation: 0 },
    lines: texts.map((text, index) => {
      const top = 30 + index * 40;
      const box: PluginReading['lines'][number]['box'] = [
        [20, top],
        [220, top],
        [220, top + 24],
        [20, top + 24],
      ];
      return { id: `l${index}`, text, box, confidence: 0.98, words: [{ text, box, confidence: 0.98 }] };
    }),
    barcodes: [],
    languages: ['en'],
  };
}

export const fixtureOf = (
  name: string,
  texts: string[],
  records: ExpectedRecord[],
  picture?: PackagedFixture['picture'],
): PackagedFixture => ({
  name,
  reading: readingOf(...texts),
  settings: {},
  expected: { locale: 'en-GB', today: '2026-03-10', records },
  ...(picture ? { picture } : {}),
});

export const gatePassFixtures: PackagedFixture[] = [
  fixtureOf(
    'A pass',
    ['Harbour gate', 'Pass K2210'],
    [{ type: 'gate-pass', fields: { number: { value: 'K2210', seen: ['l1'] } } }],
  ),
  fixtureOf('No pass', ['Harbour gate', 'Visitors'], []),
];
