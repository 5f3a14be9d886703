import type { TestCompany } from '@readout/database/testing';
import { listAuditEvents } from '@readout/domain/audit/list-audit-events';
import { getCapture } from '@readout/domain/captures/get-capture';
import { rereadCaptures } from '@readout/domain/captures/reread-captures';
import { addRecord } from '@readout/domain/records/add-record';
import { getRecordHistory } from '@readout/domain/records/get-record-history';
import { capture, plugins, read, receipt } from '@readout/domain/testing/arrange';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { scopeOf, startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let company: TestCompany;
let captureId: string;
let recordId: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());
beforeEach(async () => {
  company = await server.database.createCompany({ members: ['reviewer', 'operator'] });
  captureId = await add();
  [{ id: recordId }] = (await list('')).json.items;
});

const add = async (
  of = company,
  by = of.owner,
  values: Parameters<typeof receipt>[0] = { merchant: 'Corner Shop', total: '12.50' },
) => (await capture(server, scopeOf(of, by), { records: [receipt(values)] })).captureId;
const ask = async (
  path: string,
  init: { method?: string; body?: unknown; ifMatch?: string | undefined } = {},
  who = company.owner,
) => {
  const answer = await server.fetch(path, server.as(company, who), {
    method: init.method ?? 'GET',
    ...(init.body === undefined
      ? {}
      : { body: typeof init.body === 'string' ? init.body : JSON.stringify(init.body) }),
    headers: {
      ...(init.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(init.ifMatch === undefined ? {} : { 'if-match': init.ifMatch }),
    },
  });
  return { status: answer.status, headers: answer.headers, json: await answer.json() };
};
const list = (query: string, who = company.owner) => ask(`/records${query}`, {}, who);
const change = (fields: unknown, ifMatch?: string) =>
  ask(`/records/${recordId}`, { method: 'PATCH', body: { fields }, ...(ifMatch ? { ifMatch } : {}) });
const decide = (how: string, ifMatch?: string, body?: unknown, who = company.owner) =>
  ask(`/records/${recordId}/${how}`, { method: 'POST', ifMatch, body }, who);

test('a record tells its values, where each was seen and its revision', async () => {
  const { status, headers, json } = await ask(`/records/${recordId}`);
  expect([status, headers.get('etag')]).toEqual([200, `"${json.revision}"`]);
  expect(json).toMatchObject({ id: recordId, captureId, page: 1, state: 'needs_review', type: 'receipt' });
  expect(json.fields.total).toMatchObject({
    kind: 'seen',
    value: '12.50',
    seenAt: [{ page: 1, box: [expect.any(Array), expect.any(Array), expect.any(Array), expect.any(Array)] }],
  });
});

test('what was changed since an instant comes in the order of the changes, page by page, ties and all', async () => {
  const all = [captureId, await add(), await add(), await add(), await add()];
  const { items } = (await list('?limit=200')).json;
  const ids = items.map(({ id }: { id: string }) => id).toSorted() as string[];
  // Three changed at one time, to the microsecond; one long before; one after.
  const [first, second, third, early, late] = ids as [string, string, string, string, string];
  const dated: [time: string, id: string][] = [
    ['2026-03-05T09:30:00.123456Z', first],
    ['2026-03-05T09:30:00.123456Z', second],
    ['2026-03-05T09:30:00.123456Z', third],
    ['2026-03-05T09:29:59.999999Z', early],
    ['2026-03-05T09:31:00Z', late],
  ];
  await server.database.asOwner(async (client) => {
    for (const [time, id] of dated)
      await client.query('update app.records set updated_at = $1 where id = $2', [time, id]);
  });
  const since = async (text: string, more = '') => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = (
        await list(
          `?limit=2&updatedSince=${encodeURIComponent(text)}${more}${cursor ? `&cursor=${cursor}` : ''}`,
        )
      ).json;
      seen.push(...page.items.map(({ id }: { id: string }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    return seen;
  };
  expect(await since('2026-03-05T09:30:00Z')).toEqual([first, second, third, late]);
  // As its `updatedAt` says it, without the microseconds: nothing of that moment is left out.
  expect(await since('2026-03-05T10:30:00.123+01:00')).toEqual([first, second, third, late]);
  expect(await since('2026-03-05T09:00:00Z')).toEqual([early, first, second, third, late]);
  expect(await since('2026-03-05T09:00:00Z', `&capture=${all[0]}`)).toHaveLength(1);
  expect(await since('2026-03-05T09:00:00Z', '&state=confirmed')).toEqual([]);
  recordId = early;
  await decide('confirm');
  expect(await since('2026-03-05T09:00:00Z')).toEqual([first, second, third, late, early]);
  expect(await since('2026-03-05T09:00:00Z', '&state=confirmed')).toEqual([early]);
  for (const text of [
    'yesterday',
    '2026-03-05',
    '2026-02-30T09:00:00Z',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59-14:00',
  ])
    expect([text, (await list(`?updatedSince=${encodeURIComponent(text)}`)).json.path]).toEqual([
      text,
      'updatedSince',
    ]);
});

test('several fields are changed at once, and the history names each', async () => {
  const before = (await ask(`/records/${recordId}`)).headers.get('etag')!;
  const { status, headers, json } = await change({ total: '12.25', currency: 'eur', merchant: null }, before);
  expect(status).toBe(200);
  expect(headers.get('etag')).not.toBe(before);
  expect(json.fields).toMatchObject({
    total: { kind: 'entered', value: '12.25', confidence: null },
    currency: { kind: 'entered', value: 'EUR' },
    merchant: { kind: 'entered', value: null },
  });
  const { events } = await listAuditEvents({ db: server.database.app }, { scope: scopeOf(company) });
  const edited = events.filter(({ action }) => action === 'record.edited').map(({ detail }) => detail.field);
  expect(edited.toSorted()).toEqual(['currency', 'merchant', 'total']);
});

test('a change is made whole or not at all, and says why', async () => {
  const before = await ask(`/records/${recordId}`);
  const etag = before.headers.get('etag')!;
  const cases: [fields: unknown, ifMatch: string | undefined, status: number, code: string][] = [
    [{ total: '1.00', colour: 'red' }, etag, 422, 'record.unknown_field'],
    [{ merchant: 'Other', total: 'a lot' }, etag, 422, 'record.invalid_value'],
    [{ merchant: 'Other', __proto__x: 1 }, etag, 422, 'record.unknown_field'],
    [{}, etag, 422, 'request.invalid'],
    [['total'], etag, 422, 'request.invalid'],
    [{ merchant: 'Other' }, 'sometime', 422, 'request.invalid'],
    [{ merchant: 'Other' }, '"999"', 412, 'record.revision_differs'],
  ];
  for (const [fields, ifMatch, status, code] of cases) {
    const answer = await change(fields, ifMatch);
    expect([code, answer.status, answer.json.code]).toEqual([code, status, code]);
  }
  const broken = await ask(`/records/${recordId}`, { method: 'PATCH', body: '{"fields":', ifMatch: etag });
  expect([broken.status, broken.json.code]).toEqual([422, 'request.not_json']);
  expect((await ask(`/records/${recordId}`)).json).toEqual(before.json);
  expect(server.failures).toEqual([]);
});

test('without If-Match a change is about the record as it is', async () => {
  const before = (await ask(`/records/${recordId}`)).json.revision;
  for (const [ifMatch, total] of [
    [undefined, '12.25'],
    ['*', '13.25'],
  ] as const)
    expect(await change({ total }, ifMatch)).toMatchObject({
      status: 200,
      json: { fields: { total: { value: total } } },
    });
  expect((await ask(`/records/${recordId}`)).json.revision).toBe(before + 2);
  expect(await decide('confirm')).toMatchObject({ status: 200, json: { state: 'confirmed' } });
});

test('of two who change the same revision one is refused, and nothing of theirs is kept', async () => {
  const etag = (await ask(`/records/${recordId}`)).headers.get('etag')!;
  const answers = await Promise.all([change({ total: '1.00' }, etag), change({ total: '2.00' }, etag)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412]);
  const won = answers.find(({ status }) => status === 200)!.json;
  expect((await ask(`/records/${recordId}`)).json).toEqual(won);
});

test('what was decided about an older revision decides nothing', async () => {
  await change({ total: '12.25' });
  const late = async (how: string, ifMatch: string, body?: unknown) => {
    const { status, json } = await decide(how, ifMatch, body);
    return [how, status, json.code];
  };
  expect(await late('confirm', '"1"')).toEqual(['confirm', 412, 'record.revision_differs']);
  expect(await late('reject', '"1"', { reason: 'Blurred' })).toEqual([
    'reject',
    412,
    'record.revision_differs',
  ]);
  await decide('confirm', '"2"');
  expect(await late('reopen', '"2"')).toEqual(['reopen', 412, 'record.revision_differs']);
  expect((await ask(`/records/${recordId}`)).json).toMatchObject({ state: 'confirmed', revision: 3 });
});

test('records are confirmed, reopened and rejected under the rules of the pages', async () => {
  const [reviewer, operator] = company.members;
  expect(await decide('confirm', '"1"', undefined, operator)).toMatchObject({ status: 404 });
  const confirmed = await decide('confirm', '"1"', undefined, reviewer);
  expect(confirmed.json).toMatchObject({ state: 'confirmed', confirmedBy: { id: reviewer!.userId } });
  const now = confirmed.headers.get('etag')!;
  expect((await decide('reject', now, { reason: 'Blurred' })).json.code).toBe('record.not_in_review');
  expect((await change({ total: '1.00' }, now)).json.code).toBe('record.not_in_review');
  const reopened = (await decide('reopen', now)).headers.get('etag')!;
  expect((await decide('reject', reopened, { reason: ' ' })).json.code).toBe('record.reason_needed');
  expect((await decide('reject', reopened, { reason: 'Blurred' })).json).toMatchObject({
    state: 'rejected',
    rejectedReason: 'Blurred',
  });
  expect((await decide('reopen', '"9"', undefined, operator)).json.code).toBe('role.not_allowed');
});

test('a program confirms what came twice by naming the check, and a large amount only together with somebody else', async () => {
  const twice = { merchant: 'Corner Shop', number: '17', total: '200.00' };
  const made = [await add(company, company.owner, twice), await add(company, company.owner, twice)];
  const [first, second] = await Promise.all(
    made.map(async (id) => (await list(`?capture=${id}`)).json.items[0].id as string),
  );
  await ask(`/records/${first}/confirm`, { method: 'POST' });
  const path = `/records/${second}/confirm`;
  const refused = await ask(path, { method: 'POST', body: {} });
  expect([refused.status, refused.json]).toMatchObject([
    409,
    {
      code: 'record.checks_fail',
      checks: [
        {
          check: 'same_number',
          field: 'number',
          record: first,
          reason: expect.stringMatching(/same number/),
        },
      ],
    },
  ]);
  expect(refused.json).not.toHaveProperty('current');
  await server.database.asOwner((client) =>
    client.query('update app.company_settings set second_person_above = 100 where company_id = $1', [
      company.companyId,
    ]),
  );
  const body = { despite: ['same_number'] };
  expect((await ask(path, { method: 'POST', body })).json).toMatchObject({
    state: 'needs_review',
    confirmations: 1,
  });
  expect((await ask(path, { method: 'POST', body })).json.code).toBe('record.second_person_needed');
  expect((await ask(path, { method: 'POST', body }, company.members[0])).json).toMatchObject({
    state: 'confirmed',
    confirmations: 2,
    firstConfirmedBy: { id: company.owner.userId },
  });
});

test('the list is filtered, paged without gaps or repeats, and leaves the trash out', async () => {
  const captures = [captureId, await add(), await add()];
  const seen: string[] = [];
  let cursor = '';
  do {
    const { json } = await list(`?limit=1${cursor}`);
    seen.push(...json.items.map((item: { captureId: string }) => item.captureId));
    cursor = json.nextCursor ? `&cursor=${json.nextCursor}` : '';
  } while (cursor);
  expect(seen).toEqual(captures.toReversed());
  await decide('confirm', '"1"');
  const idsOf = async (query: string) =>
    (await list(query)).json.items.map((item: { captureId: string }) => item.captureId);
  expect(await idsOf('?state=confirmed')).toEqual([captureId]);
  expect(await idsOf(`?capture=${captures[1]}`)).toEqual([captures[1]]);
  expect(await idsOf('?type=receipt&state=needs_review')).toEqual([captures[2], captures[1]]);
  expect(await idsOf('?type=invoice')).toEqual([]);
  expect((await list('?state=lost')).json.code).toBe('request.invalid');
  expect((await list('?cursor=nonsense')).json.code).toBe('list.bad_cursor');
  expect((await ask(`/captures/${captures[2]}/trash`, { method: 'POST' })).json).toEqual({
    changed: [captures[2]],
  });
  expect(await idsOf('')).toEqual([captures[1], captureId]);
});

test('operators reach their own records, other companies none', async () => {
  const operator = company.members[1]!;
  const own = await add(company, operator);
  expect((await list('', operator)).json.items).toMatchObject([{ captureId: own }]);
  expect((await ask(`/records/${recordId}`, {}, operator)).json.code).toBe('record.not_found');
  const other = await server.database.createCompany();
  const theirs = server.as(other);
  for (const [path, method, body] of [
    [`/records/${recordId}`, 'GET'],
    [`/records/${recordId}`, 'PATCH', { fields: { total: '1.00' } }],
    [`/records/${recordId}/confirm`, 'POST'],
    [`/records/${recordId}/reject`, 'POST', { reason: 'unreadable' }],
    [`/records/${recordId}/reopen`, 'POST'],
    [`/captures/${captureId}/archive`, 'POST'],
    [`/captures/${captureId}/pages`, 'GET'],
  ] as const)
    for (const ifMatch of ['"1"', '*']) {
      const answer = await server.fetch(path, theirs, {
        method,
        headers: { 'if-match': ifMatch, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      expect([method, path, answer.status]).toEqual([method, path, 404]);
    }
  expect((await (await server.fetch(`/records?capture=${captureId}`, theirs)).json()).items).toEqual([]);
});

test('captures are moved and assigned by their id', async () => {
  const move = (how: string, body?: unknown, who = company.owner) =>
    ask(`/captures/${captureId}/${how}`, { method: 'POST', body }, who);
  for (const how of ['archive', 'unarchive', 'trash', 'restore'])
    expect([how, (await move(how)).json]).toEqual([how, { changed: [captureId] }]);
  expect((await move('restore')).json).toEqual({ changed: [] });
  const [reviewer, operator] = company.members;
  expect((await move('assign', { userId: reviewer!.userId })).json).toEqual({ changed: [captureId] });
  expect((await move('assign', { userId: operator!.userId })).json.code).toBe('capture.not_a_reviewer');
  expect((await ask(`/captures/${captureId}/pages`)).json.items).toMatchObject([{ pageNumber: 1 }]);
});

test('what is not there and what is not answered are told apart', async () => {
  const nowhere = await ask('/recipes');
  expect([nowhere.status, nowhere.json.code]).toEqual([404, 'address.not_found']);
  const wrong = await ask(`/records/${recordId}`, { method: 'DELETE' });
  expect([wrong.status, wrong.json.code, wrong.headers.get('allow')]).toEqual([
    405,
    'request.wrong_method',
    'GET, PATCH',
  ]);
});

// The last: the connection of a request that was answered before its end is not used again.
describe('adding records and changing their type', () => {
  beforeEach(async () => {
    for (const plugin of ['receipt', 'barcode'])
      expect((await ask('/installations', { method: 'POST', body: { plugin } })).status).toBe(201);
  });
  const addTo = (body: object, who = company.owner) =>
    ask('/records', { method: 'POST', body: { capture: captureId, type: 'receipt', ...body } }, who);

  test('what is added is in review, entered by the person who added it, and stays when the page is read again', async () => {
    const { status, headers, json } = await addTo({ fields: { merchant: 'Bakery', total: '3.20' } });
    expect([status, headers.get('etag')]).toEqual([201, '"1"']);
    expect(json).toMatchObject({
      captureId,
      type: 'receipt',
      state: 'needs_review',
      addedBy: { id: company.owner.userId },
      fields: { total: { kind: 'entered', value: '3.20', confidence: null, seenAt: [] } },
    });
    await rereadCaptures(
      { db: server.database.app, queue: server.queue },
      { scope: scopeOf(company), ids: [captureId] },
    );
    await read(server, company.companyId, captureId, { records: [receipt({ merchant: 'Corner Shop' })] });
    const { items } = (await list(`?capture=${captureId}`)).json;
    expect(items).toHaveLength(2);
    expect(items).toContainEqual(expect.objectContaining({ id: json.id, revision: 1 }));
    const events = await listAuditEvents(
      { db: server.database.app },
      { scope: scopeOf(company), filter: { subject: json.id } },
    );
    expect(events.events).toMatchObject([{ action: 'record.added' }]);
  });

  test('what is added can be picked on the page, and says where', async () => {
    const deps = { db: server.database.app, plugins };
    const scope = scopeOf(company);
    const { readingId } = await getCapture(deps, { scope, captureId });
    const add = (line: string) =>
      addRecord(deps, {
        scope,
        captureId,
        as: { type: 'receipt' },
        values: { merchant: 'Acme', total: '3.20' },
        picked: { merchant: { readingId: readingId ?? '', parts: [{ line, words: null }] } },
      });
    await expect(add('l9')).rejects.toMatchObject({ code: 'record.place_gone' });
    const { id, fields } = await add('l0');
    expect(fields).toMatchObject({
      merchant: { value: 'Acme', raw: 'ACME', evidence: [{ line: 'l0' }], edited: true },
      total: { value: '3.20', raw: '', evidence: [], edited: true },
    });
    const { edits } = await getRecordHistory(deps, { scope, recordId: id });
    expect(Object.fromEntries(edits.map(({ field, picked }) => [field, picked]))).toEqual({
      merchant: 'ACME',
      total: null,
    });
  });

  test('a record becomes one of another type, with what both have and what is put in, at once', async () => {
    const retyped = await ask(`/records/${recordId}`, {
      method: 'PATCH',
      body: { type: 'barcode', fields: { text: '4006381333931' } },
      ifMatch: '"1"',
    });
    expect([retyped.status, retyped.json.type, retyped.json.plugin, retyped.json.revision]).toEqual([
      200,
      'barcode',
      'barcode',
      2,
    ]);
    expect(Object.keys(retyped.json.fields)).toEqual(['text']);
    const back = await ask(`/records/${recordId}`, { method: 'PATCH', body: { type: 'receipt' } });
    expect(back.json).toMatchObject({ type: 'receipt', fields: {} });
    // What was read is still known: putting it back makes it what it was.
    expect((await change({ total: '12.50' })).json.fields.total.kind).toBe('seen');
  });

  test('a record of another type stays what a person made it when its page is read again', async () => {
    await ask(`/records/${recordId}`, { method: 'PATCH', body: { type: 'barcode', fields: { text: 'A1' } } });
    const deps = { db: server.database.app, queue: server.queue };
    await rereadCaptures(deps, { scope: scopeOf(company), ids: [captureId] });
    await read(server, company.companyId, captureId, { records: [receipt({ merchant: 'Somebody else' })] });
    const { items } = (await list(`?capture=${captureId}`)).json;
    expect(items).toMatchObject([{ id: recordId, type: 'barcode', fields: { text: { value: 'A1' } } }]);
    const detail = await getCapture(
      { db: server.database.app, plugins },
      { scope: scopeOf(company), captureId },
    );
    expect(detail.proposal).toBeNull();
  });

  test('types nobody installed, unknown fields, wrong values and captures of others add nothing', async () => {
    const other = await server.database.createCompany();
    const theirs = await add(other);
    const { captureId: unread } = await capture(server, scopeOf(company), { unread: true });
    const cases: [body: object, status: number, code: string][] = [
      [{ type: 'meter' }, 422, 'record.unknown_type'],
      [{ plugin: 'barcode' }, 422, 'record.unknown_type'],
      [{ fields: { colour: 'red' } }, 422, 'record.unknown_field'],
      [{ fields: { total: 'a lot' } }, 422, 'record.invalid_value'],
      [{ capture: theirs }, 404, 'capture.not_found'],
      [{ capture: unread }, 409, 'capture.not_read'],
      [{ state: 'confirmed' }, 422, 'request.invalid'],
    ];
    for (const [body, status, code] of cases) {
      const refused = await addTo(body);
      expect([refused.status, refused.json.code]).toEqual([status, code]);
    }
    const [, operator] = company.members;
    expect((await addTo({}, operator)).json.code).toBe('capture.not_found');
    const half = await ask(`/records/${recordId}`, {
      method: 'PATCH',
      body: { type: 'meter', fields: { total: '1' } },
    });
    expect([half.status, half.json.code]).toEqual([422, 'record.unknown_type']);
    expect((await list(`?capture=${captureId}`)).json.items).toMatchObject([{ id: recordId, revision: 1 }]);
  });
});

test('a body no change needs is refused', async () => {
  const answer = await change({ merchant: 'x'.repeat(300 * 1024) }, '"1"');
  expect([answer.status, answer.json.code]).toEqual([413, 'request.too_large']);
});
