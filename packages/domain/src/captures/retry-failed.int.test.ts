import { createTestDatabase, type TestCompany, type TestDatabase } from '@readout/database/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listAuditEvents } from '../audit/list-audit-events.ts';
import { listPlatformEvents } from '../platform/list-platform-events.ts';
import { listFailureCausesEverywhere, retryFailedEverywhere } from '../platform/retry-failed-everywhere.ts';
import type { PlatformActor } from '../platform-actor.ts';
import type { ReadingJob, ReadingQueue } from '../readings/reading-queue.ts';
import { addMember, capture, createJobTable, plugins, scopeOf } from '../testing/arrange.ts';
import { failReading } from './fail-reading.ts';
import { listFailureCauses, retryFailed } from './retry-failed.ts';
import { trashCaptures } from './trash-captures.ts';

let database: TestDatabase;
let queue: ReadingQueue & { list(): Promise<ReadingJob[]> };
let company: TestCompany;

beforeAll(async () => {
  database = await createTestDatabase();
  queue = await createJobTable(database);
});
afterAll(() => database.close());
beforeEach(async () => {
  company = await database.createCompany({ members: ['reviewer', 'operator'] });
});

const deps = () => ({ db: database.app, queue, plugins });

async function failed(code: string, of = company): Promise<string> {
  const { captureId } = await capture({ database, queue }, scopeOf(of), { unread: true });
  await failReading(deps(), { companyId: of.companyId, captureId, code, message: '' });
  await database.asOwner((client) =>
    client.query('delete from app.reading_queue where capture_id = $1', [captureId]),
  );
  return captureId;
}
const waiting = async () =>
  (await queue.list()).filter(({ companyId }) => companyId === company.companyId).map((job) => job.captureId);

test('all that failed for one reason are read again, what failed for another or was thrown away is not', async () => {
  const [first, second] = [await failed('capture.bytes_missing'), await failed('capture.bytes_missing')];
  await failed('image.damaged');
  const trashed = await failed('capture.bytes_missing');
  await trashCaptures(deps(), { scope: scopeOf(company), ids: [trashed] });
  const elsewhere = await database.createCompany();
  await failed('capture.bytes_missing', elsewhere);
  const scope = scopeOf(company, company.members[0]);
  expect(await listFailureCauses(deps(), { scope })).toEqual([
    { code: 'capture.bytes_missing', pages: 2 },
    { code: 'image.damaged', pages: 1 },
  ]);
  expect(await retryFailed(deps(), { scope, code: 'capture.bytes_missing' })).toEqual({ pages: 2 });
  expect((await waiting()).toSorted()).toEqual([first, second].toSorted());
  expect(await listFailureCauses(deps(), { scope })).toEqual([{ code: 'image.damaged', pages: 1 }]);
  // Once more changes nothing.
  expect(await retryFailed(deps(), { scope, code: 'capture.bytes_missing' })).toEqual({ pages: 0 });
  expect(await waiting()).toHaveLength(2);
});

test('an operator neither sees the reasons of all nor reads all again', async () => {
  await failed('image.damaged');
  const scope = scopeOf(company, company.members[1]);
  await expect(listFailureCauses(deps(), { scope })).rejects.toMatchObject({ code: 'role.not_allowed' });
  await expect(retryFailed(deps(), { scope, code: 'image.damaged' })).rejects.toMatchObject({
    code: 'role.not_allowed',
  });
});

test('an administrator reads again what failed for one reason in all companies; each company and the installation has it in its list', async () => {
  const code = 'reader.never_ended';
  const actor: PlatformActor = {
    userId: (await addMember(database, null)).userId,
    name: 'Petra',
    platformRole: 'admin',
  };
  const [elsewhere, suspended] = [await database.createCompany(), await database.createCompany()];
  const [here, there] = [await failed(code), await failed(code, elsewhere)];
  await failed('image.damaged', elsewhere);
  await failed(code, suspended);
  const trashed = await failed(code);
  await trashCaptures(deps(), { scope: scopeOf(company), ids: [trashed] });
  await database.asOwner(async (client) => {
    await client.query("update app.company_settings set status = 'suspended' where company_id = $1", [
      suspended.companyId,
    ]);
    // Nobody has a reread left: this is none of theirs.
    await client.query('update app.company_settings set max_rereads_per_day = 0');
  });
  const causes = async () => {
    const all = await listFailureCausesEverywhere(database, { actor });
    return all.find((cause) => cause.code === code);
  };
  expect(await causes()).toEqual({ code, pages: 2, companies: 2 });
  const everywhere = { platform: database.platform, ...deps() };
  expect(await retryFailedEverywhere(everywhere, { actor, code })).toEqual({
    pages: 2,
    companies: 2,
    left: 0,
  });
  const jobs = (await queue.list()).map(({ captureId }) => captureId);
  expect(jobs).toEqual(expect.arrayContaining([here, there]));
  expect(jobs).not.toContain(trashed);
  expect(await causes()).toBeUndefined();
  expect(await retryFailedEverywhere(everywhere, { actor, code })).toEqual({
    pages: 0,
    companies: 0,
    left: 0,
  });
  const { events } = await listAuditEvents({ db: database.app }, { scope: scopeOf(elsewhere) });
  expect(events[0]).toMatchObject({
    action: 'capture.reread',
    actorName: 'Petra',
    subjectId: there,
    detail: { code, byPlatform: true },
  });
  const listed = await listPlatformEvents(
    { platform: database.platform },
    { actor, action: 'platform.readings_tried_again' },
  );
  expect(listed.events.map(({ detail }) => detail)).toEqual([{ code, pages: 2, companies: 2 }]);
  // Auditors see what failed but cannot have it read again.
  const auditor: PlatformActor = { ...actor, platformRole: 'auditor' };
  expect((await listFailureCausesEverywhere(database, { actor: auditor })).length).toBeGreaterThan(0);
  await expect(retryFailedEverywhere(everywhere, { actor: auditor, code })).rejects.toMatchObject({
    code: 'platform.role_not_allowed',
  });
  const stranger: PlatformActor = { ...actor, platformRole: 'user' };
  await expect(listFailureCausesEverywhere(database, { actor: stranger })).rejects.toMatchObject({
    code: 'platform.admin_only',
  });
  await expect(retryFailedEverywhere(everywhere, { actor: stranger, code })).rejects.toMatchObject({
    code: 'platform.admin_only',
  });
});
