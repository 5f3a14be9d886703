import { createTestDatabase, type TestCompany, type TestDatabase } from '@readout/database/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Scope } from '../actor.ts';
import { archiveCaptures } from '../captures/archive-captures.ts';
import { getCapture } from '../captures/get-capture.ts';
import { listCaptures } from '../captures/list-captures.ts';
import { rereadCaptures } from '../captures/reread-captures.ts';
import { restoreCaptures } from '../captures/restore-captures.ts';
import type { CaptureFilter } from '../captures/rules.ts';
import { trashCaptures } from '../captures/trash-captures.ts';
import type { ReadingQueue } from '../readings/reading-queue.ts';
import { confirmRecord } from '../records/confirm-record.ts';
import { editField } from '../records/edit-field.ts';
import { rejectRecord } from '../records/reject-record.ts';
import { reopenRecord } from '../records/reopen-record.ts';
import { capture, createJobTable, plugins, receipt, scopeOf } from '../testing/arrange.ts';
import { companyOverview } from './company-overview.ts';
import { dismissFirstSteps } from './dismiss-first-steps.ts';

let database: TestDatabase;
let queue: ReadingQueue;
let company: TestCompany;
let scope: Scope;
beforeAll(async () => {
  database = await createTestDatabase();
  queue = await createJobTable(database);
});
afterAll(() => database.close());
beforeEach(async () => {
  company = await database.createCompany({ members: ['operator', 'reviewer'] });
  scope = scopeOf(company);
});

const deps = () => ({ db: database.app, queue, plugins });
const overview = (timeZone: string, now: string, by = scope, days = 30) =>
  companyOverview(deps(), { scope: by, days, timeZone, now: new Date(now) });
const listed = async (filter: CaptureFilter, by = scope) =>
  (await listCaptures(deps(), { scope: by, filter })).total;

/** As if it had been captured, and begun to wait, at that time. */
const captured = async (at: string, options: Parameters<typeof capture>[2] = {}, by = scope) => {
  const { captureId } = await capture({ database, queue }, by, options);
  await database.asOwner(async (client) => {
    await client.query('update app.captures set created_at = $2 where id = $1', [captureId, at]);
    await client.query('update app.review_stretches set began_at = $2 where document_id = $1', [
      captureId,
      at,
    ]);
  });
  return captureId;
};
const recordsOf = async (captureId: string) => (await getCapture(deps(), { scope, captureId })).records;
const confirm = async (captureId: string, at?: string) => {
  for (const { id, revision } of await recordsOf(captureId)) {
    await confirmRecord(deps(), { scope, recordId: id, revision });
    if (!at) continue;
    await database.asOwner(async (client) => {
      await client.query('update app.records set confirmed_at = $2 where id = $1', [id, at]);
      await client.query('update app.captures set revision = revision where id = $1', [captureId]);
      await client.query('update app.review_stretches set ended_at = $2 where document_id = $1', [
        captureId,
        at,
      ]);
    });
  }
};
const edit = async (captureId: string, field: string, value: string) => {
  const [record] = await recordsOf(captureId);
  await editField(deps(), { scope, recordId: record!.id, revision: record!.revision, field, value });
};
const forgetKept = () => database.asOwner((client) => client.query('delete from app.dashboard_days'));

describe('days', () => {
  test('begin and end with those of the viewer, on the days the clocks change and in zones of 45 minutes', async () => {
    // 29 March 2026 in Berlin: 23 hours, from 23:00 to 22:00 UTC. 25 October: 25 hours, from 22:00 to 23:00 UTC.
    for (const at of [
      '2026-03-28T22:59:59Z',
      '2026-03-28T23:00:00Z',
      '2026-03-29T21:59:59Z',
      '2026-03-29T22:00:00Z',
    ])
      await captured(at);
    const perDay = async (timeZone: string, now: string) =>
      Object.fromEntries(
        (await overview(timeZone, now, scope, 7)).days
          .filter(({ captures }) => captures > 0)
          .map(({ day, captures }) => [day, captures]),
      );
    expect(await perDay('Europe/Berlin', '2026-03-31T12:00:00Z')).toEqual({
      '2026-03-28': 1,
      '2026-03-29': 2,
      '2026-03-30': 1,
    });
    for (const at of ['2026-10-24T22:00:00Z', '2026-10-25T22:59:59Z', '2026-10-25T23:00:00Z'])
      await captured(at);
    expect(await perDay('Europe/Berlin', '2026-10-27T12:00:00Z')).toEqual({
      '2026-10-25': 2,
      '2026-10-26': 1,
    });
    // Kathmandu is 5:45 ahead: its 1 June begins at 18:15 UTC.
    for (const at of ['2026-05-31T18:14:59Z', '2026-05-31T18:15:00Z', '2026-06-01T18:14:59Z'])
      await captured(at);
    expect(await perDay('Asia/Kathmandu', '2026-06-02T12:00:00Z')).toEqual({
      '2026-05-31': 1,
      '2026-06-01': 2,
    });
    for (const [day, timeZone, total] of [
      ['2026-03-29', 'Europe/Berlin', 2],
      ['2026-10-25', 'Europe/Berlin', 2],
      ['2026-06-01', 'Asia/Kathmandu', 2],
      ['2026-06-01', 'UTC', 1],
    ] as const)
      expect(await listed({ from: day, to: day, timeZone })).toBe(total);
  });

  test('are as many as asked for, up to today of the viewer, and an unknown zone is refused', async () => {
    // 14 hours ahead: already the second.
    const { days } = await overview('Pacific/Kiritimati', '2026-01-01T11:00:00Z', scope, 3);
    expect(days.map(({ day }) => day)).toEqual(['2025-12-31', '2026-01-01', '2026-01-02']);
    for (const timeZone of ['Mars/Olympus', '+05:45', "UTC'; drop table x"])
      await expect(overview(timeZone, '2026-01-01T00:00:00Z')).rejects.toMatchObject({
        code: 'list.bad_filter',
      });
  });
});

describe('numbers', () => {
  const zone = 'Europe/Berlin';
  const now = '2026-06-30T12:00:00Z';

  test('are those one counts by hand, and each is what the list behind it holds', async () => {
    const first = await captured('2026-06-10T10:00:00Z', {
      records: [
        receipt({ merchant: 'A', total: '1.00' }, 0.95),
        receipt({ merchant: 'B', total: '2.00' }, 0.9),
      ],
    });
    await edit(first, 'total', '1.50');
    await confirm(first, '2026-06-10T10:10:00Z');
    const second = await captured('2026-06-10T11:00:00Z', { records: [receipt({ merchant: 'C' }, 0.31)] });
    await edit(second, 'merchant', 'D');
    // Back at what was read: nothing is corrected.
    await edit(second, 'merchant', 'C');
    await confirm(second, '2026-06-10T15:00:00Z');
    const third = await captured('2026-06-11T11:00:00Z', { records: [receipt({ merchant: 'E' }, 1)] });
    const [waste] = await recordsOf(third);
    await rejectRecord(deps(), { scope, recordId: waste!.id, revision: 1, reason: 'blurred' });
    await captured('2026-06-12T11:00:00Z', { records: [receipt({ merchant: 'F' }, 0.9)] });
    await captured('2026-06-12T12:00:00Z', { records: [] });
    await captured('2026-06-12T13:00:00Z', { unread: true });
    const gone = await captured('2026-06-12T14:00:00Z');
    await trashCaptures(deps(), { scope, ids: [gone] });
    const old = await captured('2026-05-01T10:00:00Z');
    await archiveCaptures(deps(), { scope, ids: [old] });

    for (const _ of ['counted', 'kept']) {
      const seen = await overview(zone, now);
      expect(seen.total).toEqual({
        captures: 6,
        read: 5,
        failed: 0,
        unread: 1,
        records: 5,
        recorded: 4,
        byState: {
          needs_review: { records: 1, captures: 1 },
          confirmed: { records: 3, captures: 2 },
          rejected: { records: 1, captures: 1 },
        },
      });
      expect(seen.confirmed).toMatchObject({
        records: 3,
        captures: 2,
        unchanged: { records: 2, captures: 2 },
      });
      // 10 minutes twice, 4 hours once.
      expect(seen.confirmed.medianSeconds! / 600).toBeCloseTo(1, 1);
      expect(seen.corrections).toMatchObject([
        { field: 'total', label: 'Total', typeLabel: 'Receipt', records: 1, captures: 1, of: 3 },
      ]);
      expect(
        seen.confidence
          .filter(({ records }) => records > 0)
          .map(({ fromPercent: from, ...n }) => [from, n.records, n.captures]),
      ).toEqual([
        [30, 1, 1],
        [90, 4, 3],
      ]);
      expect(seen.plugins).toMatchObject([{ plugin: 'receipt', name: 'Receipt', records: 5, captures: 4 }]);
      expect(seen.now).toEqual({ waiting: 1, unread: 1, failed: 0, undelivered: null });

      const span = { place: 'kept', from: '2026-06-01', to: '2026-06-30', timeZone: zone } as const;
      expect(await listed(span)).toBe(6);
      expect(await listed({ ...span, review: 'any' })).toBe(4);
      expect(await listed({ ...span, state: 'unread' })).toBe(1);
      for (const state of ['needs_review', 'confirmed', 'rejected'] as const) {
        expect(await listed({ ...span, review: state })).toBe(seen.total.byState[state].captures);
        expect(await listed({ ...span, plugin: 'receipt', review: state })).toBe(
          seen.plugins[0]!.byState[state].captures,
        );
      }
      for (const band of seen.confidence)
        expect(await listed({ ...span, confidence: `${band.fromPercent}-${band.toPercent}` })).toBe(
          band.captures,
        );
      expect(await listed({ ...span, review: 'confirmed', corrected: 'none' })).toBe(2);
      expect(
        await listed({
          ...span,
          review: 'confirmed',
          plugin: 'receipt',
          type: 'receipt',
          corrected: 'total',
        }),
      ).toBe(1);
      for (const { day, captures } of seen.days)
        expect(await listed({ place: 'kept', from: day, to: day, timeZone: zone })).toBe(captures);
    }
  });

  test('of what waited are those of each day’s end', async () => {
    const one = await captured('2026-06-20T10:00:00Z');
    const two = await captured('2026-06-21T10:00:00Z');
    await captured('2026-06-22T21:59:00Z');
    const four = await captured('2026-06-22T22:01:00Z');
    await confirm(one, '2026-06-21T09:00:00Z');
    await confirm(two, '2026-06-24T09:00:00Z');
    await confirm(four, '2026-06-22T23:00:00Z');
    const { days } = await overview(zone, '2026-06-25T12:00:00Z', scope, 7);
    expect(days.map(({ day, waiting }) => [day.slice(8), waiting])).toEqual([
      ['19', 0],
      ['20', 1],
      ['21', 1],
      ['22', 2],
      ['23', 2],
      ['24', 1],
      ['25', 1],
    ]);
    for (const { day, waiting } of days)
      expect(await listed({ place: 'all', waitingAt: day, timeZone: zone })).toBe(waiting);
  });

  test('of days that are kept follow every change of their captures', async () => {
    const ids: string[] = [];
    for (let day = 10; day < 16; day++) ids.push(await captured(`2026-06-${day}T10:00:00Z`));
    const [a, b, c, d, e] = ids as [string, string, string, string, string];
    const kept = () =>
      database.asOwner(
        async (client) =>
          (
            await client.query('select count(*)::int as n from app.dashboard_days where company_id = $1', [
              company.companyId,
            ])
          ).rows[0].n,
      );
    await overview(zone, now);
    expect(await kept()).toBe(30);
    const changes: [string, () => Promise<unknown>][] = [
      ['confirmed', () => confirm(a)],
      ['edited', () => edit(b, 'total', '3.00')],
      ['trashed', () => trashCaptures(deps(), { scope, ids: [c] })],
      ['restored', () => restoreCaptures(deps(), { scope, ids: [c] })],
      ['archived', () => archiveCaptures(deps(), { scope, ids: [d] })],
      [
        'reopened',
        async () => reopenRecord(deps(), { scope, recordId: (await recordsOf(a))[0]!.id, revision: 2 }),
      ],
      ['read again', () => rereadCaptures(deps(), { scope, ids: [e] })],
      [
        'gone',
        () =>
          database.asOwner((client) => client.query('delete from app.captures where id = any($1)', [[b, c]])),
      ],
    ];
    for (const [what, change] of changes) {
      await change();
      const { days, plugins: byPlugin, confirmed } = await overview(zone, now);
      await forgetKept();
      const fresh = await overview(zone, now);
      expect({ what, days, byPlugin, confirmed }).toEqual({
        what,
        days: fresh.days,
        byPlugin: fresh.plugins,
        confirmed: fresh.confirmed,
      });
    }
  });

  test('an operator sees are those of their own captures', async () => {
    const operator = scopeOf(company, company.members[0]);
    await captured('2026-06-20T10:00:00Z');
    await captured('2026-06-20T11:00:00Z', {}, operator);
    await captured('2026-06-20T12:00:00Z', { unread: true }, operator);
    await overview(zone, now);
    const mine = await overview(zone, now, operator);
    expect(mine.total).toMatchObject({ captures: 2, unread: 1, records: 1 });
    expect(mine.now).toEqual({ waiting: 1, unread: 1, failed: 0, undelivered: null });
    expect(mine.latest).toHaveLength(2);
    expect(mine.days.find(({ day }) => day === '2026-06-20')?.waiting).toBe(1);
    expect(await listed({ place: 'all', waitingAt: '2026-06-20', timeZone: zone }, operator)).toBe(1);
    expect((await overview(zone, now)).total.captures).toBe(3);
  });

  test('of what waits to be read or could not be are those of the inbox, as in the list behind them', async () => {
    const unread: string[] = [];
    const failed: string[] = [];
    for (const ids of [unread, failed])
      for (let n = 0; n < 3; n++) ids.push(await captured('2026-06-20T10:00:00Z', { unread: true }));
    await database.asOwner((client) =>
      client.query("update app.captures set state = 'failed', failure_code = 'x' where id = any($1)", [
        failed,
      ]),
    );
    await archiveCaptures(deps(), { scope, ids: [unread[0]!, failed[0]!] });
    await trashCaptures(deps(), { scope, ids: [unread[1]!, failed[1]!] });
    expect((await overview(zone, now)).now).toEqual({ waiting: 0, unread: 1, failed: 1, undelivered: null });
    for (const state of ['unread', 'failed'] as const) expect(await listed({ state })).toBe(1);
  });

  test('of nothing are none, not zero percent', async () => {
    const empty = await overview(zone, now);
    expect(empty.confirmed).toEqual({
      records: 0,
      captures: 0,
      unchanged: { records: 0, captures: 0 },
      medianSeconds: null,
    });
    expect(empty.corrections).toEqual([]);
    expect(empty.latest).toEqual([]);
  });
});

test('the first steps tick themselves, are those of the role, and go when done or dismissed', async () => {
  const reviewer = scopeOf(company, company.members[1]);
  const steps = async (by = scope, hasTwoFactor = false) =>
    (await companyOverview(deps(), { scope: by, days: 7, timeZone: 'UTC', hasTwoFactor })).steps.map(
      ({ step, isDone }) => `${step}${isDone ? ' done' : ''}`,
    );
  // Colleagues are there already.
  expect(await steps()).toEqual(['capture', 'confirm', 'two_factor', 'invite done', 'export']);
  const { captureId } = await capture({ database, queue }, scope);
  await confirm(captureId);
  expect(await steps(scope, true)).toEqual([
    'capture done',
    'confirm done',
    'two_factor done',
    'invite done',
    'export',
  ]);
  expect(await steps(scopeOf(company, company.members[0]))).toEqual(['capture', 'confirm', 'two_factor']);
  await dismissFirstSteps(deps(), { scope: reviewer });
  await dismissFirstSteps(deps(), { scope: reviewer });
  expect(await steps(reviewer)).toEqual([]);
  expect(await steps()).not.toEqual([]);
});
