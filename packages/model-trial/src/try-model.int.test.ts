import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestCompany, type TestDatabase } from '@readout/database/testing';
import { type ModelFolder, openModelFolder } from '@readout/image-reader/added-models';
import { readPackagedDictionary, readPackagedModel } from '@readout/image-reader/models';
import { loadFirstPartyPlugins } from '@readout/plugin-sandbox/node';
import { createFileSystemStore, type ObjectStore, originalKey } from '@readout/store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundledReaders } from './bundled-readers.ts';
import type { ChangedField, ChangedLine } from './report.ts';
import { tryModel } from './try-model.ts';

let database: TestDatabase;
let company: TestCompany;
let folder: string;
let store: ObjectStore;
let models: ModelFolder;

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

beforeAll(async () => {
  database = await createTestDatabase();
  company = await database.createCompany({ languages: ['de'], locale: 'de-DE' });
  folder = await mkdtemp(join(tmpdir(), 'readout-trial-'));
  store = await createFileSystemStore(join(folder, 'store'));
  models = await withModelOfSwappedDigits();
  const receipt = await readFile(
    join(import.meta.dirname, '../../image-reader/corpus/german-receipt/input.jpg'),
  );
  await keepConfirmed(receipt, [
    { plugin: 'receipt', type: 'receipt', fields: { total: '25.90', currency: 'EUR' } },
    { plugin: 'own-reader', type: 'slip', fields: { number: '20871' } },
  ]);
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

/** What comes with Readout, of whose characters 2 and 9 are exchanged: what it reads is as sure, and wrong. */
async function withModelOfSwappedDigits(): Promise<ModelFolder> {
  const [model, characters] = await Promise.all([readPackagedModel('recognise'), readPackagedDictionary()]);
  const swap: Record<string, string> = { '2': '9', '9': '2' };
  const swapped = Buffer.from(
    Buffer.from(characters)
      .toString()
      .split('\n')
      .map((character) => swap[character] ?? character)
      .join('\n'),
  );
  const from = await mkdtemp(join(folder, 'from-'));
  await writeFile(join(from, 'rec.onnx'), model);
  await writeFile(join(from, 'dict.txt'), swapped);
  const manifest = {
    name: 'swapped',
    role: 'latin',
    about: 'reads 2 as 9',
    source: 'this test',
    licence: 'Apache-2.0',
    model: { file: 'rec.onnx', bytes: model.length, sha256: hashOf(model) },
    characters: { file: 'dict.txt', bytes: swapped.length, sha256: hashOf(swapped) },
  };
  await writeFile(join(from, 'model.json'), JSON.stringify(manifest));
  const opened = openModelFolder({
    folder: join(folder, 'models'),
    fetchAddress: async () => {
      throw new Error('nobody is asked');
    },
    check: async () => {},
  });
  await opened.add('swapped', { folder: from });
  return opened;
}

async function keepConfirmed(
  bytes: Uint8Array,
  records: { plugin: string; type: string; fields: Record<string, string> }[],
): Promise<void> {
  const { companyId, owner } = company;
  await store.put(originalKey(companyId, hashOf(bytes)), bytes);
  await database.asOwner(async (client) => {
    await client.query(
      "insert into app.objects (company_id, sha256, byte_size, media_type) values ($1, $2, $3, 'image/jpeg')",
      [companyId, hashOf(bytes), bytes.length],
    );
    await client.query(
      "insert into app.installations (company_id, plugin_id, version) values ($1, 'receipt', '1.0.0')",
      [companyId],
    );
    const { rows } = await client.query<{ id: string }>(
      `insert into app.captures (company_id, document_id, sha256, media_type, byte_size, file_name, source, created_by, state)
       values ($1, gen_random_uuid(), $2, 'image/jpeg', $3, 'receipt.jpg', 'upload', $4, 'read') returning id`,
      [companyId, hashOf(bytes), bytes.length, owner.userId],
    );
    for (const { plugin, type, fields } of records) {
      const values = Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [name, { value, checks: [] }]),
      );
      await client.query(
        `insert into app.records (company_id, capture_id, reading_id, plugin_id, plugin_version, type, state, confidence, fields,
           original_fields, confirmed_by, confirmed_at)
         values ($1, $2, gen_random_uuid(), $3, '1.0.0', $4, 'confirmed', 1, $5, $5, $6, now())`,
        [companyId, rows[0]?.id, plugin, type, JSON.stringify(values), owner.userId],
      );
    }
  });
}

test('a model that misreads digits is seen to turn confirmed amounts wrong before it reads', async () => {
  const bundled = (await loadFirstPartyPlugins()).filter(({ manifest: { id } }) => id === 'receipt');
  const lines: ChangedLine[] = [];
  const fields: ChangedField[] = [];
  const before = await counts();
  const report = await database.asOwner((client) =>
    tryModel(
      { client, store, models, readersOf: bundledReaders(client, bundled) },
      { name: 'swapped', limit: 10 },
      { onLine: (line) => void lines.push(line), onField: (field) => void fields.push(field) },
    ),
  );
  expect(report).toMatchObject({
    model: 'swapped',
    role: 'latin',
    instead: 'packaged',
    captures: { compared: 1, failed: 0, notReached: 0 },
    recordsLeftOut: 1,
    fields: [
      {
        reader: 'receipt',
        field: 'currency',
        staysRight: 1,
        becomesRight: 0,
        becomesWrong: 0,
        staysWrong: 0,
      },
      { reader: 'receipt', field: 'total', staysRight: 0, becomesRight: 0, becomesWrong: 1, staysWrong: 0 },
    ],
  });
  expect(report.lines.compared).toBeGreaterThan(15);
  expect(report.lines.changed).toBe(lines.length);
  expect(Math.min(report.pageMs.now, report.pageMs.tried)).toBeGreaterThan(0);
  expect(lines).toContainEqual(
    expect.objectContaining({ companyId: company.companyId, from: '25,90 €', to: '95,20' }),
  );
  expect(fields).toMatchObject([{ field: 'total', becomes: 'wrong', confirmed: '25.90', from: '25.90' }]);
  expect(await models.chosen()).toEqual({});
  expect(await counts()).toEqual(before);
});

test('what reads already, what is not there and what was damaged is refused by its code; other companies are left alone', async () => {
  const attempt = (name: string, companyId?: string) =>
    database.asOwner((client) =>
      tryModel({ client, store, models, readersOf: async () => [] }, { name, limit: 10, companyId }),
    );
  const other = await database.createCompany();
  expect((await attempt('swapped', other.companyId)).captures).toEqual({
    compared: 0,
    failed: 0,
    notReached: 0,
  });
  await expect(attempt('absent')).rejects.toMatchObject({ code: 'model.unknown' });
  await models.choose('latin', 'swapped');
  await expect(attempt('swapped')).rejects.toMatchObject({ code: 'model.reads_already' });
  await models.choose('latin', undefined);
  await writeFile(join(folder, 'models', 'swapped', 'model.onnx'), 'damaged');
  await expect(attempt('swapped')).rejects.toMatchObject({ code: 'model.damaged' });
});

/** Rows a reading leaves behind. */
async function counts(): Promise<unknown> {
  const { rows } = await database.asOwner((client) =>
    client.query(
      `select (select count(*) from app.readings) as readings, (select count(*) from app.records) as records,
         (select count(*) from app.record_proposals) as proposals, (select count(*) from app.audit_events) as events`,
    ),
  );
  return rows[0];
}
