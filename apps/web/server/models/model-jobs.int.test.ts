import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestDatabase, type TestDatabase } from '@readout/database/testing';
import {
  addTextModel,
  chooseTextModel,
  compareTextModel,
  removeTextModel,
} from '@readout/domain/platform/text-models/change-text-models';
import { listTextModels } from '@readout/domain/platform/text-models/list-text-models';
import type { TextModelJob } from '@readout/domain/platform/text-models/text-model-jobs';
import type { PlatformActor } from '@readout/domain/platform-actor';
import { catalogue, type FetchAddress } from '@readout/image-reader/added-models';
import { readPackagedDictionary, readPackagedModel } from '@readout/image-reader/models';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createModelJobs } from './model-jobs.ts';
import { openTextModels } from './text-models.ts';

let database: TestDatabase;
let dataFolder: string;
let admin: PlatformActor;
let model: Uint8Array;
let characters: Uint8Array;
/** What the address gives in place of the model. */
let altered: Uint8Array | undefined;

beforeAll(async () => {
  database = await createTestDatabase();
  dataFolder = mkdtempSync(path.join(tmpdir(), 'readout-model-jobs-'));
  const { owner } = await database.createCompany();
  admin = { userId: owner.userId, name: owner.name, platformRole: 'admin' };
  [model, characters] = await Promise.all([readPackagedModel('recognise'), readPackagedDictionary()]);
});
afterAll(async () => {
  await database.close();
  rmSync(dataFolder, { recursive: true });
});

const described = (file: string, bytes: Uint8Array) => ({
  file,
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

const fetchAddress: FetchAddress = async (address) => {
  const file = address.slice(address.lastIndexOf('/') + 1);
  const manifest = {
    name: 'stand-in',
    role: 'latin',
    about: 'what comes with the package, in the place of another',
    source: 'this test',
    licence: 'Apache-2.0',
    model: described('rec.onnx', model),
    characters: described('dict.txt', characters),
  };
  const bytes =
    file === 'model.json'
      ? Buffer.from(JSON.stringify(manifest))
      : file === 'rec.onnx'
        ? (altered ?? model)
        : characters;
  async function* body() {
    yield bytes;
  }
  return { status: 200, headers: new Headers(), body: body() };
};

/** As one process of the installation has them. */
function openHere() {
  const folder = openTextModels(dataFolder, fetchAddress);
  const jobs = createModelJobs({
    dataFolder,
    folder,
    compare: async (name, onProgress) => {
      await onProgress({ done: 0, of: 0 });
      throw new Error(`nothing compares ${name} here`);
    },
    log: { error: () => {} },
  });
  return { platform: database.platform, folder, jobs, catalogue };
}

async function ended(kind: TextModelJob['kind']): Promise<TextModelJob> {
  // Another process than the one that does it.
  const newest = async () => (await openHere().jobs.list()).find((each) => each.kind === kind);
  await expect.poll(async () => (await newest())?.state ?? 'running').not.toBe('running');
  return (await newest())!;
}

const add = (actor = admin) =>
  addTextModel(openHere(), { actor, name: 'stand-in', address: 'https://models.example/stand-in' });

test('a wrong file is refused by its name with nothing half installed; the right one is added, chosen and removed, each with its event', async () => {
  altered = Buffer.from(model);
  altered[1000]! ^= 1;
  await add();
  expect(await ended('add')).toMatchObject({
    name: 'stand-in',
    by: admin.name,
    state: 'failed',
    failure: { code: 'model.wrong_bytes', values: { file: 'rec.onnx' } },
  });
  expect(readdirSync(path.join(dataFolder, 'models'))).toEqual(['.jobs']);

  altered = undefined;
  await add();
  expect(await ended('add')).toMatchObject({ state: 'done', failure: null });
  await expect(compareTextModel(openHere(), { actor: admin, name: 'absent' })).rejects.toMatchObject({
    code: 'model.unknown',
  });
  await chooseTextModel(openHere(), { actor: admin, role: 'latin', name: 'stand-in' });
  const { models, chosen } = await listTextModels(openHere(), { actor: admin });
  expect([chosen, models[0]]).toMatchObject([{ latin: 'stand-in' }, { state: 'in_use' }]);
  expect(models.filter(({ state }) => state === 'known').length).toBe(catalogue.length);
  await expect(removeTextModel(openHere(), { actor: admin, name: 'stand-in' })).rejects.toMatchObject({
    code: 'model.in_use',
  });
  await chooseTextModel(openHere(), { actor: admin, role: 'latin', name: '' });
  await removeTextModel(openHere(), { actor: admin, name: 'stand-in' });
  const { rows } = await database.asOwner((client) =>
    client.query<{ action: string }>('select action from platform.events order by id'),
  );
  // What was refused is no event.
  expect(rows.map(({ action }) => action)).toEqual(
    ['add_asked', 'add_asked', 'added', 'chosen', 'chosen', 'removed'].map(
      (each) => `platform.model_${each}`,
    ),
  );
});

test('support and auditors look on, and change nothing', async () => {
  for (const platformRole of ['support', 'auditor'] as const) {
    const actor = { ...admin, platformRole };
    await expect(listTextModels(openHere(), { actor })).resolves.toMatchObject({ chosen: {} });
    for (const refused of [
      add(actor),
      chooseTextModel(openHere(), { actor, role: 'latin', name: '' }),
      removeTextModel(openHere(), { actor, name: 'stand-in' }),
      compareTextModel(openHere(), { actor, name: 'stand-in' }),
    ])
      await expect(refused).rejects.toMatchObject({ code: 'platform.role_not_allowed' });
  }
  await expect(
    listTextModels(openHere(), { actor: { ...admin, platformRole: 'user' } }),
  ).rejects.toMatchObject({ code: 'platform.admin_only' });
});
