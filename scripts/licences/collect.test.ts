import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { collectNotices, isCompatible } from './collect.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

it('knows licence and text of everything the server runs with', () => {
  const { notices, texts, problems } = collectNotices(root, []);
  expect(problems).toEqual([]);
  const of = (name: string) => notices.find((each) => each.name === name);
  for (const name of ['react', 'sharp', 'PostgreSQL', 'age-encryption']) expect(of(name), name).toBeDefined();
  expect(of('@fontsource-variable/inter')).toMatchObject({ kind: 'font', licence: 'OFL-1.1' });
  expect(of('PP-OCRv4, models that find and read lines')).toMatchObject({
    kind: 'model',
    licence: 'Apache-2.0',
  });
  const noto = of('Noto Sans, the letters of drawn e-invoices')!;
  expect([noto.kind, noto.licence, noto.inside]).toEqual(['font', 'OFL-1.1', '@readout/e-invoice']);
  expect(texts[noto.text]).toContain('The Noto Project Authors');
  expect(texts[of('libheif-js')!.text]).toContain('LESSER GENERAL PUBLIC LICENSE');
  // Tools that only build or test are not handed on.
  for (const name of ['@playwright/test', 'knip', 'vitest']) expect(of(name), name).toBeUndefined();
  for (const { name, text } of notices) expect(texts[text]?.length, name).toBeGreaterThan(200);
});

it('has a licence named in every package of its own, the one its folder is under', () => {
  const folders = [
    '.',
    'apps/web',
    ...readdirSync(path.join(root, 'packages')).map((name) => `packages/${name}`),
  ];
  for (const folder of folders) {
    const manifest = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
    const isForOthers = ['packages/plugin-kit', 'packages/api-client'].includes(folder);
    expect(manifest.license, folder).toBe(isForOthers ? 'Apache-2.0' : 'AGPL-3.0-or-later');
  }
});

it('counts what a build put into the pages, tools included', () => {
  const { notices } = collectNotices(root, ['node_modules/react', 'node_modules/vite']);
  const inPages = notices.filter((each) => each.inPages).map(({ name }) => name);
  expect(inPages).toEqual(['react', 'vite']);
});

describe('which licences may be combined with the AGPL', () => {
  it.each(['MIT', '(MIT OR GPL-2.0-only)', 'Apache-2.0 AND LGPL-3.0-or-later', '(MIT AND Zlib)'])(
    '%s may',
    (id) => {
      expect(isCompatible(id)).toBe(true);
    },
  );
  it.each(['GPL-2.0-only', 'MIT AND BUSL-1.1', 'UNLICENSED', 'SEE LICENSE IN LICENSE.md', 'OFL-1.1'])(
    '%s may not',
    (id) => {
      expect(isCompatible(id)).toBe(false);
    },
  );
});
