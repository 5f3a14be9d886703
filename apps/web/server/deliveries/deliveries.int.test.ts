import { createHmac, timingSafeEqual } from 'node:crypto';
import { createPool } from '@readout/database';
import type { TestCompany, TestMember } from '@readout/database/testing';
import { createApiKey } from '@readout/domain/api-keys/create-api-key';
import type { ApiKeyScope } from '@readout/domain/api-keys/rules';
import { failReading } from '@readout/domain/captures/fail-reading';
import { rereadCaptures } from '@readout/domain/captures/reread-captures';
import { runBulkAction } from '@readout/domain/captures/run-bulk-action';
import { undoBulkAction } from '@readout/domain/captures/undo-bulk-action';
import { companyOverview } from '@readout/domain/dashboard/company-overview';
import { createTarget } from '@readout/domain/deliveries/create-target';
import { getDelivery } from '@readout/domain/deliveries/get-delivery';
import { listDeliveries } from '@readout/domain/deliveries/list-deliveries';
import { listStoppedTargets } from '@readout/domain/deliveries/list-stopped-targets';
import { listTargets } from '@readout/domain/deliveries/list-targets';
import { previewRule } from '@readout/domain/deliveries/preview-rule';
import { replayDelivery } from '@readout/domain/deliveries/replay-delivery';
import { replayFailed } from '@readout/domain/deliveries/replay-failed';
import { restoreTarget } from '@readout/domain/deliveries/restore-target';
import { rotateSecret } from '@readout/domain/deliveries/rotate-secret';
import type { GivenRule } from '@readout/domain/deliveries/rule-input';
import { keptBodyBytes, outgoingTypes, retryDelaysMs } from '@readout/domain/deliveries/rules';
import { setTargetRule } from '@readout/domain/deliveries/set-target-rule';
import { setTargetState } from '@readout/domain/deliveries/set-target-state';
import { skipDelivery } from '@readout/domain/deliveries/skip-delivery';
import { leaseSeconds, takeDeliveries } from '@readout/domain/deliveries/take-deliveries';
import { trashTarget } from '@readout/domain/deliveries/trash-target';
import { updateTarget } from '@readout/domain/deliveries/update-target';
import { mailNotifications } from '@readout/domain/notifications/mail-notifications';
import { getCompanyForPlatform } from '@readout/domain/platform/get-company-for-platform';
import { platformHealth } from '@readout/domain/platform/platform-health';
import { getRecordHistory } from '@readout/domain/records/get-record-history';
import { capture, read, receipt } from '@readout/domain/testing/arrange';
import { createOutboundDispatcher, parseNetworks } from '@readout/store/outbound-guard';
import { signatureOf } from '@readout/store/webhook-signature';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { writeEvent } from '../api/write-event.ts';
import { type Received, type Receiver, startReceiver } from '../testing/receiver.ts';
import { scopeOf, startTestServer, type TestServer } from '../testing/test-server.ts';
import { carryOut } from './carry-out.ts';
import { exchange } from './exchange.ts';
import { createSecretVault } from './secret-vault.ts';
import { startDeliveries } from './start-deliveries.ts';
import { testTarget } from './test-target.ts';

let server: TestServer;
let receiver: Receiver;
let company: TestCompany;
const open = createOutboundDispatcher({ allow: parseNetworks('127.0.0.1/32') });

beforeAll(async () => {
  server = await startTestServer();
  receiver = await startReceiver();
});
afterAll(async () => {
  await open.destroy();
  await receiver?.close();
  await server?.close();
});
beforeEach(async () => {
  company = await server.database.createCompany({ members: ['admin', 'reviewer'] });
  receiver.received.length = 0;
  receiver.answer = (_, response) => response.writeHead(204).end();
  // What other tests left is not sent.
  await owner('update app.delivery_targets set trashed_at = now()');
});

const deps = () => ({
  db: server.database.app,
  means: server.means,
  vault: createSecretVault(server.database.secret),
  plugins: server.plugins,
  queue: server.queue,
  writeEvent,
});
const scope = (of = company) => scopeOf(of);
const owner = (text: string, ...values: unknown[]) =>
  server.database.asOwner(async (client) => (await client.query(text, values)).rows);
const post = (path: string, body?: unknown, who = server.as(company), headers = {}) =>
  server.fetch(path, who, {
    method: 'POST',
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
const keyFor = async (...scopes: ApiKeyScope[]) => {
  const { key } = await createApiKey(
    { db: server.database.app },
    { scope: scope(), apiKey: { name: 'Program', scopes, role: 'admin', days: 30 } },
  );
  return { authorization: `Bearer ${key}` };
};
const codeOf = async (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );

/** A record in review, and what is done with it. */
async function aRecord(of = company, values: Record<string, string> = {}) {
  const { captureId } = await capture(server, scope(of), {
    records: [receipt({ number: 'A 7/1', total: '12.50', ...values })],
  });
  const [row] = await owner('select id from app.records where capture_id = $1', captureId);
  const id = row.id as string;
  const change = async (how: string, by?: TestMember) =>
    expect((await post(`/records/${id}/${how}`, undefined, server.as(of, by))).status).toBe(200);
  return {
    id,
    captureId,
    confirm: (by?: TestMember) => change('confirm', by),
    reopen: () => change('reopen'),
    correct: async (total: string) => {
      const answer = await server.fetch(`/records/${id}`, server.as(of), {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ fields: { total } }),
      });
      expect(answer.status).toBe(200);
    },
  };
}
const webhookTo = (
  path = '/hook',
  {
    of = company,
    events = [...outgoingTypes],
    rule = {},
  }: { of?: TestCompany; events?: string[]; rule?: GivenRule } = {},
) =>
  createTarget(deps(), {
    scope: scope(of),
    target: { kind: 'webhook', name: `Hook ${path}`, address: `${receiver.url}${path}`, events, rule },
  });

const start = Date.UTC(2030, 0, 1);
/** Everything that is due at a moment, one after the other. */
async function carryAll({
  at,
  dispatcher = open,
  timeoutMs = 10_000,
}: {
  at?: number;
  dispatcher?: typeof open;
  timeoutMs?: number;
} = {}) {
  const clock = at === undefined ? undefined : () => new Date(at);
  const { platform } = server.database;
  for (let tries = 0; ; tries++) {
    const taken = await takeDeliveries({ platform }, { most: 8, mostFailing: 8, now: clock?.() });
    if (taken.length === 0) return tries;
    for (const each of taken) await carryOut(deps(), each, { clock, outgoing: { dispatcher, timeoutMs } });
  }
}
const listed = async (of = company) => (await listDeliveries(deps(), { scope: scope(of), limit: 200 })).items;
const bodies = () => receiver.received.map(({ body }) => JSON.parse(body));

/** As a receiver does it who knows the published description alone. */
function isSignedBy(secret: string, { headers, body }: Received): boolean {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const expected = createHmac('sha256', key)
    .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
    .digest();
  return String(headers['webhook-signature'])
    .split(' ')
    .some((each) => {
      const [version, signature = ''] = each.split(',');
      const given = Buffer.from(signature, 'base64');
      return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
    });
}

// cspell:ignore ILPZ
test('the signature is the one of the published example', () => {
  expect(
    signatureOf(
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      'msg_p5jXN8AQM9LWM0D4loKWxJek',
      1614265330,
      '{"test": 2432232314}',
    ),
  ).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

test('a webhook that a program adds is sent each confirmed record, signed, as the interface shows it', async () => {
  const key = await keyFor('deliveries:read', 'deliveries:write');
  const added = await post('/webhooks', { url: `${receiver.url}/hook`, events: ['record.confirmed'] }, key);
  expect(added.status).toBe(201);
  const { id, secret } = await added.json();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
  const record = await aRecord();
  await record.confirm();
  await carryAll();
  const [request] = receiver.received;
  expect(receiver.received).toHaveLength(1);
  expect(isSignedBy(secret, request!)).toBe(true);
  expect(isSignedBy('whsec_AAAA', request!)).toBe(false);
  const event = JSON.parse(request!.body);
  const shown = await (await server.fetch(`/records/${record.id}`, server.as(company))).json();
  const { items } = await (await server.fetch('/captures', server.as(company))).json();
  expect(event).toEqual({
    type: 'record.confirmed',
    timestamp: expect.any(String),
    sequence: 1,
    data: { record: shown, capture: items[0] },
  });
  const list = await (await server.fetch('/deliveries', key)).json();
  expect(list.items).toEqual([
    expect.objectContaining({
      targetId: id,
      state: 'delivered',
      eventId: request!.headers['webhook-id'],
      recordId: record.id,
      status: 204,
    }),
  ]);
  const { attempts } = await (await server.fetch(`/deliveries/${list.items[0].id}`, key)).json();
  expect(attempts[0]).toMatchObject({
    number: 1,
    request: { body: request!.body },
    answer: { status: 204 },
    failure: null,
  });
  // The secret is shown once: not in a list, and not under the key of a repeated request.
  const webhooks = await (await server.fetch('/webhooks', key)).text();
  expect(webhooks).not.toContain('whsec_');
  const again = { 'idempotency-key': 'once' };
  await post('/webhooks', { url: `${receiver.url}/two` }, key, again);
  expect(await owner('select 1 from app.idempotency_keys where company_id = $1', company.companyId)).toEqual(
    [],
  );
  expect(server.failures).toEqual([]);
});

test('whatever confirms, puts right or reopens writes one event in its transaction, in one order for the company', async () => {
  const record = await aRecord();
  await record.confirm();
  await record.reopen();
  await record.confirm();
  await record.reopen();
  await record.correct('13.00');
  await record.confirm();
  const { captureId } = await aRecord();
  const { bulkActionId } = await runBulkAction(deps(), {
    scope: scope(),
    action: 'confirm',
    ids: [captureId],
    payload: { includeDoubtful: true },
  });
  await undoBulkAction(deps(), { scope: scope(), bulkActionId: bulkActionId! });
  const failing = await capture(server, scope(), { unread: true });
  await failReading(deps(), {
    companyId: company.companyId,
    captureId: failing.captureId,
    code: 'image.unreadable',
    message: 'x',
  });
  const page = await (await server.fetch('/events?after=0', server.as(company))).json();
  expect(
    page.items.map(({ sequence, type }: { sequence: number; type: string }) => `${sequence} ${type}`),
  ).toEqual([
    '1 record.confirmed',
    '2 record.reopened',
    '3 record.confirmed',
    '4 record.reopened',
    '5 record.corrected',
    '6 record.confirmed',
    '7 record.reopened',
    '8 capture.failed',
  ]);
  expect(page.items[4].data.record).toMatchObject({
    state: 'confirmed',
    fields: { total: { value: '13.00' } },
  });
  // As it was, not as it is now.
  expect(page.items[0].data.record).toMatchObject({
    state: 'confirmed',
    fields: { total: { value: '12.50' } },
  });
  expect(page.items[7].data).toMatchObject({ page: 1, capture: { id: failing.captureId, state: 'failed' } });
  expect(page).toMatchObject({ sequence: 8, isMore: false });
  await owner(
    "insert into app.installations (company_id, plugin_id, version, auto_confirm_confidence) values ($1, 'receipt', '1.0.0', 0.5)",
    company.companyId,
  );
  const byRule = await aRecord();
  const { items: last } = await (await server.fetch('/events?after=8', server.as(company))).json();
  expect(last).toMatchObject([
    { sequence: 9, type: 'record.confirmed', data: { record: { id: byRule.id, confirmedBy: null } } },
  ]);
  // Read again with another value it is taken back, and put right by the rule.
  await rereadCaptures(deps(), { scope: scope(), ids: [byRule.captureId] });
  await read(server, company.companyId, byRule.captureId, { records: [receipt({ total: '12.60' })] });
  const { items: again } = await (await server.fetch('/events?after=9', server.as(company))).json();
  expect(again).toMatchObject([
    { type: 'record.reopened', data: { record: { id: byRule.id, state: 'needs_review' } } },
    { type: 'record.corrected', data: { record: { id: byRule.id, fields: { total: { value: '12.60' } } } } },
  ]);
  const rest = await (await server.fetch('/events?after=5&limit=2', server.as(company))).json();
  expect(rest.items.map(({ sequence }: { sequence: number }) => sequence)).toEqual([6, 7]);
  expect(rest.isMore).toBe(true);
});

test('a change that is taken back leaves no event, and numbers have no gap for it', async () => {
  const [one, two] = [await aRecord(), await aRecord()];
  await server.database.asOwner(async (client) => {
    await client.query('begin');
    await client.query("update app.records set state = 'confirmed' where id = $1", [one.id]);
    await client.query('set constraints all immediate');
    await client.query('rollback');
  });
  await two.confirm();
  const rows = await owner(
    'select sequence, subject_id from app.outbox where company_id = $1',
    company.companyId,
  );
  expect(rows).toEqual([{ sequence: '1', subject_id: two.id }]);
});

test('events and deliveries are for those who may, of their own company', async () => {
  const other = await server.database.createCompany();
  const { id: targetId } = await webhookTo();
  const record = await aRecord();
  await record.confirm();
  const [delivery] = await listed();
  const foreign = { scope: scope(other) };
  expect(await listed(other)).toEqual([]);
  expect(await listTargets(deps(), foreign)).toEqual([]);
  expect((await (await server.fetch('/events?after=0', server.as(other))).json()).items).toEqual([]);
  const refused = await Promise.all(
    [
      getDelivery(deps(), { ...foreign, deliveryId: delivery!.id }),
      replayDelivery(deps(), { ...foreign, deliveryId: delivery!.id }),
      skipDelivery(deps(), { ...foreign, deliveryId: delivery!.id }),
      rotateSecret(deps(), { ...foreign, targetId }),
      trashTarget(deps(), { ...foreign, targetId }),
      setTargetState(deps(), { ...foreign, targetId, state: 'paused' as const }),
      replayFailed(deps(), { ...foreign, targetId }),
      testTarget({ ...deps(), dispatcher: open }, { ...foreign, targetId }),
    ].map(codeOf),
  );
  expect(new Set(refused)).toEqual(new Set(['delivery.not_found', 'delivery.target_not_found']));
  // A secret that is copied to another target opens nothing.
  const theirs = await webhookTo('/theirs', { of: other });
  await owner(
    'update app.delivery_targets t set secret_sealed = (select secret_sealed from app.delivery_targets where id = $1) where id = $2',
    targetId,
    theirs.id,
  );
  const { failure } = await testTarget({ ...deps(), dispatcher: open }, { ...foreign, targetId: theirs.id });
  expect(failure?.code).toBe('delivery.secret_unreadable');
  const reviewer = company.members[1]!;
  for (const path of ['/webhooks', '/deliveries'])
    expect((await server.fetch(path, server.as(company, reviewer))).status).toBe(403);
  expect((await server.fetch('/events?after=0', await keyFor('deliveries:read'))).status).toBe(403);
  expect((await server.fetch('/deliveries', await keyFor('records:read'))).status).toBe(403);
});

test('tries come at once, after 5 s, 5 min, 30 min, 3 h and then every 24 h four times; meanwhile the target is paused', async () => {
  receiver.answer = (_, response) => response.writeHead(503).end('later');
  const { id: targetId } = await webhookTo();
  const record = await aRecord();
  await record.confirm();
  let at = Math.max(start, Date.now());
  const times: number[] = [];
  const due = async () => Date.parse((await listed())[0]!.dueAt ?? '');
  await owner(
    'update app.deliveries set due_at = to_timestamp($2) where company_id = $1',
    company.companyId,
    at / 1000,
  );
  for (;;) {
    await carryAll({ at: at - 1 });
    expect(receiver.received).toHaveLength(times.length);
    await carryAll({ at });
    if (receiver.received.length === times.length) break;
    times.push(at);
    const [target] = await listTargets(deps(), { scope: scope() });
    if (target!.state === 'paused') {
      // After three days; admins are told, and what waits stays.
      expect(at - times[0]!).toBeGreaterThanOrEqual(3 * 86_400_000);
      expect(target).toMatchObject({ pausedForFailing: true, waiting: times.length < 9 ? 1 : 0 });
      const told = await owner(
        "select user_id from app.notifications where kind = 'delivery.paused' and company_id = $1",
        company.companyId,
      );
      expect(told.length % 2).toBe(0);
      expect(told.length).toBeGreaterThan(0);
      await owner(
        "update app.delivery_targets set state = 'active', paused_at = null where id = $1",
        targetId,
      );
    }
    const [delivery] = await listed();
    if (delivery!.state === 'failed') break;
    at = await due();
  }
  expect(times.slice(1).map((time, index) => time - times[index]!)).toEqual(retryDelaysMs);
  const ids = new Set(receiver.received.map(({ headers, body }) => `${headers['webhook-id']} ${body}`));
  expect(ids.size).toBe(1);
  const [delivery] = await listed();
  expect(delivery).toMatchObject({
    state: 'failed',
    attempts: 9,
    failureCode: 'delivery.answered_later',
    status: 503,
  });
});

test('a receiver that says when to come again is asked again then, within a day', async () => {
  const wait = { seconds: '120' };
  receiver.answer = (_, response) => response.writeHead(429, { 'retry-after': wait.seconds }).end();
  await webhookTo();
  const record = await aRecord();
  await record.confirm();
  const dueAfter = async (at: number) => {
    await carryAll({ at });
    return Date.parse((await listed())[0]!.dueAt!) - at;
  };
  expect(await dueAfter(start)).toBe(120_000);
  wait.seconds = '99999999';
  expect(await dueAfter(start + 120_000)).toBe(86_400_000);
  // A moment is one of its own clock, which is wrong here.
  receiver.answer = (_, response) =>
    response
      .writeHead(503, {
        date: 'Fri, 03 Jan 2020 10:00:00 GMT',
        'retry-after': 'Fri, 03 Jan 2020 12:00:00 GMT',
      })
      .end();
  expect(await dueAfter(start + 2 * 86_400_000)).toBe(7_200_000);
});

test('what a receiver refuses ends it, and later events of that record alone wait until it is skipped or replayed', async () => {
  const [held, free] = [await aRecord(), await aRecord()];
  const { id: targetId } = await webhookTo();
  receiver.answer = ({ body }, response) => response.writeHead(body.includes(held.id) ? 400 : 200).end('no');
  await held.confirm();
  await held.reopen();
  await free.confirm();
  await carryAll();
  const stateOf = async () =>
    (await listed())
      .toReversed()
      .map(({ state, waitsForEarlier }) => `${state}${waitsForEarlier ? ' waits' : ''}`);
  expect(await stateOf()).toEqual(['failed', 'pending waits', 'delivered']);
  expect(await codeOf(replayDelivery(deps(), { scope: scope(), deliveryId: (await listed())[1]!.id }))).toBe(
    'delivery.still_waiting',
  );
  receiver.answer = (_, response) => response.writeHead(200).end();
  receiver.received.length = 0;
  expect(await replayFailed(deps(), { scope: scope(), targetId })).toEqual({ replayed: 1 });
  await carryAll();
  expect(await stateOf()).toEqual(['delivered', 'delivered', 'delivered']);
  expect(bodies().map(({ type }) => type)).toEqual(['record.confirmed', 'record.reopened']);
  receiver.answer = (_, response) => response.writeHead(422).end();
  await held.confirm();
  await held.reopen();
  await carryAll();
  const failed = (await listed()).find(({ state }) => state === 'failed')!;
  receiver.answer = (_, response) => response.writeHead(200).end();
  await skipDelivery(deps(), { scope: scope(), deliveryId: failed.id });
  await carryAll();
  expect((await stateOf()).slice(3)).toEqual(['skipped', 'delivered']);
  expect(await codeOf(skipDelivery(deps(), { scope: scope(), deliveryId: failed.id }))).toBe(
    'delivery.over_already',
  );
});

test('what a process that died has taken is sent by another under the same id, and not before its lease is over', async () => {
  await webhookTo();
  const record = await aRecord();
  await record.confirm();
  const { platform } = server.database;
  const [lost] = await takeDeliveries({ platform }, { most: 8, mostFailing: 8, now: new Date(start) });
  expect(lost).toBeDefined();
  expect(await carryAll({ at: start + 1000 * leaseSeconds - 1 })).toBe(0);
  await carryAll({ at: start + 1000 * leaseSeconds });
  // It lives after all, and was only slow.
  await carryOut(deps(), lost!, { outgoing: { dispatcher: open, timeoutMs: 10_000 } });
  expect(receiver.received).toHaveLength(1);
  expect((await listed())[0]).toMatchObject({ state: 'delivered', attempts: 1 });
});

test('a paused target keeps what waits and gives it in its order; a deleted one comes back with it', async () => {
  const { id: targetId } = await webhookTo();
  await setTargetState(deps(), { scope: scope(), targetId, state: 'paused' });
  const record = await aRecord();
  await record.confirm();
  await record.reopen();
  await carryAll();
  expect(receiver.received).toEqual([]);
  await trashTarget(deps(), { scope: scope(), targetId });
  await setTargetState(deps(), { scope: scope(), targetId, state: 'active' }).catch(() => {});
  await carryAll();
  expect(receiver.received).toEqual([]);
  await restoreTarget(deps(), { scope: scope(), targetId });
  await setTargetState(deps(), { scope: scope(), targetId, state: 'active' });
  await carryAll();
  expect(bodies().map(({ sequence, type }) => `${sequence} ${type}`)).toEqual([
    '1 record.confirmed',
    '2 record.reopened',
  ]);
});

test('a rotated secret signs at once, and the one before for 24 hours beside it', async () => {
  const { id: targetId, secret } = await webhookTo();
  const { secret: next } = await rotateSecret(deps(), { scope: scope(), targetId });
  const sample = async () => {
    await testTarget({ ...deps(), dispatcher: open }, { scope: scope(), targetId });
    return receiver.received.at(-1)!;
  };
  const both = await sample();
  expect([isSignedBy(secret!, both), isSignedBy(next, both)]).toEqual([true, true]);
  await owner(
    "update app.delivery_targets set former_secret_until = now() - interval '1 s' where id = $1",
    targetId,
  );
  const one = await sample();
  expect([isSignedBy(secret!, one), isSignedBy(next, one)]).toEqual([false, true]);
  expect(JSON.parse(one.body)).toMatchObject({ type: 'record.confirmed', sequence: 0 });
});

test('an HTTP target is asked with its method and headers, fields in its address alone; what is secret is shown nobody', async () => {
  const target = {
    kind: 'http' as const,
    name: 'ERP',
    address: `${receiver.url}/in/{number}?sum={total}`,
    events: ['record.confirmed'],
    method: 'PUT',
    headers: ['X-Folder: in'],
    secretHeaders: ['Authorization: Bearer top-secret-token'],
  };
  const { id: targetId } = await createTarget(deps(), { scope: scope(), target });
  receiver.answer = ({ headers }, response) =>
    response
      .writeHead(500, { 'x-echo': String(headers.authorization) })
      .end(`you sent ${headers.authorization}`);
  const record = await aRecord();
  await record.confirm();
  await carryAll();
  expect(receiver.received[0]).toMatchObject({
    method: 'PUT',
    path: '/in/A%207%2F1?sum=12.50',
    headers: {
      authorization: 'Bearer top-secret-token',
      'x-folder': 'in',
      'content-type': 'application/json',
    },
  });
  const [delivery] = await listed();
  const detail = JSON.stringify(await getDelivery(deps(), { scope: scope(), deliveryId: delivery!.id }));
  const audit = JSON.stringify(
    await owner('select * from app.audit_events where company_id = $1', company.companyId),
  );
  for (const shown of [detail, audit, JSON.stringify(await listTargets(deps(), { scope: scope() }))])
    expect(shown).not.toContain('top-secret');
  expect(detail).toContain('you sent ••••••');
  // Where the answer is cut, nothing of it is left over.
  receiver.answer = ({ headers }, response) =>
    response.writeHead(200).end(`${'x'.repeat(keptBodyBytes - 10)}${headers.authorization}, you sent`);
  await carryAll({ at: Date.now() + 60_000 });
  const { attempts } = await getDelivery(deps(), { scope: scope(), deliveryId: delivery!.id });
  expect(attempts[0]?.answer?.body).toMatch(/^x+•+$/);
  // Nor can someone who may not see it have it sent to themself.
  const moved = { ...target, headers: [], secretHeaders: [], address: 'https://elsewhere.example/' };
  expect(await codeOf(updateTarget(deps(), { scope: scope(), targetId, target: moved }))).toBe(
    'delivery.secret_needed',
  );
  const renamed = { ...target, name: 'ERP 2', headers: [], secretHeaders: [] };
  await updateTarget(deps(), { scope: scope(), targetId, target: renamed });
  const [kept] = await listTargets(deps(), { scope: scope() });
  expect(kept).toMatchObject({
    name: 'ERP 2',
    settings: { headers: [{ name: 'authorization', value: null }] },
  });
});

test.each([
  ['ftp://example.com', 'webhook', 'delivery.bad_address'],
  ['https://user:word@example.com/', 'webhook', 'delivery.bad_address'],
  ['https://example.com/\r\nx: y', 'webhook', 'delivery.bad_address'],
  ['https://{merchant}.example.com/', 'http', 'delivery.bad_address'],
  ['https://example.com{merchant}/', 'http', 'delivery.bad_address'],
  ['https://example.com/{number}', 'webhook', 'delivery.bad_address'],
] as const)('the address %j of a %s is refused', async (address, kind, code) => {
  const target = { kind, name: '', address, events: ['record.confirmed'] };
  expect(await codeOf(createTarget(deps(), { scope: scope(), target }))).toBe(code);
});

test.each([
  'Host: inside',
  'X-A: b\r\nHost: c',
  'webhook-signature: v1,x',
  'no colon',
  'X-A: ü',
  'content-length: 1',
])('the header %j is refused', async (line) => {
  const target = {
    kind: 'http' as const,
    name: '',
    address: 'https://example.com/',
    events: ['record.confirmed'],
    headers: [line],
  };
  expect(await codeOf(createTarget(deps(), { scope: scope(), target }))).toBe('delivery.bad_header');
});

test('while one receiver hangs another has everything, and a worker that stops gives back what it had', async () => {
  const pool = createPool(server.database.address, 'readout_app', server.database.secret, {
    maxConnections: 3,
  });
  const log = { info: () => {}, warn: () => {}, error: (fields: object) => server.failures.push(fields) };
  const worker = startDeliveries(
    { ...deps(), platform: server.database.platform, dispatcher: open, log },
    // The one that hangs hangs for as long as this takes.
    { pool, state: server.state, timeoutMs: 600_000 },
  );
  try {
    receiver.answer = ({ path }, response) => {
      if (path !== '/hangs') response.writeHead(200).end();
    };
    const other = await server.database.createCompany();
    await webhookTo('/hangs');
    await webhookTo('/works');
    await webhookTo('/theirs', { of: other });
    for (let count = 0; count < 6; count++) {
      await (await aRecord()).confirm();
      await (await aRecord(other)).confirm();
    }
    const at = (path: string) => receiver.received.filter((each) => each.path === path).length;
    await expect.poll(() => [at('/works'), at('/theirs')]).toEqual([6, 6]);
    // One at a time, until something arrives there.
    expect(at('/hangs')).toBe(1);
  } finally {
    await worker.stop();
    await pool.end();
  }
  expect(await owner('select 1 from app.deliveries where lease is not null')).toEqual([]);
  expect(server.failures).toEqual([]);
});

const euros = (atLeast: string): GivenRule => ({ amounts: [{ currency: 'eur', atLeast }] });
/** Numbers of the events that went to a target. */
const wentTo = async (targetId: string) =>
  (await listed())
    .filter((each) => each.targetId === targetId)
    .map(({ sequence, type }) => `${sequence} ${type}`)
    .toReversed();

test('a target gets the records that meet every part of its rule, and what would have left is previewed by the same rule', async () => {
  const [admin, reviewer] = company.members as [TestMember, TestMember];
  const rules: Record<string, GivenRule> = {
    none: {},
    type: { types: ['invoice', 'receipt'] },
    otherType: { types: ['invoice'] },
    plugin: { plugins: ['receipt'] },
    otherPlugin: { plugins: ['invoice'] },
    amount: euros('100.00'),
    between: { amounts: [{ currency: 'EUR', atLeast: '5', atMost: '12.5' }] },
    either: {
      amounts: [
        { currency: 'CHF', atMost: '1' },
        { currency: 'EUR', atLeast: '100' },
      ],
    },
    person: { confirmedBy: { people: [reviewer.userId] } },
    role: { confirmedBy: { roles: ['admin'] } },
    byRule: { confirmedBy: { byRule: true } },
    all: { types: ['receipt'], ...euros('100'), confirmedBy: { roles: ['reviewer'], byRule: true } },
  };
  const targets: Record<string, string> = {};
  for (const [name, rule] of Object.entries(rules))
    targets[name] = (await webhookTo(`/${name}`, { rule })).id;
  const made: Record<string, Awaited<ReturnType<typeof aRecord>>> = {
    // In the order they are confirmed in.
    small: await aRecord(company, { currency: 'EUR' }),
    large: await aRecord(company, { currency: 'EUR', total: '100.00' }),
    bare: await aRecord(company, { total: '500.00' }),
    francs: await aRecord(company, { currency: 'CHF', total: '-3.00' }),
  };
  await made.small!.confirm(admin);
  await made.large!.confirm(reviewer);
  await made.bare!.confirm(reviewer);
  await made.francs!.confirm();
  await owner(
    "insert into app.installations (company_id, plugin_id, version, auto_confirm_confidence) values ($1, 'receipt', '1.0.0', 0.5) on conflict (company_id, plugin_id) do update set auto_confirm_confidence = 0.5",
    company.companyId,
  );
  made.alone = await aRecord(company, { currency: 'EUR', total: '250.00' });
  const names = new Map(Object.entries(made).map(([name, { id }]) => [id, name]));
  const expected: Record<string, string[]> = {
    none: ['small', 'large', 'bare', 'francs', 'alone'],
    type: ['small', 'large', 'bare', 'francs', 'alone'],
    otherType: [],
    plugin: ['small', 'large', 'bare', 'francs', 'alone'],
    otherPlugin: [],
    amount: ['large', 'alone'],
    between: ['small'],
    either: ['large', 'francs', 'alone'],
    person: ['large', 'bare'],
    role: ['small'],
    byRule: ['alone'],
    all: ['large', 'alone'],
  };
  const rows = await listed();
  for (const [name, targetId] of Object.entries(targets)) {
    const went = rows
      .filter((each) => each.targetId === targetId)
      .map(({ recordId }) => names.get(recordId!));
    const preview = await previewRule(deps(), { scope: scope(), targetId });
    const leaving = preview.records.filter(({ misses }) => misses.length === 0);
    const shown = leaving.map(({ recordId }) => names.get(recordId));
    expect({ name, went: went.toReversed(), shown: shown.toReversed(), leaving: preview.leaving }).toEqual({
      name,
      went: expected[name],
      shown: expected[name],
      leaving: expected[name]!.length,
    });
  }
  const { records } = await previewRule(deps(), { scope: scope(), targetId: targets.all! });
  expect(records.map(({ recordId, misses }) => [names.get(recordId), misses])).toEqual([
    ['alone', []],
    ['francs', ['amount', 'confirmed_by']],
    ['bare', ['amount']],
    ['large', []],
    ['small', ['amount', 'confirmed_by']],
  ]);
  expect(records[0]).toMatchObject({ amount: '250.00', currency: 'EUR', confirmedBy: null, type: 'receipt' });
  // One that is not saved is tried as well, and a target that wants no confirmed records says so.
  const deaf = await webhookTo('/deaf', { events: ['capture.failed'] });
  const tried = await previewRule(deps(), { scope: scope(), targetId: deaf.id, rule: euros('300') });
  expect(tried.records[0]!.misses).toEqual(['event', 'amount']);
  expect(await wentTo(deaf.id)).toEqual([]);
  // Alarms and pages that cannot be read are no records: no rule keeps them.
  const failing = await capture(server, scope(), { unread: true });
  const failed = { companyId: company.companyId, captureId: failing.captureId };
  await failReading(deps(), { ...failed, code: 'image.unreadable', message: 'x' });
  expect(await wentTo(targets.otherType!)).toEqual(['6 capture.failed']);
});

test('a record that left goes on reaching its target when it no longer meets the rule, however long ago that was', async () => {
  const rule = { ...euros('100'), confirmedBy: { roles: ['reviewer'] } };
  const { id: strict } = await webhookTo('/strict', { rule });
  const { id: usual } = await webhookTo('/usual', { rule, events: ['record.confirmed', 'record.corrected'] });
  const reviewer = company.members[1]!;
  const [large, small] = [
    await aRecord(company, { currency: 'EUR', total: '900.00' }),
    await aRecord(company, { currency: 'EUR' }),
  ];
  await large.confirm(reviewer);
  await small.confirm(reviewer);
  await carryAll();
  // What arrived is deleted after its time; who was given the record stays known.
  const old = "now() + interval '1 day'";
  await owner(`select app.purge_deliveries(${old})`);
  expect(await listed()).toEqual([]);
  await large.reopen();
  await large.correct('9.00');
  await large.confirm();
  await small.reopen();
  expect(await wentTo(strict)).toEqual(['3 record.reopened', '4 record.confirmed']);
  expect(await wentTo(usual)).toEqual(['4 record.confirmed']);
  // Put right so that it meets the rule, it is told from then on.
  await small.correct('150.00');
  await small.confirm(reviewer);
  await small.reopen();
  expect((await wentTo(strict)).slice(2)).toEqual(['6 record.confirmed', '7 record.reopened']);
  // A rule that changes takes nothing back.
  await setTargetRule(deps(), { scope: scope(), targetId: strict, rule: { types: ['invoice'] } });
  await small.confirm();
  expect((await wentTo(strict)).slice(4)).toEqual(['8 record.confirmed']);
  // What was known of a record goes with it.
  await owner('delete from app.records where id = $1', small.id);
  expect(await owner('select 1 from app.delivery_recipients where record_id = $1', small.id)).toEqual([]);
});

test('a program says which records go to a webhook, tries a rule, and is told what of it cannot be', async () => {
  const key = await keyFor('deliveries:read', 'deliveries:write');
  const rule = { types: ['receipt'], amounts: [{ field: 'total', currency: 'EUR', atLeast: '100.00' }] };
  const added = await post('/webhooks', { url: `${receiver.url}/hook`, rule }, key);
  const { id } = await added.json();
  const { items } = await (await server.fetch('/webhooks', key)).json();
  expect(items[0].rule).toEqual(rule);
  const record = await aRecord(company, { currency: 'EUR' });
  await record.confirm();
  expect(await listed()).toEqual([]);
  const preview = async (body: object, who: Record<string, string> = key) =>
    (await post(`/webhooks/${id}/preview`, body, who)).json();
  expect(await preview({})).toMatchObject({
    leaving: 0,
    records: [{ recordId: record.id, misses: ['amount'] }],
  });
  expect(await preview({ rule: {} })).toMatchObject({ leaving: 1, records: [{ misses: [] }] });
  const put = (body: object) =>
    server.fetch(`/webhooks/${id}/rule`, key, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  expect(await (await put({})).json()).toEqual({});
  const other = await server.database.createCompany();
  for (const wrong of [
    { amounts: [{ currency: 'EURO', atLeast: '1' }] },
    { amounts: [{ currency: 'EUR' }] },
    { amounts: [{ currency: 'EUR', atLeast: '1,5' }] },
    { amounts: [{ currency: 'EUR', atLeast: '2', atMost: '1' }] },
    { types: ['a b'] },
    { confirmedBy: { people: [other.owner.userId] } },
  ])
    expect(await codeOf(setTargetRule(deps(), { scope: scope(), targetId: id, rule: wrong }))).toBe(
      'delivery.bad_rule',
    );
  expect(
    await (await put({ amounts: [{ currency: 'EUR', atLeast: '2', atMost: '1' }] })).json(),
  ).toMatchObject({
    code: 'delivery.bad_rule',
  });
  expect(await codeOf(previewRule(deps(), { scope: scope(other), targetId: id }))).toBe(
    'delivery.target_not_found',
  );
  await record.reopen();
  await record.confirm();
  const of = async (query: string) => (await (await server.fetch(`/deliveries?${query}`, key)).json()).items;
  expect(await of(`record=${record.id}`)).toHaveLength(1);
  expect(await of(`target=${id}&state=pending&type=record.confirmed`)).toHaveLength(1);
  for (const none of ['record=x', `record=${id}`, `target=${record.id}`, 'state=failed', 'type=watch.alarm'])
    expect(await of(none)).toEqual([]);
});

test('a target that fails for three days is paused, with a mail and a banner for admins, and resumed it gets what waited in its order', async () => {
  receiver.answer = (_, response) => response.writeHead(503).end();
  const { id: targetId } = await webhookTo();
  const [one, two] = [await aRecord(), await aRecord()];
  await one.confirm();
  await one.reopen();
  await carryAll({ at: start });
  await carryAll({ at: start + 3 * 86_400_000 });
  await two.confirm();
  await one.confirm();
  const [target] = await listTargets(deps(), { scope: scope() });
  expect(target).toMatchObject({ state: 'paused', pausedForFailing: true, waiting: 4 });
  const [admin, reviewer] = company.members as [TestMember, TestMember];
  const seen = (member: TestMember) => listStoppedTargets(deps(), { scope: scopeOf(company, member) });
  expect(await seen(admin)).toEqual([{ id: targetId, name: 'Hook /hook' }]);
  expect(await seen(reviewer)).toEqual([]);
  await owner('delete from auth.mails');
  const mailer = {
    isConfigured: true,
    origin: 'https://x',
    render: (of: unknown) => ({ text: JSON.stringify(of), html: '' }),
  };
  await mailNotifications({ auth: server.database.auth, mailer }, { olderThanMs: 0 });
  const mails = await owner(
    'select to_email, body_text from auth.mails where body_text like $1',
    `%${targetId}%`,
  );
  expect(mails.map(({ to_email: to }) => to).sort()).toEqual([admin.email, company.owner.email].sort());
  expect(mails[0]!.body_text).toContain('Hook /hook');
  receiver.answer = (_, response) => response.writeHead(204).end();
  receiver.received.length = 0;
  await setTargetState(deps(), { scope: scope(), targetId, state: 'active' });
  await carryAll();
  expect(bodies().map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
  expect(await seen(admin)).toEqual([]);
});

test('a record’s history says where it went and what failed; where that is only admins are told, and numbers of it those who look after the installation', async () => {
  const { id: targetId } = await webhookTo('/secret-place');
  const record = await aRecord();
  await record.confirm();
  receiver.answer = (_, response) => response.writeHead(204).end();
  await carryAll();
  receiver.answer = (_, response) => response.writeHead(400).end();
  await record.reopen();
  await record.confirm();
  await carryAll();
  const reviewer = company.members[1]!;
  const of = (by?: TestMember) =>
    getRecordHistory(deps(), { scope: by ? scopeOf(company, by) : scope(), recordId: record.id });
  const { deliveries } = await of();
  expect(deliveries).toMatchObject([
    { event: 'record.confirmed', state: 'pending', failureCode: null, targetId },
    { event: 'record.reopened', state: 'failed', failureCode: 'delivery.answered_no', targetId },
    { event: 'record.confirmed', state: 'delivered', failureCode: null, targetName: 'Hook /secret-place' },
  ]);
  const told = await of(reviewer);
  expect(told.deliveries.map(({ targetId: id, targetName }) => [id, targetName])).toEqual(
    Array(3).fill([null, 'Hook /secret-place']),
  );
  expect(JSON.stringify(told)).not.toContain(receiver.url);
  const glance = async (by?: TestMember) =>
    (
      await companyOverview(deps(), {
        scope: by ? scopeOf(company, by) : scope(),
        days: 7,
        timeZone: 'UTC',
      })
    ).now.undelivered;
  expect([await glance(), await glance(reviewer)]).toEqual([1, null]);
  const actor = { userId: company.owner.userId, name: 'Ada', platformRole: 'admin' as const };
  const platform = { platform: server.database.platform };
  const { deliveries: health } = await getCompanyForPlatform(platform, {
    actor,
    companyId: company.companyId,
  });
  const expected = { targets: 1, paused: 0, failing: 1, waiting: 1, failed: 1 };
  expect(health).toEqual({ ...expected, oldestWaitingAt: expect.any(String) });
  expect((await platformHealth(platform, { actor })).deliveries).toMatchObject(expected);
  receiver.answer = (_, response) => response.writeHead(204).end();
  expect(await replayFailed(deps(), { scope: scope() })).toEqual({ replayed: 1 });
  await carryAll();
  expect((await of()).deliveries.map(({ state }) => state)).toEqual(['delivered', 'delivered', 'delivered']);
  expect(await glance()).toBe(0);
  await trashTarget(deps(), { scope: scope(), targetId });
  expect([(await of()).deliveries[0]!.targetId, await glance()]).toEqual([null, null]);
});

test('requests and answers are kept up to 64 KB and for 30 days, and a secret that is cut off or told in another way is hidden', async () => {
  const password = 'correct-horse-battery';
  const authorization = `Basic ${Buffer.from(`ada:${password}`).toString('base64')}`;
  receiver.answer = ({ path }, response) =>
    path === '/cut'
      ? response.end(`${'x'.repeat(keptBodyBytes - 12)}${authorization}`)
      : response.end(`you are ada with ${password}`);
  const sent = (path: string) =>
    exchange(
      { dispatcher: open, timeoutMs: 10_000 },
      {
        method: 'POST',
        address: `${receiver.url}${path}`,
        headers: {},
        body: 'y'.repeat(keptBodyBytes + 1),
        secretHeaders: { authorization },
      },
    );
  const cut = await sent('/cut');
  expect(cut.request).toMatchObject({ isCut: true, headers: { authorization: '••••••' } });
  expect(cut.request.body).toHaveLength(keptBodyBytes);
  expect(receiver.received[0]!.body).toHaveLength(keptBodyBytes + 1);
  expect(cut.answer).toMatchObject({ isCut: true });
  expect(cut.answer!.body).toMatch(/^x+•+$/);
  expect((await sent('/told')).answer!.body).toBe('you are ada with ••••••');
  await webhookTo();
  await (await aRecord()).confirm();
  receiver.answer = (_, response) => response.writeHead(400).end();
  await carryAll();
  const tries = () => owner('select 1 from app.delivery_attempts where company_id = $1', company.companyId);
  const purge = (days: number) =>
    owner("select app.purge_deliveries(now() + make_interval(days => $1) - interval '30 days')", days);
  await purge(29);
  expect(await tries()).toHaveLength(1);
  await purge(31);
  expect(await tries()).toEqual([]);
  // What failed stays to be replayed.
  expect(await listed()).toMatchObject([{ state: 'failed', attempts: 1 }]);
});
