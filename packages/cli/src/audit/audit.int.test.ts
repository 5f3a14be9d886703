import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestDatabase, type TestDatabase } from '@readout/database/testing';
import { exportAuditEvents } from '@readout/domain/audit/export-audit-events';
import { listAuditEvents } from '@readout/domain/audit/list-audit-events';
import { recordAuditEvent } from '@readout/domain/audit/record-audit-event';
import { inScope } from '@readout/domain/in-scope';
import { exportPlatformChain } from '@readout/domain/platform/export-platform-chain';
import { scopeOf } from '@readout/domain/testing/arrange';
import { eraseUser } from '@readout/domain/users/erase-user';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { moment } from '../format-units.ts';

const command = fileURLToPath(new URL('../../bin/readout.js', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'readout-audit-'));
const dataFolder = mkdtempSync(path.join(tmpdir(), 'readout-audit-data-'));
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
  rmSync(dataFolder, { recursive: true });
});

const file = (name: string, text: string) => {
  writeFileSync(path.join(folder, name), text);
  return path.join(folder, name);
};
const verify = (...args: string[]) => verifyIn({}, ...args);
const verifyIn = (environment: Record<string, string>, ...args: string[]) =>
  new Promise<{ status: number; stdout: string; stderr: string }>((resolve) => {
    execFile(
      process.execPath,
      [command, 'audit', 'verify', ...args],
      { env: { ...process.env, ...environment } },
      (error, stdout, stderr) => resolve({ status: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });

test('a downloaded list is verified without the installation, also after an account was deleted', async () => {
  const company = await database.createCompany({ name: 'Größe', members: ['reviewer'] });
  const owner = scopeOf(company);
  const member = scopeOf(company, company.members[0]);
  for (const [by, detail] of [
    [owner, { from: 'Größe "x"\n', to: 1.5 }],
    [member, {}],
    [owner, {}],
  ] as const)
    await inScope(database.app, by, (trx) =>
      recordAuditEvent(trx, by, { action: 'record.edited', subjectType: 'record', subjectId: 'é', detail }),
    );
  const download = async () => {
    const chunks = await exportAuditEvents(
      { db: database.app },
      { scope: owner, filter: {}, format: 'chain' },
    );
    return Buffer.concat(await Array.fromAsync(chunks)).toString();
  };
  const before = await download();
  const whole = await verify(file('before.jsonl', before));
  expect(whole).toMatchObject({ status: 0, stderr: '' });
  expect(whole.stdout).toMatch(
    new RegExp(`^Company ${company.companyId}: 4 events, all as they were written`),
  );
  const { stdout: heads } = await verify('--head', file('before.jsonl', before));

  await eraseUser({ auth: database.auth }, { userId: company.members[0]!.userId, isOwnWish: true });
  const after = await download();
  expect(after).not.toContain(company.members[0]!.userId);
  const later = await verify(file('after.jsonl', after), '--expect', file('heads', heads));
  expect(later).toMatchObject({ status: 0, stderr: '' });
  expect(later.stdout).toMatch(/1 event: names or texts were erased on [A-Z][a-z]+ \d+, 20\d\d/);
  expect(later.stdout).toContain('the head that was kept is in it');

  // The list and its other downloads say the same as the command.
  const { events } = await listAuditEvents({ db: database.app }, { scope: owner });
  const on = /erased on (.*)/.exec(later.stdout)?.[1] ?? '';
  const erased = events.filter((event) => event.erasedOn !== null);
  expect(erased).toEqual([expect.objectContaining({ actorName: expect.stringMatching(/^former member/) })]);
  expect(moment(erased[0]!.erasedOn!)).toBe(on);
  const csv = await exportAuditEvents({ db: database.app }, { scope: owner, filter: {}, format: 'csv' });
  expect(Buffer.concat(await Array.fromAsync(csv)).toString()).toMatch(
    /former member [0-9a-f]{4},.*,20\d\d-[\d-]+T[\d:.]+Z\r\n/,
  );

  const [first, second, ...rest] = after.trimEnd().split('\n');
  const changed = file(
    'changed.jsonl',
    [first, second?.replace('record.edited', 'record.opened'), ...rest].join('\n'),
  );
  expect(await verify(changed)).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/broken at event 2 \(id \d+\): its time, action or order was changed/),
  });
  const cut = file('cut.jsonl', before.split('\n').slice(0, 3).join('\n'));
  expect((await verify(cut)).status).toBe(0);
  expect(await verify(cut, '--expect', file('heads', heads))).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('it was there when its head was kept'),
  });
  expect((await verify(file('other.jsonl', '{"some": "thing"}'))).stderr).toContain(
    'line 1: it is not a line of',
  );
});

test('all chains of an installation are verified where it runs, and the first broken event is named', async () => {
  const { user, password, host, port, database: name } = database.address;
  const there = {
    DATABASE_URL: `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`,
    READOUT_DATA: dataFolder,
  };
  const company = await database.createCompany();
  const owner = scopeOf(company);
  await inScope(database.app, owner, (trx) =>
    recordAuditEvent(trx, owner, { action: 'record.edited', subjectType: 'record', subjectId: 'x' }),
  );
  const admin = { userId: company.owner.userId, name: 'Ada', platformRole: 'admin' as const };
  const chain = await exportPlatformChain({ platform: database.platform }, { actor: admin });
  const own = await verify(
    file('installation.jsonl', Buffer.concat(await Array.fromAsync(chain)).toString()),
  );
  expect(own).toMatchObject({ status: 0, stderr: '' });
  expect(own.stdout).toMatch(/^The installation: \d+ events?, all as they were written/);
  await expect(
    exportPlatformChain({ platform: database.platform }, { actor: { ...admin, platformRole: 'user' } }),
  ).rejects.toMatchObject({ code: 'platform.admin_only' });
  const whole = await verifyIn(there);
  expect(whole).toMatchObject({ status: 0, stderr: '' });
  expect(whole.stdout).toMatch(/^The installation: /);
  expect(whole.stdout).toContain(`Company ${company.companyId}: 1 event, all as they were written`);
  await database.asOwner((client) =>
    client.query("update app.audit_events set actor_name = 'Mallory' where company_id = $1", [
      company.companyId,
    ]),
  );
  expect(await verifyIn(there)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(`Company ${company.companyId}: broken at event 1`),
  });
});
