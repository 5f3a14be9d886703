import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestDatabase, type TestDatabase } from '@readout/database/testing';
import { keptLegalTexts } from '@readout/domain/platform/kept-legal-texts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLegalVersions } from './legal-versions.ts';

// Two machines with a data folder each, and nothing in common but the database.

let database: TestDatabase;
let root: string;
let number = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  root = await mkdtemp(path.join(tmpdir(), 'readout-legal-texts-'));
});
beforeEach(() => database.asOwner((client) => client.query('delete from platform.legal_texts')));
afterAll(async () => {
  await database.close();
  await rm(root, { recursive: true, force: true });
});

const text = (version: string, body = `Text ${version}.`) =>
  `---\ntitle: Terms\nversion: ${version}\neffective: 2026-12-01\n---\n${body}`;

async function machine(dataFolder = path.join(root, String(number++))) {
  await mkdir(path.join(dataFolder, 'legal', 'de'), { recursive: true });
  const open = () =>
    createLegalVersions({
      dataFolder,
      kept: keptLegalTexts({ platform: database.platform }),
      onError() {},
    });
  const file = (name: string) => path.join(dataFolder, 'legal', name);
  return {
    file,
    legal: await open(),
    open,
    put: (name: string, content: string) => writeFile(file(name), content),
    remove: (name: string) => rm(file(name)),
  };
}
const shown = async ({ legal }: Awaited<ReturnType<typeof machine>>) => (await legal.source('tos')).text;

test('a text put on one machine is shown, and has to be accepted, at the other', async () => {
  const [one, other] = [await machine(), await machine()];
  const builtIn = await shown(other);
  const before = other.legal.revision();
  await one.put('tos.md', text('7'));
  await one.put('de/tos.md', text('7', 'Siebter Text.'));
  expect((await one.legal.refresh()).terms).toBe('7');
  expect((await other.legal.refresh()).terms).toBe('7');
  expect(other.legal.revision()).toBeGreaterThan(before);
  const original = await other.legal.source('tos');
  expect(original).toMatchObject({ text: text('7'), isOwn: true });
  expect(await other.legal.translation('tos', { language: 'de', original })).toContain('Siebter Text.');

  await one.remove('tos.md');
  await one.legal.refresh();
  expect(await shown(other)).toBe(builtIn);
});

test('the text that was put somewhere last holds; what lies elsewhere unchanged says nothing, after a start neither', async () => {
  const [one, other] = [await machine(), await machine()];
  await one.put('tos.md', text('7'));
  await one.legal.refresh();
  await other.put('tos.md', text('8'));
  await other.legal.refresh();
  expect(await shown(one)).toBe(text('8'));
  const again = await one.open();
  expect(again.current().terms).toBe('8');
  // Nor does taking the older one away take the newer one back.
  await one.remove('tos.md');
  await one.legal.refresh();
  expect(await shown(other)).toBe(text('8'));
});

test('a text that cannot be used is told of where it lies, and the last good one is shown everywhere', async () => {
  const [one, other] = [await machine(), await machine()];
  await one.put('tos.md', text('7'));
  await one.legal.refresh();
  for (const [broken, why] of [
    ['No header', 'begins without a header that has title, version, effective'],
    [text('8', 'x'.repeat(500_001)), 'is larger than 500 kB'],
    [text('8', '\0'), 'is no text'],
  ] as const) {
    await one.put('tos.md', broken);
    await one.legal.refresh();
    expect(one.legal.problems()).toEqual([`legal/tos.md ${why}; the last good one is shown`]);
    expect(await shown(other)).toBe(text('7'));
    expect(other.legal.problems()).toEqual([]);
  }
});

test('the last good text of an earlier release stays the one that holds', async () => {
  const one = await machine();
  await one.put('tos.md', 'No header');
  await mkdir(one.file('.last-good'));
  await one.put('.last-good/tos.md', text('6'));
  expect((await one.legal.refresh()).terms).toBe('6');
});
