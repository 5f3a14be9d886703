import type { PluginReading } from '@readout/plugin-kit';
import type { Manifest } from '@readout/plugin-kit/manifest';
import { generateKey, packPlugin, signPackage } from '@readout/plugin-kit/package';
import { expect, test } from 'vitest';
import { codeChanges } from './code-changes.ts';
import { createVersionTrials } from './compare.ts';
import type { PluginStore } from './plugin-store.ts';

const manifest: Manifest = {
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
};
/** Takes the first line as the number, after `change`. */
const program = (change: string) => `var readoutPlugin={default:{read({reading,settings}){
const [line]=reading.lines;
const value=${change};
return [{type:'pallet-note',confidence:1,fields:{number:{value,raw:line.text,confidence:1,evidence:[{box:line.box,line:line.id}],checks:[]}}}]
}}}`;
const reading = (text: string): PluginReading => ({
  page: { number: 1, of: 1, width: 100, height: 50, rotation: 0 },
  lines: [
    {
      id: 'l0',
      text,
      box: [
        [0, 0],
        [50, 0],
        [50, 10],
        [0, 10],
      ],
      confidence: 1,
      words: [],
    },
  ],
  barcodes: [],
  languages: ['en'],
});
const input = (text: string, prefix = '') => ({
  reading: reading(text),
  settings: { prefix },
  locale: 'en-GB',
  today: '2026-03-10',
});
const ref = (version: string) => ({ source: 'company' as const, pluginId: 'pallet-note', version });
const versionsOf = (programs: Record<string, string>): PluginStore => ({
  load: async (_, { version }) => ({
    manifest: { ...manifest, version },
    code: programs[version]!,
    sha256: version,
    packageSha256: version,
  }),
});
const number = (value: string) => ({
  ok: true,
  records: [{ type: 'pallet-note', fields: { number: { value, seen: ['l0'] } } }],
});

test('both versions are run on every page, each with its own settings, and how far that is can be followed', async () => {
  const trials = createVersionTrials(
    versionsOf({ '1.0.0': program('line.text'), '2.0.0': program('settings.prefix+line.text') }),
  );
  const told: number[] = [];
  expect(
    await trials.run(
      'company',
      [ref('1.0.0'), ref('2.0.0')],
      [
        [input('A1'), input('A1', 'N-')],
        [input('B2'), input('B2')],
      ],
      (done) => told.push(done),
    ),
  ).toEqual([
    { from: number('A1'), to: number('N-A1') },
    { from: number('B2'), to: number('B2') },
  ]);
  expect(told).toEqual([1, 2]);
});

test('a version that never ends fails on its page while this process goes on', async () => {
  const trials = createVersionTrials(
    versionsOf({ '1.0.0': program('line.text'), '2.0.0': program('(()=>{for(;;);})()') }),
  );
  let turns = 0;
  const timer = setInterval(() => turns++, 5);
  const [run] = await trials.run('company', [ref('1.0.0'), ref('2.0.0')], [[input('A1'), input('A1')]]);
  clearInterval(timer);
  expect(run).toMatchObject({ from: number('A1'), to: { ok: false } });
  expect(turns).toBeGreaterThan(5);
});

test('programs are compared as they were written', async () => {
  const key = await generateKey();
  const file = (source: string) =>
    signPackage(packPlugin({ manifest, source, readme: '', fixtures: [] }), key);
  expect(await codeChanges(await file('one\ntwo\n'), await file('one\n2\n'))).toEqual({
    hunks: [{ from: 1, to: 1, lines: [' one', '-two', '+2'] }],
    isCut: false,
  });
  expect((await codeChanges(await file('a()'), await file('a()'))).hunks).toEqual([]);
});
