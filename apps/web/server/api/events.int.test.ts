import { createPool } from '@readout/database';
import { createTestDatabase, type TestCompany } from '@readout/database/testing';
import { createApiKey } from '@readout/domain/api-keys/create-api-key';
import type { ApiKeyScope } from '@readout/domain/api-keys/rules';
import { listEvents } from '@readout/domain/events/list-events';
import type { EventPosition } from '@readout/domain/events/rules';
import { capture, receipt } from '@readout/domain/testing/arrange';
import type { PoolClient } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { readEventStream } from '../testing/read-event-stream.ts';
import { scopeOf, startTestServer, type TestServer } from '../testing/test-server.ts';
import { maxEventStreams } from './events.ts';

let server: TestServer;
let company: TestCompany;
const closing = new Set<AbortController>();
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());
beforeEach(async () => {
  company = await server.database.createCompany({ members: ['operator'] });
});
afterEach(() => {
  for (const each of closing) each.abort();
  closing.clear();
});

const owner = (text: string, ...values: unknown[]) =>
  server.database.asOwner(async (client) => (await client.query(text, values)).rows);
const keyFor = async (...scopes: ApiKeyScope[]) => {
  const { id, key } = await createApiKey(
    { db: server.database.app },
    { scope: scopeOf(company), apiKey: { name: 'Program', scopes, role: 'admin', days: 30 } },
  );
  return { id, who: { authorization: `Bearer ${key}` } };
};
const add = async (by = company.owner) =>
  (await capture(server, scopeOf(company, by), { records: [receipt({ total: '12.50' })] })).captureId;
const post = (path: string, body?: unknown) =>
  server.fetch(path, server.as(company), {
    method: 'POST',
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  });

interface Told {
  id: string;
  event: string;
  data: { type: string; captureId: string; recordId: string | null; revision: number };
}

/** Until no transaction that began before is left in the database. */
const settled = () =>
  server.database.asOwner(async (client) => {
    const { rows } = await client.query('select pg_current_xact_id()::text as own');
    const isOver = async () =>
      (await client.query('select app.events_horizon() > $1::xid8 as is_over', [rows[0].own])).rows[0]
        .is_over;
    await expect.poll(isOver).toBe(true);
  });

/** A stream: the next thing it tells, and how it is left. */
async function follow(who: Record<string, string>, lastEventId?: string) {
  await settled();
  const stop = new AbortController();
  closing.add(stop);
  const response = await server.fetch('/events', who, {
    signal: stop.signal,
    headers: lastEventId === undefined ? {} : { 'last-event-id': lastEventId },
  });
  if (response.status !== 200) return { status: response.status, code: (await response.json()).code };
  const read = readEventStream(response);
  const next = async (): Promise<Told | 'ended'> => {
    const fields = await read();
    return fields ? ({ ...fields, data: JSON.parse(String(fields.data)) } as unknown as Told) : 'ended';
  };
  const hello = (await next()) as Told;
  expect(hello.event).toBe('hello');
  const take = async (count: number) => {
    const told: Told[] = [];
    while (told.length < count) told.push((await next()) as Told);
    return told;
  };
  return { status: 200, hello: hello.id, next, take, leave: () => stop.abort() };
}
const followed = async (who = server.as(company), lastEventId?: string) => {
  const stream = await follow(who, lastEventId);
  if (!('take' in stream)) throw new Error(`Refused with ${stream.code}.`);
  return stream as Required<typeof stream>;
};
const typesOf = (told: Told[]) => told.map(({ event }) => event);

test('what happens to captures and records is told with ids and revisions and not a word of what was read', async () => {
  const stream = await followed();
  const captureId = await add();
  const made = await stream.take(3);
  expect(typesOf(made).toSorted()).toEqual(['capture.read', 'capture.received', 'record.made']);
  const { recordId } = made.find(({ event }) => event === 'record.made')!.data;
  expect(JSON.stringify(made)).not.toContain('12.50');
  const json = { 'content-type': 'application/json' };
  await server.fetch(`/records/${recordId}`, server.as(company), {
    method: 'PATCH',
    headers: json,
    body: JSON.stringify({ fields: { total: '13.00' } }),
  });
  await post(`/records/${recordId}/confirm`);
  await post(`/records/${recordId}/reopen`);
  await post(`/records/${recordId}/reject`, { reason: 'Blurred' });
  for (const how of ['archive', 'unarchive', 'trash', 'restore']) await post(`/captures/${captureId}/${how}`);
  const told = await stream.take(8);
  expect(typesOf(told)).toEqual([
    'record.corrected',
    'record.confirmed',
    'record.reopened',
    'record.rejected',
    'capture.archived',
    'capture.unarchived',
    'capture.trashed',
    'capture.restored',
  ]);
  expect(told.slice(0, 4).map(({ data }) => [data.recordId, data.captureId, data.revision])).toEqual(
    [2, 3, 4, 5].map((revision) => [recordId, captureId, revision]),
  );
  expect(server.failures).toEqual([]);
});

test('from any event on the rest is told, nothing twice and nothing left out', async () => {
  const first = await followed();
  const captures = [await add(), await add(), await add()];
  const all = await first.take(9);
  first.leave();
  expect(new Set(all.map(({ data }) => data.captureId))).toEqual(new Set(captures));
  expect(new Set(all.map(({ id }) => id)).size).toBe(9);
  for (const at of [-1, 0, 4, 7]) {
    const again = await followed(server.as(company), at < 0 ? first.hello : all[at]!.id);
    expect(await again.take(8 - at)).toEqual(all.slice(at + 1));
    again.leave();
  }
});

test('somebody who writes for long in another database of the server holds nothing up', async () => {
  const { who } = await keyFor('captures:read');
  const elsewhere = await createTestDatabase();
  try {
    await elsewhere.asOwner(async (client) => {
      await client.query('begin');
      await client.query('select pg_current_xact_id()');
      const stream = await followed(who);
      const captureId = await add();
      expect(await stream.next()).toMatchObject({ event: 'capture.received', data: { captureId } });
      await client.query('rollback');
    });
  } finally {
    await elsewhere.close();
  }
});

test('transactions that end in another order than they began: every event once, no matter who reads between', async () => {
  const { database } = server;
  const deps = { db: database.app };
  const ids = await Promise.all(Array.from({ length: 12 }, () => add()));
  const read = (after?: EventPosition) =>
    listEvents(deps, { scope: scopeOf(company), after, subjects: ['capture', 'record'] });
  // What was added is over, also for anyone who reads: else it would be told as news.
  await settled();
  let { position } = await read();
  const seen: string[] = [];
  const readOn = async () => {
    for (;;) {
      const page = await read(position);
      seen.push(...page.events.map(({ captureId }) => captureId));
      position = page.position;
      if (!page.isMore) return;
    }
  };
  const rollBack = new Set([ids[4], ids[9]]);
  // Each has written and none has ended; each ends at another time than its turn, and one reads after every step.
  const writers = createPool(database.address, 'readout_app', database.secret, {
    maxConnections: ids.length,
  });
  const unfinished = new Set<PoolClient>();
  try {
    const open: PoolClient[] = [];
    for (const id of ids) {
      const client = await writers.connect();
      open.push(client);
      unfinished.add(client);
      await client.query('begin');
      await client.query("select set_config('readout.company_id', $1, true)", [company.companyId]);
      await client.query('update app.captures set archived_at = now() where id = $1', [id]);
      await readOn();
    }
    const order = [11, 3, 5, 10, 1, 9, 2, 0, 8, 4, 7, 6];
    for (const [step, at] of order.entries()) {
      await open[at]!.query(rollBack.has(ids[at]) ? 'rollback' : 'commit');
      open[at]!.release();
      unfinished.delete(open[at]!);
      await readOn();
      // Nothing is told that an older transaction may still put something before; one of another database may delay it.
      const oldest = Math.min(ids.length, ...order.slice(step + 1));
      const mayBeTold = ids.slice(0, oldest).filter((id) => !rollBack.has(id));
      expect(seen).toEqual(mayBeTold.slice(0, seen.length));
    }
  } finally {
    for (const client of unfinished) client.release(true);
    await writers.end();
  }
  await expect
    .poll(async () => {
      await readOn();
      return [...seen];
    })
    .toEqual(ids.filter((id) => !rollBack.has(id)));
});
test('a key hears what it is for, operators of their own, other companies nothing', async () => {
  const [operator] = company.members;
  const records = await followed((await keyFor('records:read')).who);
  const own = await followed(server.as(company, operator));
  const theirs = await add();
  const mine = await add(operator);
  expect((await records.take(2)).map(({ event, data }) => [event, data.captureId])).toEqual([
    ['record.made', theirs],
    ['record.made', mine],
  ]);
  expect((await own.take(3)).map(({ data }) => data.captureId)).toEqual([mine, mine, mine]);
  expect(await follow((await keyFor('exports:read')).who)).toEqual({
    status: 403,
    code: 'api_key.not_for_this',
  });
  const other = await server.database.createCompany();
  expect(await follow(server.as(other), records.hello)).toEqual({ status: 409, code: 'events.too_old' });
});

test('what is not a position, older than what is kept, or of another database is refused and says so', async () => {
  const { hello, leave } = await followed();
  leave();
  await add();
  await add();
  const last = (await (await followed(server.as(company), hello)).take(6)).at(-1)!.id;
  await owner(
    "update app.events set at = now() - interval '8 days' where company_id = $1",
    company.companyId,
  );
  await owner("select app.purge_events(now() - interval '7 days')");
  expect(await follow(server.as(company), hello)).toEqual({ status: 409, code: 'events.too_old' });
  // Who has heard the last that was deleted has missed nothing.
  expect((await follow(server.as(company), last)).status).toBe(200);
  expect(await follow(server.as(company), 'sometime')).toEqual({ status: 422, code: 'request.invalid' });
  await owner('delete from app.event_streams where company_id = $1', company.companyId);
  expect(await follow(server.as(company), last)).toEqual({ status: 409, code: 'events.too_old' });
});

test('a key that is revoked ends its streams; as many as are allowed are open at once', async () => {
  const { id, who } = await keyFor('captures:read');
  const streams = await Promise.all(Array.from({ length: maxEventStreams }, () => followed(who)));
  expect(await follow(who)).toEqual({ status: 429, code: 'live.too_many' });
  streams[1]!.leave();
  await expect.poll(async () => (await follow(who)).status).toBe(200);
  await owner('update app.api_keys set revoked_at = now() where id = $1', id);
  expect(await streams[0]!.next()).toBe('ended');
});

test('who is no member any more hears nothing more', async () => {
  const [operator] = company.members;
  const stream = await followed(server.as(company, operator));
  await owner('delete from auth.membership where user_id = $1', operator!.userId);
  expect(await stream.next()).toBe('ended');
});
