import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestDatabase, type TestDatabase } from '@readout/database/testing';
import {
  type BackupPlan,
  getBackupStanding,
  requestBackup,
  setBackupPlan,
} from '@readout/domain/platform/backup-plan';
import { findBackupTrouble } from '@readout/domain/platform/backup-runs';
import type { PlatformActor } from '@readout/domain/platform-actor';
import { createFileSystemStore } from '@readout/store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BackupDeps, writeDueBackup } from './start-backups.ts';

let database: TestDatabase;
let folder: string;
let deps: BackupDeps;
const actor: PlatformActor = {
  userId: '00000000-0000-4000-8000-000000000009',
  name: 'Petra',
  platformRole: 'admin',
};
const plan: BackupPlan = { isOn: true, folder: 'nightly', recipient: '', time: '00:00', keep: 2 };
const rules = { isRecipient: (text: string) => text.startsWith('age1'), hasFolder: true };

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'readout-backups-'));
  deps = {
    platform: database.platform,
    database: database.address,
    store: await createFileSystemStore(path.join(folder, 'data', 'store')),
    dataFolder: path.join(folder, 'data'),
    secret: database.secret,
    version: '0.1.0',
    folder: path.join(folder, 'allowed'),
    log: { info: () => {}, error: () => {} },
  };
});

afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const standing = () => getBackupStanding({ platform: database.platform }, { actor });
const set = async (change: Partial<BackupPlan>) =>
  setBackupPlan(
    { platform: database.platform, ...rules },
    { actor, plan: { ...plan, ...change }, revision: (await standing()).revision },
  );
const owner = (query: string) => database.asOwner((client) => client.query(query));

test('only an administrator decides, and only what can be done is taken', async () => {
  const user = { ...actor, platformRole: 'user' as const };
  const platform = database.platform;
  await expect(getBackupStanding({ platform }, { actor: user })).rejects.toMatchObject({
    code: 'platform.admin_only',
  });
  await expect(requestBackup({ platform, hasFolder: true }, { actor: user })).rejects.toMatchObject({
    code: 'platform.admin_only',
  });
  await expect(requestBackup({ platform, hasFolder: false }, { actor })).rejects.toMatchObject({
    code: 'backup.no_folder',
  });
  for (const [field, value] of [
    ['folder', '../elsewhere'],
    ['folder', '/etc'],
    ['recipient', 'a word'],
    ['time', '24:00'],
    ['keep', 0],
  ] as const)
    await expect(set({ [field]: value })).rejects.toMatchObject({
      code: 'platform.bad_input',
      detail: { fields: { [field]: expect.any(String) } },
    });
  await expect(setBackupPlan({ platform, ...rules }, { actor, plan, revision: 99 })).rejects.toMatchObject({
    code: 'platform.changed_meanwhile',
  });
});

test('that there never was a backup is told once captures are older than a day', async () => {
  const isNever = async () => (await findBackupTrouble({ platform: database.platform })).isNever;
  const { companyId, owner: person } = await database.createCompany();
  await database.asOwner(async (client) => {
    const sha256 = 'a'.repeat(64);
    await client.query(
      "insert into app.objects (company_id, sha256, byte_size, media_type) values ($1, $2, 1, 'image/png')",
      [companyId, sha256],
    );
    await client.query(
      `insert into app.captures (company_id, id, document_id, source, sha256, file_name, media_type, byte_size, created_by)
       values ($1, $2, $2, 'upload', $3, 'a.png', 'image/png', 1, $4)`,
      [companyId, randomUUID(), sha256, person.userId],
    );
  });
  expect(await isNever()).toBe(false);
  await owner("update app.captures set created_at = created_at - interval '2 days'");
  expect(await isNever()).toBe(true);
  // Its file was never in the store: no business of what follows.
  await owner('delete from app.captures');
  await owner('delete from app.objects');
});

test('what is asked for is written once, whichever process comes first, and a second wish waits for its end', async () => {
  await set({ isOn: false });
  await requestBackup({ platform: database.platform, hasFolder: true }, { actor });
  await expect(
    requestBackup({ platform: database.platform, hasFolder: true }, { actor }),
  ).rejects.toMatchObject({ code: 'backup.already_running' });
  const written = await Promise.all([writeDueBackup(deps), writeDueBackup(deps), writeDueBackup(deps)]);
  expect(written.filter(Boolean)).toHaveLength(1);
  const { runs } = await standing();
  expect(runs).toMatchObject([{ state: 'done', requestedByName: 'Petra', lost: 0 }]);
  expect(await readdir(path.join(folder, 'allowed', 'nightly', 'backups'))).toEqual([runs[0]!.name]);
  expect(await findBackupTrouble({ platform: database.platform })).toEqual({
    failure: null,
    lost: 0,
    isNever: false,
    isLate: false,
  });
});

test('a backup that is due or asked for and that no process writes is told of', async () => {
  const isLate = async () => (await findBackupTrouble({ platform: database.platform })).isLate;
  const open = "state in ('waiting', 'running')";
  await requestBackup({ platform: database.platform, hasFolder: true }, { actor });
  expect(await isLate()).toBe(false);
  await owner(
    `update platform.backup_runs set created_at = created_at - interval '20 minutes' where ${open}`,
  );
  expect(await isLate()).toBe(true);
  // A process takes it up; then it is not heard of any more.
  await owner(
    `update platform.backup_runs set state = 'running', started_at = now(), seen_at = now() where ${open}`,
  );
  expect(await isLate()).toBe(false);
  await owner(`update platform.backup_runs set seen_at = now() - interval '20 minutes' where ${open}`);
  expect(await isLate()).toBe(true);
  expect(await writeDueBackup(deps)).toBe(true);
  expect(await isLate()).toBe(false);

  // By the timetable, an hour ago.
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString().slice(11, 16);
  await set({ time: hourAgo });
  expect(await isLate()).toBe(false);
  await owner("update platform.backup_plan set updated_at = now() - interval '3 days'");
  expect(await isLate()).toBe(true);
  expect(await writeDueBackup(deps)).toBe(true);
  expect(await isLate()).toBe(false);
  await owner('delete from platform.backup_runs where slot is not null');
});

test('the timetable writes one for its last time and no second one, and none for a time before it was set', async () => {
  await set({});
  expect(await writeDueBackup(deps)).toBe(false);
  await owner("update platform.backup_plan set updated_at = now() - interval '3 days'");
  expect(await writeDueBackup(deps)).toBe(true);
  expect(await writeDueBackup(deps)).toBe(false);
  expect((await standing()).runs[0]).toMatchObject({ state: 'done', requestedByName: null });
});

test('a failure is shown with its reason, and tried again an hour later', async () => {
  await writeFile(path.join(folder, 'in-the-way'), '');
  const failing = { ...deps, folder: path.join(folder, 'in-the-way') };
  await requestBackup({ platform: database.platform, hasFolder: true }, { actor });
  expect(await writeDueBackup(failing)).toBe(true);
  expect((await standing()).runs[0]).toMatchObject({
    state: 'failed',
    failureCode: 'backup.target_unusable',
  });
  expect((await findBackupTrouble({ platform: database.platform })).failure).toContain('cannot be written');
  expect(await writeDueBackup(deps)).toBe(false);
  await owner(
    "update platform.backup_runs set finished_at = now() - interval '2 hours' where state = 'failed'",
  );
  expect(await writeDueBackup(deps)).toBe(true);
  expect(await findBackupTrouble({ platform: database.platform })).toEqual({
    failure: null,
    lost: 0,
    isNever: false,
    isLate: false,
  });
});

test('one whose process was killed is taken up by another', async () => {
  await requestBackup({ platform: database.platform, hasFolder: true }, { actor });
  await owner(
    "update platform.backup_runs set state = 'running', started_at = now(), seen_at = now() where state = 'waiting'",
  );
  expect(await writeDueBackup(deps)).toBe(false);
  await owner(
    "update platform.backup_runs set seen_at = now() - interval '3 minutes' where state = 'running'",
  );
  expect(await writeDueBackup(deps)).toBe(true);
  expect((await standing()).runs[0]).toMatchObject({ state: 'done' });
});
