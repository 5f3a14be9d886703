import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Manifest, manifestSchema } from './manifest.ts';
import { inLanguageOf, languageShown, textsOfManifest } from './manifest-languages.ts';

const pluginsFolder = join(import.meta.dirname, '../../../plugins');
const bundled = readdirSync(pluginsFolder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }): [string, Manifest] => [
    name,
    manifestSchema.parse(JSON.parse(readFileSync(join(pluginsFolder, name, 'plugin.json'), 'utf8'))),
  ]);

const written = {
  id: 'pallet-note',
  version: '1.0.0',
  kind: 'reader',
  name: 'Pallet note',
  description: 'Reads pallet notes.',
  reads: ['lines'],
  records: [
    {
      type: 'pallet-note',
      label: 'Pallet note',
      title: 'number',
      fields: [
        { name: 'number', label: 'Number', type: 'code' },
        {
          name: 'goods',
          label: 'Goods',
          type: 'list',
          columns: [{ name: 'number', label: 'Number', type: 'code' }],
        },
      ],
    },
  ],
  settings: [
    {
      name: 'site',
      label: 'Site',
      help: 'Where it is used.',
      type: 'choice',
      options: [
        { value: 'north', label: 'North' },
        { value: 'south', label: 'South' },
      ],
      default: 'north',
    },
  ],
  languages: {
    de: { 'Pallet note': 'Palettenschein', Number: 'Nummer', Goods: 'Waren', North: 'Nord' },
    'de-AT': { 'Pallet note': 'Palettenzettel' },
  },
};
const manifest = manifestSchema.parse(written);
const problemsOf = (changed: object) =>
  manifestSchema
    .safeParse({ ...written, ...changed })
    .error?.issues.map(({ path, message }) => [path.join('.'), message]);

it('a reader sees the texts of their language, and in English what it lacks', () => {
  const german = inLanguageOf(manifest, 'de-CH');
  expect(german).toMatchObject({
    name: 'Palettenschein',
    description: 'Reads pallet notes.',
    records: [{ type: 'pallet-note', label: 'Palettenschein', title: 'number' }],
    settings: [{ label: 'Site', options: [{ value: 'north', label: 'Nord' }, { label: 'South' }] }],
  });
  expect(german.records[0]?.fields).toMatchObject([
    { name: 'number', label: 'Nummer' },
    { name: 'goods', label: 'Waren', columns: [{ name: 'number', label: 'Nummer' }] },
  ]);
  expect(inLanguageOf(manifest, 'de-CH')).toBe(german);
  expect(inLanguageOf(manifest, 'de-at').name).toBe('Palettenzettel');
  expect(inLanguageOf(manifest, 'fr')).toBe(manifest);
  expect(['de-CH', 'de-at', 'fr-CA'].map((locale) => languageShown(manifest, locale))).toEqual([
    'de',
    'de-AT',
    'en',
  ]);
});

it('a language of a text that the manifest does not have, of none, or of English is refused', () => {
  expect(problemsOf({ languages: { de: { Nummer: 'Number' } } })).toEqual([
    ['languages.de.Nummer', 'the manifest has no such text'],
  ]);
  expect(problemsOf({ languages: { en: {} } })?.[0]?.[0]).toBe('languages.en');
  expect(problemsOf({ languages: { de: { Number: ' ' } } })?.[0]?.[0]).toBe('languages.de.Number');
  expect(problemsOf({ languages: { 'not a tag': {} } })?.[0]?.[0]).toBe('languages.not a tag');
  const many = Object.fromEntries(Array.from({ length: 41 }, (_, index) => [`aa-${100 + index}`, {}]));
  expect(problemsOf({ languages: many })).toEqual([['languages', 'at most 40 languages']]);
});

it.each(bundled)('%s has every text in German, French and Spanish', (_name, shipped) => {
  for (const language of ['de', 'fr', 'es'])
    expect(new Set(Object.keys(shipped.languages?.[language] ?? {}))).toEqual(textsOfManifest(shipped));
});
