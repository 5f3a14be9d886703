import type { TestDatabase } from '@readout/database/testing';
import type { Scope } from '@readout/domain/actor';
import { submitVersion } from '@readout/domain/plugins/submissions/submit-version';
import type { PluginReading } from '@readout/plugin-kit';
import { type ExpectedRecord, summarise } from '@readout/plugin-kit/expectation';
import type { Manifest } from '@readout/plugin-kit/manifest';
import { type PackagedFixture, packPlugin, type SigningKey, signPackage } from '@readout/plugin-kit/package';
import { bundlePlugin } from '@readout/plugin-sandbox/bundle';
import type { LoadedPlugin, Sandbox } from '@readout/plugin-sandbox/node';
import { packageVerifier } from '../verifier.ts';

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

export interface HandedIn {
  pluginId: string;
  version: string;
  sha256: string;
}

const bundles = new Map<string, ReturnType<typeof bundlePlugin>>();
const bundled = (source: string) =>
  bundles.get(source) ?? bundles.set(source, bundlePlugin(source)).get(source)!;

/** Hands a package in, made of the source unless `code` says what runs. */
export async function handIn(
  database: TestDatabase,
  { scope, key }: { scope: Scope; key: SigningKey },
  {
    manifest = gatePassManifest(),
    source = gatePassSource,
    code,
    fixtures = gatePassFixtures,
    notes = 'Reads passes of the harbour.',
  }: {
    manifest?: Manifest;
    source?: string;
    code?: string;
    fixtures?: PackagedFixture[];
    notes?: string;
  } = {},
): Promise<HandedIn> {
  const bundle = code === undefined ? await bundled(source) : { code };
  if (!('code' in bundle)) throw new Error(JSON.stringify(bundle.problems));
  const payload = packPlugin({ manifest, code: bundle.code, source, readme: '# Gate pass', fixtures });
  const { pluginId, version, sha256 } = await submitVersion(
    { db: database.app, packages: packageVerifier },
    {
      scope,
      package: await signPackage(payload, key),
      notes,
      privateResults: { fixtures: 3, passed: 2, failed: 1 },
    },
  );
  return { pluginId, version, sha256 };
}

/** What a page reports that runs fixtures: the sandbox of Node stands for that of the browser, they are one interpreter. */
export function browserResults(sandbox: Sandbox, plugin: LoadedPlugin, fixtures: readonly PackagedFixture[]) {
  return fixtures.map(({ name, reading, settings, expected: { locale, today } }) => {
    const run = sandbox.run(plugin, { reading, settings, locale, today });
    return {
      name,
      ok: run.ok,
      message: run.ok ? '' : run.message,
      ticks: run.ticks ?? null,
      ms: run.ms,
      records: run.ok ? summarise(run.records) : [],
    };
  });
}
