import { createHmac, timingSafeEqual } from 'node:crypto';
import { createPool } from '@readout/database';
import type { TestCompany } from '@readout/database/testing';
import { createApiKey } from '@readout/domain/api-keys/create-api-key';
import type { ApiKeyScope } from '@readout/domain/api-keys/rules';
import { failReading } from '@readout/domain/captures/fail-reading';
import { rereadCaptures } from '@readout/domain/captures/reread-captures';
import { runBulkAction } from '@readout/domain/captures/run-bulk-action';
import { undoBulkAction } from '@readout/domain/captures/undo-bulk-action';
import { createTarget } from '@readout/domain/deliveries/create-target';
import { getDelivery } from '@readout/domain/deliveries/get-delivery';
import { listDeliveries } from '@readout/domain/deliveries/list-deliveries';
import { listTargets } from '@readout/domain/deliveries/list-targets';
import { replayDelivery } from '@readout/domain/deliveries/replay-delivery';
import { replayFailed } from '@readout/domain/deliveries/replay-failed';
import { restoreTarget } from '@readout/domain/deliveries/restore-target';
import { rotateSecret } from '@readout/domain/deliveries/rotate-secret';
import { keptBodyBytes, outgoingTypes, retryDelaysMs } from '@readout/domain/deliveries/rules';
import { setTargetState } from '@readout/domain/deliveries/set-target-state';
import { skipDelivery } from '@readout/domain/deliveries/skip-delivery';
import { leaseSeconds, takeDeliveries } from '@readout/domain/deliveries/take-deliveries';
import { trashTarget } from '@readout/domain/deliveries/trash-target';
import { updateTarget } from '@readout/domain/deliveries/update-target';
import { capture, read, receipt } from '@readout/domain/testing/arrange';
import { createOutboundDispatcher, parseNetworks } from '@readout/store/outbound-guard';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Received, type Receiver, startReceiver } from '../testing/receiver.ts';
import { scopeOf, startTestServer, type TestServer } from '../testing/test-server.ts';
import { carryOut } from './carry-out.ts';
import { createSecretVault } from './secret-vault.ts';
import { startDeliveries } from './start-deliveries.ts';
import { testTarget } from './test-target.ts';
import { signatureOf } from './webhook.ts';
import { writeEvent } from './write-event.ts';

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
async function aRecord(of = company) {
  const { captureId } = await capture(server, scope(of), {
    records: [receipt({ number: 'A 7/1', total: '12.50' })],
  });
  const [row] = await owner('select id from app.records where capture_id = $1', captureId);
  const id = row.id as string;
  const change = async (how: string) =>
    expect((await post(`/records/${id}/${how}`, undefined, server.as(of))).status).toBe(200);
  return {
    id,
    captureId,
    confirm: () => change('confirm'),
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
const webhookTo = (path = '/hook', { of = company, events = [...outgoingTypes] as string[] } = {}) =>
  createTarget(deps(), {
    scope: scope(of),
    target: { kind: 'webhook', name: `Hook ${path}`, address: `${receiver.url}${path}`, events },
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
  // Read again it is another record: the one that left does not count any more.
  await rereadCaptures(deps(), { scope: scope(), ids: [byRule.captureId] });
  await read(server, company.companyId, byRule.captureId, { records: [receipt({ total: '12.60' })] });
  const { items: again } = await (await server.fetch('/events?after=9', server.as(company))).json();
  expect(again).toMatchObject([
    { type: 'record.reopened', data: { record: { id: byRule.id, state: 'needs_review' } } },
    { type: 'record.confirmed', data: { record: { fields: { total: { value: '12.60' } } } } },
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
  // Nor can whoever may not see it have it sent to themself.
  const moved = { ...target, headers: [], secretHeaders: [], address: 'https://elsewhere.example/' };
  expect(await codeOf(updateTarget(deps(), { scope: scope(), targetId, target: moved }))).toBe(
    'delivery.secret_needed',
  );
  const renamed = { ...target, name: 'ERP 2', headers: [], secretHeaders: [] };
  await updateTarget(deps(), { scope: scope(), targetId, target: renamed });
  const [kept] = await listTargets(deps(), { scope: scope() });
  expect(kept).toMatchObject({ name: 'ERP 2', http: { headers: [{ name: 'authorization', value: null }] } });
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
    { pool, state: server.state },
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
