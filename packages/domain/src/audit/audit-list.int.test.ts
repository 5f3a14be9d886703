import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestCompany, type TestDatabase } from '@readout/database/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Scope } from '../actor.ts';
import { inScope } from '../in-scope.ts';
import { scopeOf } from '../testing/arrange.ts';
import { type AuditFilter, auditConditions } from './audit-conditions.ts';
import { exportAuditEvents } from './export-audit-events.ts';
import { listAuditChoices } from './list-audit-choices.ts';
import { listAuditEvents } from './list-audit-events.ts';
import { recordAuditEvent, recordSystemEvent } from './record-audit-event.ts';

let database: TestDatabase;
let company: TestCompany;
let scope: Scope;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  company = await database.createCompany({ members: ['admin', 'reviewer'] });
  scope = scopeOf(company);
});

const deps = () => ({ db: database.app });
const happens = (action: string, by = scope, subjectId = 'x', detail: Record<string, unknown> = {}) =>
  inScope(database.app, by, (trx) =>
    recordAuditEvent(trx, by, { action, subjectType: 'record', subjectId, detail }),
  );
const actions = async (filter: AuditFilter, by = scope) =>
  (await listAuditEvents(deps(), { scope: by, filter })).events.map((event) => event.action);
const exported = async (format: 'csv' | 'json', filter: AuditFilter = {}) => {
  let text = '';
  for await (const chunk of await exportAuditEvents(deps(), { scope, filter, format }))
    text += new TextDecoder('utf-8', { ignoreBOM: true }).decode(chunk);
  return text;
};

test('events are found by person, group, subject and day, newest first', async () => {
  const admin = scopeOf(company, company.members[0]);
  await happens('record.confirmed', scope, 'one');
  await happens('record.edited', admin, 'one');
  await happens('member.invited', admin, 'two');
  await inScope(database.app, scope, (trx) =>
    recordSystemEvent(trx, company.companyId, {
      action: 'capture.read',
      subjectType: 'capture',
      subjectId: 'three',
    }),
  );
  expect(await actions({})).toEqual(['capture.read', 'member.invited', 'record.edited', 'record.confirmed']);
  expect(await actions({ person: admin.actor.userId })).toEqual(['member.invited', 'record.edited']);
  expect(await actions({ person: 'system' })).toEqual(['capture.read']);
  expect(await actions({ group: 'record' })).toEqual(['record.edited', 'record.confirmed']);
  expect(await actions({ group: 'record', person: admin.actor.userId, subject: 'one' })).toEqual([
    'record.edited',
  ]);
  expect(await actions({ subject: 'two' })).toEqual(['member.invited']);

  // 00:30 on 2 June in Kathmandu is 18:45 UTC of the day before.
  await database.asOwner((client) =>
    client.query("update app.audit_events set created_at = '2026-06-01T18:45:00Z' where subject_id = 'two'"),
  );
  const june = { from: '2026-06-02', to: '2026-06-02' };
  expect(await actions({ ...june, timeZone: 'Asia/Kathmandu' })).toEqual(['member.invited']);
  expect(await actions(june)).toEqual([]);
  for (const filter of [{ person: 'x' }, { from: '2026-02-31' }, { timeZone: 'Nowhere' }])
    await expect(actions(filter)).rejects.toMatchObject({ code: 'list.bad_filter' });

  const choices = await listAuditChoices(deps(), { scope });
  expect(choices.groups).toEqual(['capture', 'member', 'record']);
  expect(choices.people.map(({ name }) => name)).toEqual([admin.actor.name, scope.actor.name]);
});

test('pages follow one another without a gap or a repeat, also among events of one moment', async () => {
  await inScope(database.app, scope, (trx) =>
    recordAuditEvent(
      trx,
      scope,
      Array.from({ length: 23 }, (_, n) => ({
        action: 'record.confirmed',
        subjectType: 'record' as const,
        subjectId: `${n}`,
      })),
    ),
  );
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listAuditEvents(deps(), { scope, limit: 5, ...(cursor ? { cursor } : {}) });
    seen.push(...page.events.map((event) => event.subjectId));
    cursor = page.nextCursor;
  } while (cursor);
  expect(seen).toEqual(Array.from({ length: 23 }, (_, n) => `${22 - n}`));
});

test('what a platform administrator does as a member bears both names, and their id is shown to nobody', async () => {
  const impersonatedBy = randomUUID();
  const acting = { impersonatedBy, impersonatedByName: 'Ada' };
  await happens('record.edited', { ...scope, actor: { ...scope.actor, ...acting } }, 'x', { field: 'total' });
  const { events } = await listAuditEvents(deps(), { scope });
  expect(events).toMatchObject([
    { actorName: scope.actor.name, actingName: 'Ada', detail: { field: 'total' } },
  ]);
  expect(JSON.stringify(events) + (await exported('csv'))).not.toContain(impersonatedBy);
  expect(await exported('csv')).toContain('Ada acting as this person');
});

test('an export holds what the filter names, runs no formula, and is an event itself', async () => {
  await happens(
    'record.rejected',
    { ...scope, actor: { ...scope.actor, name: '=HYPERLINK("http://x")' } },
    'x',
    {
      reason: 'a "quoted", comma',
    },
  );
  await happens('member.invited');
  const csv = await exported('csv', { group: 'record' });
  const [head, first, ...rest] = csv.trimEnd().split('\r\n');
  expect(head).toBe(
    '\uFEFFTime (UTC),Who,Acting,Action,Subject type,Subject id,Detail,IP address,Erased on (UTC)',
  );
  expect(first).toContain(
    `"'=HYPERLINK(""http://x"")",,record.rejected,record,x,"{""reason"":""a \\""quoted\\"", comma""}",`,
  );
  expect(rest).toEqual([]);
  const json = JSON.parse(await exported('json')) as { action: string }[];
  expect(json.map((event) => event.action)).toEqual([
    'audit.exported',
    'audit.exported',
    'member.invited',
    'record.rejected',
  ]);
  expect(JSON.parse(await exported('json', { group: 'nothing' }))).toEqual([]);
  await expect(exported('xml' as 'csv')).rejects.toMatchObject({ code: 'export.unknown_format' });
  await expect(exported('csv', { person: 'x' })).rejects.toMatchObject({ code: 'list.bad_filter' });
});

test('nobody below admin and nobody of another company sees any of it', async () => {
  await happens('record.confirmed');
  const other = scopeOf(await database.createCompany());
  expect(await actions({}, other)).toEqual([]);
  expect(await actions({ person: scope.actor.userId }, other)).toEqual([]);
  expect(await listAuditChoices(deps(), { scope: other })).toEqual({ people: [], groups: [] });
  const reviewer = scopeOf(company, company.members[1]);
  for (const call of [
    () => listAuditEvents(deps(), { scope: reviewer }),
    () => listAuditChoices(deps(), { scope: reviewer }),
    () => exportAuditEvents(deps(), { scope: reviewer, filter: {}, format: 'csv' }),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'role.not_allowed' });
});

test('a page costs the same among a million events as among a hundred: each filter has its index', async () => {
  const plans = await inScope(database.app, scope, async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    const planOf = async (filter: AuditFilter) =>
      (
        await sql<{ 'QUERY PLAN': string }>`explain select e.id from app.audit_events e
          where ${auditConditions(scope, filter)} order by e.created_at desc, e.id desc limit 51`.execute(trx)
      ).rows
        .map((row) => row['QUERY PLAN'])
        .join('\n');
    return [
      await planOf({}),
      await planOf({ person: scope.actor.userId }),
      await planOf({ group: 'member' }),
      await planOf({ subject: 'x' }),
    ];
  });
  expect(plans.map((plan) => /using (\w+)/.exec(plan)?.[1])).toEqual([
    'audit_events_newest',
    'audit_events_actor',
    'audit_events_group',
    'audit_events_subject_newest',
  ]);
  for (const plan of plans) expect(plan).not.toContain('Sort');
});
