// cspell:ignore Betrag Bewirtung Händler Müller Notizen Schlagwörter zwei
import type { TestCompany } from '@readout/database/testing';
import { createApiKey } from '@readout/domain/api-keys/create-api-key';
import { listAuditEvents } from '@readout/domain/audit/list-audit-events';
import { addNote } from '@readout/domain/captures/add-note';
import { tagCaptures } from '@readout/domain/captures/tag-captures';
import { previewExport } from '@readout/domain/exports/preview-export';
import { createProfile } from '@readout/domain/exports/profiles/create-profile';
import { purgeExports } from '@readout/domain/exports/purge-exports';
import { exportDays, maxOpenExports } from '@readout/domain/exports/rules';
import { takeExport } from '@readout/domain/exports/run-export';
import { recountLedgers } from '@readout/domain/ledger/keep-ledger';
import { getRecordHistory } from '@readout/domain/records/get-record-history';
import { capture, receipt } from '@readout/domain/testing/arrange';
import { datevProblems } from '@readout/domain/testing/datev-rules';
import { exportKey, originalKey } from '@readout/store';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { scopeOf, startTestServer, type TestServer } from '../testing/test-server.ts';
import { runExport } from '../worker/run-exports.ts';
import { sweepStore } from '../worker/sweep-store.ts';

let server: TestServer;
let company: TestCompany;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());
beforeEach(async () => {
  await owner('delete from app.exports');
  company = await server.database.createCompany({ members: ['reviewer', 'operator'] });
  await stored('photo.jpg', receipt({ merchant: '=HYPERLINK("x")', total: '12.50' }));
});

async function stored(fileName: string, record: ReturnType<typeof receipt>) {
  const content = Buffer.alloc(100, fileName);
  const made = await capture(server, scopeOf(company), { fileName, content, records: [record] });
  await server.store.put(originalKey(company.companyId, made.sha256), content);
  return made;
}

const owner = (text: string, ...values: unknown[]) =>
  server.database.asOwner(async (client) => (await client.query(text, values)).rows);
const deps = () => ({
  db: server.database.app,
  platform: server.database.platform,
  plugins: server.plugins,
  store: server.store,
  log: { warn: () => {} },
});
const run = (signal?: AbortSignal) => runExport(deps(), signal ? { signal } : {});
const ask = async (path: string, who: Record<string, string>, body?: unknown) => {
  const answer = await server.fetch(path, who, {
    method: body === undefined ? 'GET' : 'POST',
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  return { status: answer.status, headers: answer.headers, json: await answer.json() };
};
const request = (body: unknown = { format: 'csv', records: 'all' }, who = server.as(company)) =>
  ask('/exports', who, body);
const get = async (id: string) => (await ask(`/exports/${id}`, server.as(company))).json;
const fileOf = (id: string, headers: Record<string, string> = {}) =>
  server.fetch(`/exports/${id}/file`, server.as(company), { headers });
const bytesOf = async () => {
  const [row] = await owner('select bytes from app.company_ledger where company_id = $1', company.companyId);
  return Number(row?.bytes ?? 0);
};
const exported = async () =>
  (await listAuditEvents({ db: server.database.app }, { scope: scopeOf(company) })).events.filter(
    ({ action }) => action === 'records.exported',
  );

test.each(['csv', 'xlsx', 'json'] as const)(
  'an export as %s is asked for, written in the background and fetched, whole or in part',
  async (format) => {
    const before = await bytesOf();
    const asked = await request({ format, place: 'all', records: 'all' });
    expect([asked.status, asked.json]).toEqual([
      202,
      expect.objectContaining({ format, state: 'queued', rows: null, byteSize: null, error: null }),
    ]);
    const { id } = asked.json;
    expect(asked.headers.get('location')).toBe(`/api/v1/exports/${id}`);
    expect((await (await fileOf(id)).json()).code).toBe('export.not_done');
    expect(await run()).toBe(true);
    const done = await get(id);
    expect(done).toMatchObject({ id, state: 'done', rows: 1, error: null });
    const file = await fileOf(id);
    const bytes = new Uint8Array(await file.arrayBuffer());
    expect([file.status, bytes.length]).toEqual([200, done.byteSize]);
    expect(file.headers.get('content-disposition')).toMatch(new RegExp(`^attachment; .*\\.${format}"`));
    const page = await server.fetch(`/export?format=${format}&place=all&records=all`, server.as(company));
    expect(file.headers.get('content-type')).toBe(page.headers.get('content-type'));
    // The same rows and columns as the page's, formulas defused alike.
    if (format !== 'xlsx') expect(bytes).toEqual(new Uint8Array(await page.arrayBuffer()));
    if (format === 'csv') expect(new TextDecoder().decode(bytes)).toContain(`'=HYPERLINK`);
    const part = await fileOf(id, { range: 'bytes=0-9' });
    expect([part.status, new Uint8Array(await part.arrayBuffer())]).toEqual([206, bytes.slice(0, 10)]);
    const same = await fileOf(id, { 'if-none-match': file.headers.get('etag')! });
    expect(same.status).toBe(304);
    expect(await bytesOf()).toBe(before + bytes.length);
    expect(server.failures).toEqual([]);
  },
);

test('who exports what is in the company’s list once, as for the page', async () => {
  await request({ format: 'json', place: 'all', records: 'all' });
  await run();
  const [event, ...more] = await exported();
  expect([event?.detail, more]).toEqual([
    { format: 'json', filter: { place: 'all' }, unconfirmed: true, records: 1 },
    [],
  ]);
});

test('filters are those of the list, and what is none is refused before anything is queued', async () => {
  const { id } = (await request({ format: 'csv', q: 'nothing-like-this', records: 'all' })).json;
  await run();
  expect(await get(id)).toMatchObject({ state: 'done', rows: 0 });
  for (const [body, code] of [
    [{ format: 'pdf' }, 'request.invalid'],
    [{}, 'request.invalid'],
    [{ format: 'csv', colour: 'red' }, 'request.invalid'],
    [{ format: 'csv', language: 'la' }, 'request.invalid'],
    [{ format: 'csv', items: 'sheet' }, 'export.one_table'],
    [{ format: 'csv', from: 'yesterday' }, 'list.bad_filter'],
    [{ format: 'csv', q: 'x'.repeat(20_000) }, 'request.too_large'],
  ] as const) {
    const answer = await request(body);
    expect([body, answer.json.code]).toEqual([body, code]);
  }
  const form = await server.fetch('/exports', server.as(company), { method: 'POST', body: 'format=csv' });
  expect((await form.json()).code).toBe('request.not_json');
  expect(await owner("select id from app.exports where state = 'queued'")).toEqual([]);
  expect(await exported()).toHaveLength(1);
});

test('keys export within their scope and role, people within theirs, and nobody another company’s', async () => {
  const keyFor = async (scope: 'exports:read' | 'records:read') => {
    const { key } = await createApiKey(
      { db: server.database.app },
      { scope: scopeOf(company), apiKey: { name: 'Program', scopes: [scope], role: 'admin', days: 30 } },
    );
    return { authorization: `Bearer ${key}` };
  };
  const key = await keyFor('exports:read');
  const { status, json } = await request({ format: 'csv' }, key);
  expect(status).toBe(202);
  await run();
  const other = server.as(await server.database.createCompany());
  for (const path of [`/exports/${json.id}`, `/exports/${json.id}/file`]) {
    expect((await server.fetch(path, key)).status).toBe(200);
    expect((await ask(path, other)).json.code).toBe('export.not_found');
    expect((await ask(path, server.as(company, company.members[1]))).json.code).toBe('role.not_allowed');
    expect((await ask(path, await keyFor('records:read'))).json.code).toBe('api_key.not_for_this');
  }
  expect((await ask('/exports/nonsense', key)).json.code).toBe('export.not_found');
  expect((await request({ format: 'csv' }, server.as(company, company.members[1]))).json.code).toBe(
    'role.not_allowed',
  );
  expect((await exported())[0]?.detail).toMatchObject({ apiKey: 'Program' });
});

test('a run broken off is taken up again by the next process, from the beginning', async () => {
  const { id } = (await request()).json;
  // A process that took it and died without a word.
  expect(await takeExport(deps())).toMatchObject({ id });
  expect(await run()).toBe(false);
  expect(await get(id)).toMatchObject({ state: 'running' });
  await owner("update app.exports set leased_until = now() - interval '1 second'");
  // One that is stopped gives it back at once, which is no try.
  expect(await run(AbortSignal.abort())).toBe(true);
  expect(await get(id)).toMatchObject({ state: 'queued' });
  expect(await run()).toBe(true);
  expect(await get(id)).toMatchObject({ state: 'done', rows: 1 });
  expect(await exported()).toHaveLength(1);
});

test('an export that breaks off again and again fails with its code and has no file', async () => {
  const { id } = (await request()).json;
  for (let tries = 0; tries < 3; tries++) {
    expect(await takeExport(deps())).toMatchObject({ id });
    await owner("update app.exports set leased_until = now() - interval '1 second'");
  }
  expect(await run()).toBe(false);
  expect(await get(id)).toMatchObject({ state: 'failed', error: { code: 'export.broken_off' } });
  expect((await (await fileOf(id)).json()).detail).toContain('failed');
});

test('where the company has no room left an export fails, leaves nothing behind and is not counted', async () => {
  const { id } = (await request()).json;
  const before = await bytesOf();
  await owner(
    'update app.company_settings set max_bytes = $2 where company_id = $1',
    company.companyId,
    before,
  );
  await run();
  expect(await get(id)).toMatchObject({ state: 'failed', error: { code: 'company.storage_full' } });
  expect(await server.store.find(exportKey(company.companyId, id))).toBeUndefined();
  expect(await bytesOf()).toBe(before);
});

test('two that take at the same time take different ones, and a company has a bounded number open', async () => {
  const asked = await Promise.all(Array.from({ length: maxOpenExports + 2 }, () => request()));
  const statuses = asked.map(({ status }) => status);
  expect(statuses.filter((status) => status === 202)).toHaveLength(maxOpenExports);
  const refused = asked.find(({ status }) => status === 429)!;
  expect([refused.json.code, refused.headers.get('retry-after')]).toEqual(['export.too_many', '30']);
  const taken = await Promise.all(Array.from({ length: 4 }, () => takeExport(deps())));
  expect(new Set(taken.map((each) => each?.id)).size).toBe(4);
  // The many of one company do not keep another waiting.
  company = await server.database.createCompany();
  const { id } = (await request()).json;
  expect(await takeExport(deps())).toMatchObject({ id });
});

test('after its days an export is gone, its file leaves the store and its room comes back', async () => {
  const before = await bytesOf();
  const { id } = (await request()).json;
  await run();
  expect(await bytesOf()).toBeGreaterThan(before);
  const now = new Date(Date.now() + (exportDays + 1) * 86_400_000);
  expect(await purgeExports(deps(), { now: new Date() })).toEqual([]);
  const companyIds = await purgeExports(deps(), { now });
  expect(companyIds).toEqual([company.companyId]);
  await recountLedgers(deps(), { companyIds });
  expect(await bytesOf()).toBe(before);
  expect((await get(id)).code).toBe('export.not_found');
  expect(await server.store.find(exportKey(company.companyId, id))).toBeDefined();
  await sweepStore(deps(), { processId: crypto.randomUUID(), now, olderThanMs: -1000 });
  expect(await server.store.find(exportKey(company.companyId, id))).toBeUndefined();
});

test('a sweep leaves the file of an export alone while the export is there', async () => {
  const { id } = (await request()).json;
  await run();
  await sweepStore(deps(), { processId: crypto.randomUUID(), now: new Date(), olderThanMs: -1000 });
  expect((await fileOf(id)).status).toBe(200);
});

test('an export by a profile has its columns, and its originals under names that are told apart', async () => {
  await stored('b.PDF', receipt({ merchant: 'Müller', total: '3.00' }));
  const { captureId } = await stored('c.pdf', receipt({ merchant: 'Müller', total: '4.00' }));
  const as = { scope: scopeOf(company), captureId, ids: [captureId] };
  for (const tag of ['Bewirtung', '2026']) await tagCaptures(deps(), { ...as, tag });
  for (const text of ['=1+1', 'zwei']) await addNote(deps(), { ...as, text });
  await owner(
    "update app.records set state = 'confirmed', confirmed_at = now() where company_id = $1",
    company.companyId,
  );
  const { id: profile } = await createProfile(
    { db: server.database.app },
    {
      scope: scopeOf(company),
      profile: {
        name: 'Books',
        type: 'receipt',
        format: 'csv',
        language: 'de',
        items: 'none',
        columns: [
          { source: 'merchant', title: 'Händler' },
          { source: 'total', title: 'Betrag' },
          { source: '@tags', title: 'Schlagwörter' },
          { source: '@notes', title: 'Notizen' },
        ],
        originals: '{merchant}',
        datev: null,
      },
    },
  );
  const { id } = (await request({ profile })).json;
  expect((await ask(`/exports/${id}/originals`, server.as(company))).json.code).toBe('export.no_originals');
  await run();
  expect(await get(id)).toMatchObject({
    state: 'done',
    rows: 3,
    profile: { name: 'Books', withOriginals: true },
  });
  expect((await (await fileOf(id)).text()).trimEnd().split('\r\n').slice(0, 3)).toEqual([
    'Händler;Betrag;Schlagwörter;Notizen',
    'Müller;4,00;2026, Bewirtung;"\'=1+1\nzwei"',
    'Müller;3,00;;',
  ]);
  const zip = await server.fetch(`/exports/${id}/originals`, server.as(company));
  const files = unzipSync(new Uint8Array(await zip.arrayBuffer()));
  expect(Object.keys(files).sort()).toEqual(['HYPERLINK-x.jpg', 'Müller-2.pdf', 'Müller.pdf']);
  // Not twice, unless one asks.
  const second = (await request({ profile })).json.id;
  expect((await request({ profile })).json.code).toBe('export.running');
  await run();
  expect(await get(second)).toMatchObject({ state: 'done', rows: 0 });
  const third = (await request({ profile, again: true })).json.id;
  await run();
  expect(await get(third)).toMatchObject({ rows: 3 });
  // A change of what was exported has a reason, and is a revision to export again.
  const [record] = await owner(
    'select id, revision from app.records where company_id = $1',
    company.companyId,
  );
  const reopen = (query: string) =>
    server.fetch(`/records/${record!.id}/reopen${query}`, server.as(company), { method: 'POST' });
  expect((await (await reopen('')).json()).code).toBe('record.exported');
  expect((await reopen('?reason=Wrong%20total')).status).toBe(200);
  const history = await getRecordHistory(
    { db: server.database.app },
    { scope: scopeOf(company), recordId: record!.id },
  );
  expect(history.decisions.map(({ decision, reason }) => [decision, reason])).toEqual([
    ['reopened', 'Wrong total'],
    ['exported', 'Books'],
    ['exported', 'Books'],
  ]);
  expect((await request({ profile: crypto.randomUUID() })).json.code).toBe('export_profile.not_found');
  expect((await request({})).json.code).toBe('request.invalid');
});

test('a booking batch holds what can be booked, names what it held back, and its documents are listed', async () => {
  const taxes = [{ rate: 19, base: '10.00', amount: '1.90' }];
  const booked = await stored(
    'a.pdf',
    receipt({ merchant: 'Müller', date: '2026-03-05', total: '11.90', currency: 'EUR', taxes }),
  );
  await owner(
    "update app.records set state = 'confirmed', confirmed_at = now() where company_id = $1",
    company.companyId,
  );
  const datev = {
    consultant: 29098,
    client: 55003,
    fiscalYearStart: '2026-01-01',
    accountLength: 4,
    contraAccount: '70000',
    rates: [{ rate: '19', account: '5400', taxKey: '' }],
  };
  const { id: profile } = await createProfile(
    { db: server.database.app },
    {
      scope: scopeOf(company),
      profile: {
        ...{ name: 'DATEV', type: 'receipt', format: 'datev', language: 'de', items: 'none', columns: [] },
        originals: '{merchant}',
        datev,
      },
    },
  );
  const { id } = (await request({ profile })).json;
  await run();
  const done = await get(id);
  expect(done).toMatchObject({ state: 'done', format: 'datev', rows: 1, heldBack: { count: 1 } });
  expect(done.heldBack.records[0].lacks).toEqual(['date', 'currency', 'tax']);
  const file = await fileOf(id);
  expect(file.headers.get('content-disposition')).toContain('EXTF_Buchungsstapel');
  const batch = new TextDecoder('windows-1252').decode(await file.arrayBuffer());
  expect(datevProblems(batch)).toEqual([]);
  const lines = batch.trimEnd().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[2]).toContain('11,90;"S";"EUR"');
  expect(lines[2]).toContain('"Müller"');
  const zip = await server.fetch(`/exports/${id}/originals`, server.as(company));
  const files = unzipSync(new Uint8Array(await zip.arrayBuffer()));
  expect(Object.keys(files).sort()).toEqual(['Müller.pdf', 'document.xml']);
  expect(new TextDecoder().decode(files['document.xml'])).toContain(
    `guid="${booked.captureId.toUpperCase()}"`,
  );
  expect(lines[2]).toContain(booked.captureId.toUpperCase());
  expect((await request({ format: 'datev' })).json.code).toBe('request.invalid');
  // As a journal, by a profile of its own.
  const { id: journal } = await createProfile(
    { db: server.database.app },
    {
      scope: scopeOf(company),
      profile: {
        ...{ name: 'Books', type: 'receipt', format: 'hledger', language: 'en', items: 'none', columns: [] },
        ...{ originals: null, datev: null },
        hledger: { expenseAccount: 'expenses:food', taxAccount: 'assets:tax', balanceAccount: 'assets:cash' },
      },
    },
  );
  const asked = (await request({ profile: journal })).json.id;
  await run();
  const made = await get(asked);
  expect(made).toMatchObject({ state: 'done', format: 'hledger', rows: 1, heldBack: { count: 1 } });
  expect(made.heldBack.records[0].lacks).toEqual(['date', 'any_currency', 'tax']);
  const written = await fileOf(asked);
  expect(written.headers.get('content-disposition')).toMatch(/readout-.*\.journal/);
  const text = await written.text();
  expect(text).toContain('decimal-mark .\n\n2026-03-05 Müller\n');
  expect(text).toContain(
    '    expenses:food    10.00 EUR\n    assets:tax    1.90 EUR  ; rate:19\n    assets:cash    -11.90 EUR\n',
  );
  expect((await ask('/export?format=datev', server.as(company))).json.code).toBe('export.unknown_format');

  // Who exports begins with what they took the last time; a colleague does not.
  const beginsWith = async (scope: ReturnType<typeof scopeOf>) =>
    (await previewExport(deps(), { scope, filter: {} })).profiles.filter(({ isLast }) => isLast);
  expect(await beginsWith(scopeOf(company))).toMatchObject([{ name: 'Books' }]);
  expect(await beginsWith(scopeOf(company, company.members[0]))).toEqual([]);
  await request();
  expect(await beginsWith(scopeOf(company))).toEqual([]);
});
