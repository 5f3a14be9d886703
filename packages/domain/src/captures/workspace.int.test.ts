// cspell:ignore apfel apfelco baumarct baumarkt baumrakd Bewirtung harnbech Hausverwaltung Hombach honrbach hornach hornb Hornbach hornbahc hornbbach hornbech hornbäch lidi malz Molle Mueler Mühle Müllers Spedition ZAHLEN Äpfel
import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestCompany, type TestDatabase } from '@readout/database/testing';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Scope } from '../actor.ts';
import { listAuditEvents } from '../audit/list-audit-events.ts';
import { exportRecords } from '../exports/export-records.ts';
import { previewExport } from '../exports/preview-export.ts';
import type { ExportFormat, ExportShape } from '../exports/rules.ts';
import { chooseListTable } from '../list-table/choose-list-table.ts';
import { getListTable } from '../list-table/get-list-table.ts';
import type { ReadingQueue } from '../readings/reading-queue.ts';
import { applyProposal } from '../records/apply-proposal.ts';
import { confirmRecord } from '../records/confirm-record.ts';
import { editField } from '../records/edit-field.ts';
import { getRecordHistory } from '../records/get-record-history.ts';
import { rejectRecord } from '../records/reject-record.ts';
import { reopenRecord } from '../records/reopen-record.ts';
import type { RecordDetail } from '../records/rules.ts';
import {
  capture,
  createJobTable,
  everything,
  field,
  plugins,
  read,
  receipt,
  scopeOf,
} from '../testing/arrange.ts';
import { addNote } from './add-note.ts';
import { archiveCaptures } from './archive-captures.ts';
import { assignCaptures } from './assign-captures.ts';
import { deleteNote } from './delete-note.ts';
import { findDuplicates } from './find-duplicates.ts';
import { getCapture } from './get-capture.ts';
import { listBulkActions } from './list-bulk-actions.ts';
import { listCaptures } from './list-captures.ts';
import { listNotes } from './list-notes.ts';
import { listTags } from './list-tags.ts';
import { nextForReview } from './next-for-review.ts';
import { previewBulkAction } from './preview-bulk-action.ts';
import { purgeTrash } from './purge-trash.ts';
import { rereadCaptures } from './reread-captures.ts';
import { restoreNote } from './restore-note.ts';
import { type CaptureFilter, type CaptureListItem, type CaptureSort, captureSorts } from './rules.ts';
import { runBulkAction } from './run-bulk-action.ts';
import { tagCaptures } from './tag-captures.ts';
import { trashCaptures } from './trash-captures.ts';
import { undoBulkAction } from './undo-bulk-action.ts';
import { untagCaptures } from './untag-captures.ts';

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
  company = await database.createCompany({ members: ['reviewer', 'operator'] });
  scope = scopeOf(company);
});

const deps = () => ({ db: database.app, platform: database.platform, queue, plugins });
const arranged = () => ({ database, queue });
const ids = async (filter: CaptureFilter, as = scope) =>
  (await listCaptures(deps(), { scope: as, filter })).items.map((item) => item.id);
/** The list, page by page, two rows each. */
async function pageThrough(filter: CaptureFilter, sort?: CaptureSort): Promise<CaptureListItem[]> {
  const seen: CaptureListItem[] = [];
  let cursor: string | undefined;
  do {
    const page = await listCaptures(deps(), {
      scope,
      filter,
      limit: 2,
      ...(sort ? { sort } : {}),
      ...(cursor ? { cursor } : {}),
    });
    seen.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor);
  return seen;
}
const auditOf = (subjectId: string, action: string) =>
  database.asOwner((client) =>
    client.query<{ detail: unknown }>(
      'select detail from app.audit_events where subject_id = $1 and action = $2',
      [subjectId, action],
    ),
  );
const only = async (captureId: string) => (await getCapture(deps(), { scope, captureId })).records[0]!;

describe('the list', () => {
  test('pages through everything once, newest first, also where captures share their time', async () => {
    const made: string[] = [];
    for (let n = 0; n < 7; n++) made.push((await capture(arranged(), scope, { unread: true })).captureId);
    await database.asOwner((client) =>
      client.query("update app.captures set created_at = '2026-03-05T10:00:00.123456Z' where id = any($1)", [
        made.slice(0, 5),
      ]),
    );
    expect((await listCaptures(deps(), { scope, filter: {}, limit: 2 })).total).toBe(7);
    const seen = (await pageThrough({})).map(({ id }) => id);
    expect(seen).toHaveLength(7);
    expect(new Set(seen)).toEqual(new Set(made));
    expect(seen.slice(0, 2)).toEqual([made[6], made[5]]);
  });

  test('comes with the values that were asked for, of the record that the filter is about', async () => {
    const add = async (...records: ReturnType<typeof receipt>[]) =>
      (await capture(arranged(), scope, { records })).captureId;
    const one = await add(receipt({ merchant: 'Zebra', total: '9.90' }, 0.9));
    const two = await add(
      { ...receipt({ content: '4006381333931' }, 0.99), type: 'barcode' },
      receipt({ merchant: 'Nora', total: '1234.50' }, 0.95),
      receipt({ merchant: 'Molle', total: '20' }, 0.5),
    );
    const bare = (await capture(arranged(), scope, { unread: true })).captureId;
    const valuesOf = async (filter: CaptureFilter, fields = ['merchant', 'total', 'iban']) =>
      Object.fromEntries(
        (await listCaptures(deps(), { scope, filter, fields })).items.map(({ id, values }) => [
          id,
          values &&
            Object.fromEntries(Object.entries(values).map(([name, fact]) => [name, fact?.value ?? null])),
        ]),
      );
    // The barcode comes first and has none of them.
    expect(await valuesOf({})).toEqual({
      [one]: { merchant: 'Zebra', total: '9.90', iban: null },
      [two]: { merchant: 'Nora', total: '1234.50', iban: null },
      [bare]: { merchant: null, total: null, iban: null },
    });
    expect(await valuesOf({ type: 'receipt', confidence: '0-75' })).toEqual({
      [two]: { merchant: 'Molle', total: '20', iban: null },
    });
    const rejected = (await getCapture(deps(), { scope, captureId: two })).records.find(
      ({ fields }) => fields.merchant?.value === 'Nora',
    )!;
    await rejectRecord(deps(), {
      scope,
      recordId: rejected.id,
      revision: rejected.revision,
      reason: 'Twice',
    });
    expect((await valuesOf({}))[two]).toMatchObject({ merchant: 'Molle' });
    expect((await valuesOf({}, []))[one]).toBeUndefined();
    const [item] = (await listCaptures(deps(), { scope, filter: { ids: [one] }, fields: ['total'] })).items;
    expect(item?.values).toEqual({
      total: { label: expect.any(String), value: '9.90', type: 'amount', rows: null },
    });
  });

  test('is looked at by each person in their own way, until they leave the company', async () => {
    const mine = { isShown: true, columns: { receipt: ['total', '@state'], '': ['@captured'] } };
    const other = scopeOf(company, company.members[1]);
    await database.asOwner((client) =>
      client.query(
        "insert into app.installations (company_id, plugin_id, version) values ($1, 'receipt', '1.0.0')",
        [company.companyId],
      ),
    );
    const { types } = await chooseListTable(deps(), { scope, ...mine });
    expect(types.find(({ type }) => type === 'receipt')?.fields).toContainEqual({
      name: 'total',
      label: expect.any(String),
      type: 'amount',
    });
    expect(await getListTable(deps(), { scope })).toEqual({ ...mine, types });
    expect(await getListTable(deps(), { scope: other })).toEqual({ isShown: false, columns: {}, types: [] });
    await chooseListTable(deps(), { scope: other, isShown: false, columns: {} });
    const kept = () =>
      database.asOwner(async (client) => {
        const { rows } = await client.query('select user_id from app.list_tables where company_id = $1', [
          company.companyId,
        ]);
        return rows.map(({ user_id }) => user_id);
      });
    expect(new Set(await kept())).toEqual(new Set([scope.actor.userId, other.actor.userId]));
    await database.asOwner((client) =>
      client.query('delete from auth.membership where company_id = $1 and user_id = $2', [
        company.companyId,
        other.actor.userId,
      ]),
    );
    expect(await kept()).toEqual([scope.actor.userId]);
  });

  test('is sorted by what records say, both ways, page by page, with what says nothing at the end', async () => {
    const add = async (...records: Parameters<typeof receipt>[]) =>
      (await capture(arranged(), scope, { records: records.map((record) => receipt(...record)) })).captureId;
    const cheap = await add([{ merchant: 'Zebra', date: '2026-03-01', total: '9.90' }, 0.7]);
    const twin = await add([{ merchant: 'Äpfel & Co', date: '2026-02-01', total: '100.00' }, 0.9]);
    const alike = await add([{ merchant: 'apfel & co', date: '2026-02-01', total: '100.00' }, 0.9]);
    const credit = await add([{ merchant: 'Mühle', date: '2025-12-31', total: '-5.00' }, 0.99]);
    const silent = await add([{ number: '17' }, 0.8]);
    // The first record that says so counts, and the least certain one.
    const several = await add([{ number: '1' }, 0.95], [{ merchant: 'Nora', total: '20' }, 0.5]);
    const unread = (await capture(arranged(), scope, { unread: true })).captureId;
    const orders: Record<string, string[]> = {
      captured: [cheap, twin, alike, credit, silent, several, unread],
      date: [credit, twin, alike, cheap, silent, several, unread],
      amount: [credit, cheap, several, twin, alike, silent, unread],
      merchant: [twin, alike, credit, several, cheap, silent, unread],
      confidence: [several, cheap, silent, twin, alike, credit, unread],
    };
    const without: Record<string, string[]> = {
      date: [silent, several, unread],
      amount: [silent, unread],
      merchant: [silent, unread],
      confidence: [unread],
    };
    for (const sort of captureSorts) {
      const by = sort.replace('-', '');
      const last = without[by] ?? [];
      const expected = sort.startsWith('-')
        ? [...orders[by]!.filter((id) => !last.includes(id)).toReversed(), ...last.toReversed()]
        : orders[by]!;
      const seen = (await pageThrough({}, sort)).map(({ id }) => id);
      expect(seen, sort).toEqual(expected);
      // Review goes down the list as it is sorted, over what waits alone.
      const waiting = expected.filter((id) => id !== unread);
      for (const [index, id] of waiting.entries())
        expect(
          (await nextForReview(deps(), { scope, filter: {}, sort, afterCaptureId: id }))?.captureId,
          `${sort}, after ${index + 1}`,
        ).toBe(waiting[index + 1] ?? waiting[0]);
    }
    const highest = async () =>
      (await listCaptures(deps(), { scope, filter: {}, sort: '-amount', limit: 1 })).items[0];
    expect((await highest())?.sortedBy).toEqual({
      date: '2026-02-01',
      amount: 100,
      merchant: 'apfelco',
      confidence: expect.closeTo(0.9),
    });
    // What a person says instead counts at once; what was rejected does not count.
    const record = await only(cheap);
    await editField(deps(), { scope, recordId: record.id, revision: 1, field: 'total', value: '999.00' });
    expect((await highest())?.id).toBe(cheap);
    await rejectRecord(deps(), { scope, recordId: record.id, revision: 2, reason: 'not ours' });
    expect((await highest())?.id).toBe(alike);
  });

  test('a cursor or filter somebody made up is refused with its code', async () => {
    const made = (text: string) => Buffer.from(text).toString('base64url');
    const row = `2026-01-01 00:00:00+00|${randomUUID()}`;
    for (const [cursor, sort] of [
      ['x'],
      [made("2026|'; drop table||0|")],
      [made('2026-01-01 00:00:00+00|zz|0|')],
      [made(row)],
      [made(`${row}|1|`)],
      [made(`${row}|0|5`)],
      [made(`${row}|0|`), 'amount'],
      [made(`${row}|0|1e999`), 'amount'],
      [made(`${row}|0|NaN`), 'confidence'],
      [made(`${row}|0|2026`), '-date'],
      [made(`${row}|2|2026-01-01`), '-date'],
    ] as const)
      await expect(
        listCaptures(deps(), { scope, filter: {}, cursor, ...(sort ? { sort } : {}) }),
        cursor,
      ).rejects.toMatchObject({ code: 'list.bad_cursor' });
    for (const filter of [
      { from: '2026-13-45' },
      { to: 'yesterday' },
      { assigned: "' or 1=1" },
      { createdBy: 'me too' },
    ])
      await expect(listCaptures(deps(), { scope, filter })).rejects.toMatchObject({
        code: 'list.bad_filter',
      });
  });

  test('each filter finds what it names and nothing else', async () => {
    const reviewer = company.members[0]!;
    const plain = await capture(arranged(), scope);
    const same = await capture(arranged(), scope, { content: 'twin' });
    const twin = await capture(arranged(), scope, { content: 'twin', records: [] });
    const waiting = await capture(arranged(), scope, { unread: true });
    await confirmRecord(deps(), { scope, recordId: (await only(plain.captureId)).id, revision: 1 });
    await assignCaptures(deps(), { scope, ids: [same.captureId], userId: reviewer.userId });
    const theirs = await capture(arranged(), scopeOf(company, company.members[1]), { records: [] });
    const sorted = (list: string[]) => [...list].sort();
    const expectFound = async (filter: CaptureFilter, captures: { captureId: string }[], as?: Scope) =>
      expect(sorted(await ids(filter, as)), JSON.stringify(filter)).toEqual(
        sorted(captures.map((each) => each.captureId)),
      );
    await expectFound({ state: 'received' }, [waiting]);
    await expectFound({ review: 'confirmed' }, [plain]);
    await expectFound({ review: 'needs_review' }, [same]);
    await expectFound({ plugin: 'receipt' }, [plain, same]);
    await expectFound({ duplicates: true }, [twin]);
    await expectFound({ assigned: reviewer.userId }, [same]);
    await expectFound({ assigned: 'me' }, [same], scopeOf(company, reviewer));
    await expectFound({ createdBy: company.members[1]!.userId }, [theirs]);
    await expectFound({}, [theirs], scopeOf(company, company.members[1]));
    await expectFound({ from: '2100-01-01' }, []);
    await archiveCaptures(deps(), { scope, ids: [plain.captureId] });
    await trashCaptures(deps(), { scope, ids: [same.captureId] });
    await expectFound({ place: 'archive' }, [plain]);
    await expectFound({ place: 'trash' }, [same]);
    await expectFound({ place: 'inbox', plugin: 'receipt' }, []);
    await expectFound({ place: 'all', plugin: 'receipt' }, [plain, same]);
  });

  test('records are found by amount, day, merchant, failed check and who confirmed them', async () => {
    const bill = { merchant: 'Müller & Söhne', number: '17', date: '2026-03-05', total: '119.00' };
    const add = async (values: Parameters<typeof receipt>[0]) =>
      (await capture(arranged(), scope, { records: [receipt(values)] })).captureId;
    const first = await add(bill);
    await confirmRecord(deps(), { scope, recordId: (await only(first)).id, revision: 1 });
    const twice = await add({ ...bill, date: '2026-04-01', total: '250.00' });
    const credit = await add({ merchant: 'Café', date: '2026-03-31', total: '-12.95' });
    for (const [filter, captures] of [
      [{ amountFrom: '119' }, [first, twice]],
      [{ amountTo: '119' }, [first, credit]],
      [{ amountFrom: '119.01', amountTo: '249.99' }, []],
      [{ documentFrom: '2026-03-06', documentTo: '2026-03-31' }, [credit]],
      [{ merchant: 'mueller' }, [first, twice]],
      [{ merchant: 'CAFE' }, [credit]],
      [{ merchant: '%' }, []],
      [{ failed: 'any' }, [twice]],
      [{ failed: 'same_number' }, [twice]],
      [{ failed: 'same\\_%' }, []],
      [{ confirmedBy: 'me' }, [first]],
      [{ confirmedBy: 'rule' }, []],
      // One and the same record.
      [{ merchant: 'muller', confirmedBy: 'me', amountFrom: '200' }, []],
    ] as const)
      expect((await ids(filter)).toSorted(), JSON.stringify(filter)).toEqual([...captures].toSorted());
    for (const filter of [
      { amountFrom: '1e3' },
      { amountTo: '-1' },
      { documentTo: '2026-02-31' },
      { confirmedBy: 'x' },
    ])
      await expect(ids(filter)).rejects.toMatchObject({ code: 'list.bad_filter' });
  });

  test('search finds words, phrases, beginnings and values, leaves exclusions out, and takes any input', async () => {
    const acme = await capture(arranged(), scope, {
      text: ['ACME Trading Ltd', 'Invoice 2026-0815', 'Grüße aus Köln'],
      records: [receipt({ merchant: 'ACME', total: '1471.60' })],
    });
    const other = await capture(arranged(), scope, { text: ['Trading places'], records: [] });
    const found = async (q: string) => (await ids({ q })).sort();
    expect(await found('acme')).toEqual([acme.captureId]);
    expect(await found('trad')).toEqual([acme.captureId, other.captureId].sort());
    expect(await found('"trading ltd"')).toEqual([acme.captureId]);
    expect(await found('trading -acme')).toEqual([other.captureId]);
    expect(await found('grüße köl')).toEqual([acme.captureId]);
    expect(await found('1471.60')).toEqual([acme.captureId]);
    // Accents and umlauts as one may also write them, in phrases, too.
    for (const q of ['gruesse', 'GRUSSE', 'koeln', 'kol', '"gruesse aus koln"'])
      expect(await found(q), q).toEqual([acme.captureId]);
    for (const hostile of [
      "'",
      "a'b",
      '\\',
      '&|!():*',
      '<->',
      '"',
      '-',
      '- -',
      '\0',
      '%',
      "'; drop table app.captures; --",
      ':*',
      '!!',
      '((((',
      'a & | b',
      '😀',
      '\ud800',
      'x'.repeat(5000),
    ])
      expect(Array.isArray(await found(hostile))).toBe(true);
  });
});

describe('a word with one wrong letter', () => {
  const captured = async (...text: string[]) =>
    (await capture(arranged(), scope, { text, records: [] })).captureId;

  test('is found, after all that have it as it was typed, and alike for everything that a search selects', async () => {
    const far = await captured('Hausverwaltung Müllers');
    const exact = await captured('Spedition Müller GmbH');
    const read = await captured('Spedition Mü1ler');
    const last = await captured('Müller');
    await captured('Mueler Malz', 'Molle');
    // The last word also finds words that begin with it, so that `Müllers` is no mistake.
    const found = await pageThrough({ q: '-malz mueller' });
    const all = await pageThrough({ q: 'muller -malz spedition' });
    expect(all.map(({ id, isNear }) => [id, isNear ?? false])).toEqual([
      [exact, false],
      [read, true],
    ]);
    expect(found.map(({ id }) => id)).toEqual([last, exact, far, read]);
    const page = await listCaptures(deps(), { scope, filter: { q: 'spedition muller' }, limit: 1 });
    expect(page).toMatchObject({ total: 2, items: [{ id: exact }] });
    const preview = await previewBulkAction(deps(), {
      scope,
      action: 'archive',
      filter: { q: 'spedition muller' },
    });
    expect(preview.matching).toBe(2);
  });

  test('may be one too many, one too few, another one, two in each other’s place, or two that look like one', async () => {
    const id = await captured('Hornbach Baumarkt');
    for (const q of [
      'hornbahc',
      'honrbach',
      'hornach',
      'hornbbach',
      'hornbech',
      'hornbäch',
      'Hombach',
      'Hornbach baumarct',
    ])
      expect(await ids({ q }), q).toEqual([id]);
    // Two letters, a quoted word, an exclusion, one that is short or a number: as they were typed.
    for (const q of ['harnbech', '"hornbech"', 'hornb0ch', 'hornbach baumrakd'])
      expect(await ids({ q }), q).toEqual([]);
    expect(await ids({ q: 'baumarkt -hornbech' })).toEqual([id]);
    await captured('Lidl 471234');
    for (const q of ['lidi', '471235', 'x471234']) expect(await ids({ q }), q).toEqual([]);
  });
});

test('a word that thousands hold still finds the newest first, and only those', async () => {
  const { captureId, sha256 } = await capture(arranged(), scope, { text: ['rare'] });
  await database.asOwner(async (client) => {
    const values = [company.companyId, company.owner.userId, sha256];
    await client.query(
      `insert into app.captures (company_id, id, document_id, state, source, sha256, file_name, media_type, byte_size, created_by, created_at)
       select $1::uuid, i.id, i.id, 'read', 'api', $3, 'n' || n, 'image/jpeg', 1, $2, now() - make_interval(mins => n)
       from generate_series(1, 5001) n, lateral (select md5($1::uuid::text || n)::uuid as id) i`,
      values,
    );
    await client.query(
      `insert into app.capture_texts (company_id, capture_id, body) select company_id, id, 'common ' || file_name from app.captures
       where company_id = $1 and source = 'api'`,
      [company.companyId],
    );
  });
  const page = await listCaptures(deps(), { scope, filter: { q: 'common' }, limit: 3 });
  expect(page.items.map((item) => item.fileName)).toEqual(['n1', 'n2', 'n3']);
  expect(page).toMatchObject({ total: 5000, totalIsMinimum: true });
  expect(await ids({ q: 'common n5001' })).toHaveLength(1);
  expect(await ids({ q: 'rare' })).toEqual([captureId]);
});

test('what a person corrects or enters is found and named at once, what no longer stands anywhere is not', async () => {
  const records = [
    receipt({ merchant: 'ZANZIBAR', total: '12.25' }),
    receipt({ merchant: 'ZANZIBAR', total: '3.00' }),
  ];
  const { captureId } = await capture(arranged(), scope, { text: ['MISREAD', '12.25'], records });
  const found = async (q: string) => (await ids({ q })).length > 0;
  const title = async () => (await listCaptures(deps(), { scope, filter: {} })).items[0]?.title;
  let record = await only(captureId);
  const edit = async (name: string, value: unknown) => {
    record = await editField(deps(), {
      scope,
      recordId: record.id,
      revision: record.revision,
      field: name,
      value,
    });
  };
  await edit('merchant', 'Northern');
  await edit('items', [{ text: 'Soup', amount: '4.50' }]);
  await edit('total', '99.10');
  expect([await found('north'), await found('soup'), await found('99.10')]).toEqual([true, true, true]);
  // The picture says it still, and so does the second record.
  expect([await found('misread'), await found('zanzibar'), await found('12.25')]).toEqual([true, true, true]);
  expect(await title()).toBe('Northern');
  await edit('merchant', 'Southern');
  expect([await found('northern'), await found('southern')]).toEqual([false, true]);

  record = await rejectRecord(deps(), {
    scope,
    recordId: record.id,
    revision: record.revision,
    reason: 'no',
  });
  expect(await found('southern')).toBe(true);
  await reopenRecord(deps(), { scope, recordId: record.id, revision: record.revision });
  // A new reading changes what the picture says; what a person corrected stays until they take the proposal.
  await rereadCaptures(deps(), { scope, ids: [captureId] });
  const again = [receipt({ merchant: 'EASTERN', total: '12.25' })];
  await read(arranged(), company.companyId, captureId, { text: ['CHANGED'], records: again });
  expect([await found('southern'), await found('misread'), await found('changed'), await title()]).toEqual([
    true,
    false,
    true,
    'Southern',
  ]);
  const { proposal } = await getCapture(deps(), { scope, captureId });
  await applyProposal(deps(), { scope, proposalId: proposal!.id });
  expect([await found('southern'), await found('eastern'), await title()]).toEqual([false, true, 'EASTERN']);
});

test('who sees a capture is told of others with the same bytes, an operator of their own only', async () => {
  const operator = scopeOf(company, company.members[1]);
  await capture(arranged(), scope, { content: 'same', fileName: 'first.jpg' });
  const own = await capture(arranged(), operator, { content: 'same', fileName: 'second.jpg' });
  await capture(arranged(), operator, { content: 'same', fileName: 'third.jpg' });
  const beside = async (as: Scope) =>
    (await getCapture(deps(), { scope: as, captureId: own.captureId })).duplicates.map(
      (each) => each.fileName,
    );
  const holding = async (as: Scope) =>
    (await findDuplicates(deps(), { scope: as, sha256: own.sha256 })).map((each) => each.fileName);
  expect(await beside(scope)).toEqual(['first.jpg', 'third.jpg']);
  expect(await holding(scope)).toEqual(['first.jpg', 'second.jpg', 'third.jpg']);
  expect(await beside(operator)).toEqual(['third.jpg']);
  expect(await holding(operator)).toEqual(['second.jpg', 'third.jpg']);
});

describe('review', () => {
  test('an edit keeps what was read, says who changed what, and drops the checks of the old value', async () => {
    const failed = {
      ...receipt({ merchant: 'ACME' }),
      fields: {
        merchant: field('ACME'),
        total: field('12.50', { checks: [{ name: 'sum', passed: false, reason: 'items add up to 13.50' }] }),
      },
    };
    const { captureId } = await capture(arranged(), scope, { records: [failed] });
    const record = await only(captureId);
    const edited = await editField(deps(), {
      scope,
      recordId: record.id,
      revision: 1,
      field: 'total',
      value: '13.50',
    });
    expect(edited).toMatchObject({
      revision: 2,
      fields: { total: { value: '13.50', edited: true, checks: [], raw: '12.50' } },
      originalFields: { total: { value: '12.50' } },
    });
    expect((await getRecordHistory(deps(), { scope, recordId: record.id })).edits).toMatchObject([
      { field: 'total', from: '12.50', to: '13.50', editedBy: { name: company.owner.name } },
    ]);
    const back = await editField(deps(), {
      scope,
      recordId: record.id,
      revision: 2,
      field: 'total',
      value: '12.50',
    });
    expect(back.fields.total).toEqual(record.fields.total);
    // Picked on the picture: what is printed there is the reading's word, and so is where it is.
    const { readingId } = await getCapture(deps(), { scope, captureId });
    const pick = (revision: number, line: string, reading = readingId!) =>
      editField(deps(), {
        scope,
        recordId: record.id,
        revision,
        field: 'total',
        value: '14.00',
        picked: { readingId: reading, parts: [{ line, words: null }] },
      });
    for (const [line, reading] of [['l9'], ['l0', randomUUID()], ['l0', 'nothing']] as const)
      await expect(pick(3, line, reading)).rejects.toMatchObject({ code: 'record.place_gone' });
    const picked = await pick(3, 'l0');
    expect(picked.fields.total).toMatchObject({
      value: '14.00',
      edited: true,
      raw: 'ACME',
      confidence: 0.9,
      evidence: [{ line: 'l0' }],
    });
    expect((await getRecordHistory(deps(), { scope, recordId: record.id })).edits[0]).toMatchObject({
      to: '14.00',
      picked: 'ACME',
    });
    // Undone, the field is where it was read again.
    const undone = await editField(deps(), {
      scope,
      recordId: record.id,
      revision: 4,
      field: 'total',
      value: '12.60',
      picked: null,
    });
    expect(undone.fields.total).toMatchObject({ value: '12.60', raw: '12.50', edited: true });
    expect(undone.fields.total?.evidence).toEqual(record.fields.total?.evidence);
    const added = await editField(deps(), {
      scope,
      recordId: record.id,
      revision: 5,
      field: 'number',
      value: ' AB 12 ',
    });
    expect(added.fields.number).toMatchObject({ value: 'AB12', edited: true });
  });

  test('what a person types is checked as what was read; confirming against a failed check is written down', async () => {
    const sum = {
      name: 'sum',
      rule: { rule: 'sum' as const, of: [{ field: 'subtotal' }, { field: 'tax' }] },
    };
    const read = {
      subtotal: field('100.00'),
      tax: field('20.00'),
      total: field('120.00', {
        checks: [{ ...sum, passed: true, reason: 'They add up.', by: 'host' as const }],
      }),
    };
    const { captureId } = await capture(arranged(), scope, {
      records: [{ ...receipt({ merchant: 'ACME' }), fields: read }],
    });
    const { id: recordId } = await only(captureId);
    const edit = (revision: number, name: string, value: string) =>
      editField(deps(), { scope, recordId, revision, field: name, value });
    const checksOf = ({ fields }: Awaited<ReturnType<typeof edit>>) => fields.total?.checks;
    expect(checksOf(await edit(1, 'total', '121.00'))).toMatchObject([
      { name: 'sum', passed: false, by: 'host' },
    ]);
    expect(checksOf(await edit(2, 'tax', '21.00'))).toMatchObject([{ name: 'sum', passed: true }]);
    expect(checksOf(await edit(3, 'subtotal', '99.00'))).toMatchObject([{ name: 'sum', passed: false }]);
    await confirmRecord(deps(), { scope, recordId, revision: 4 });
    const { rows } = await auditOf(recordId, 'record.confirmed');
    expect(rows).toEqual([{ detail: { failedChecks: ['total: sum'] } }]);
    await reopenRecord(deps(), { scope, recordId, revision: 5 });
    await rejectRecord(deps(), { scope, recordId, revision: 6, reason: 'Not ours' });
    const decidedBy = { name: company.owner.name };
    expect((await getRecordHistory(deps(), { scope, recordId })).decisions).toMatchObject([
      { decision: 'rejected', reason: 'Not ours', failedChecks: [], decidedBy },
      { decision: 'reopened', decidedBy },
      { decision: 'confirmed', reason: null, failedChecks: ['total: sum'], decidedBy },
    ]);
  });

  test.each([
    ['total', '1.471,60', 'record.invalid_value'],
    ['total', {}, 'record.invalid_value'],
    ['date', '2026-02-30', 'record.invalid_value'],
    ['date', '5.3.2026', 'record.invalid_value'],
    ['currency', 'Euro', 'record.invalid_value'],
    ['items', 'text', 'record.invalid_value'],
    ['merchant', 'x'.repeat(30_000), 'record.invalid_value'],
    ['merchant', 'a\0b', 'record.invalid_value'],
    ['nonsense', '1', 'record.unknown_field'],
    ['__proto__', '1', 'record.unknown_field'],
    ['constructor', '1', 'record.unknown_field'],
  ])('%s does not take %j', async (name, value, code) => {
    const { captureId } = await capture(arranged(), scope);
    const record = await only(captureId);
    await expect(
      editField(deps(), { scope, recordId: record.id, revision: 1, field: name, value }),
    ).rejects.toMatchObject({ code });
    expect((await only(captureId)).revision).toBe(1);
  });

  test('of two people who edit one record at once one is told, with the record as it is, and no change is lost', async () => {
    const { captureId } = await capture(arranged(), scope);
    const record = await only(captureId);
    const other = scopeOf(company, company.members[0]);
    const results = await Promise.allSettled([
      editField(deps(), { scope, recordId: record.id, revision: 1, field: 'total', value: '1.00' }),
      editField(deps(), {
        scope: other,
        recordId: record.id,
        revision: 1,
        field: 'merchant',
        value: 'Other',
      }),
    ]);
    const refused = results.find((result) => result.status === 'rejected')!;
    const done = results.find((result) => result.status === 'fulfilled')!;
    expect(refused.reason).toMatchObject({
      kind: 'conflict',
      code: 'record.changed_meanwhile',
      detail: { current: { id: record.id, revision: 2, fields: done.value.fields } },
    });
    expect((await only(captureId)).fields).toEqual(done.value.fields);
  });

  test('a record goes from review to confirmed and back, rejected needs a reason, each step is in the audit list', async () => {
    const { captureId } = await capture(arranged(), scope);
    const record = await only(captureId);
    const confirmed = await confirmRecord(deps(), { scope, recordId: record.id, revision: 1 });
    expect(confirmed).toMatchObject({ state: 'confirmed', confirmedBy: { id: company.owner.userId } });
    expect((await listCaptures(deps(), { scope, filter: {} })).items[0]).toMatchObject({
      recordCount: 1,
      reviewCount: 0,
    });
    await expect(
      editField(deps(), { scope, recordId: record.id, revision: 2, field: 'total', value: '1.00' }),
    ).rejects.toMatchObject({ code: 'record.not_in_review' });
    await reopenRecord(deps(), { scope, recordId: record.id, revision: 2 });
    await expect(
      rejectRecord(deps(), { scope, recordId: record.id, revision: 3, reason: '  ' }),
    ).rejects.toMatchObject({ code: 'record.reason_needed' });
    expect(
      await rejectRecord(deps(), { scope, recordId: record.id, revision: 3, reason: 'Blurred' }),
    ).toMatchObject({ state: 'rejected', rejectedReason: 'Blurred' });
    const { events } = await listAuditEvents(deps(), { scope, filter: { subject: record.id } });
    expect(events.map((event) => event.action)).toEqual([
      'record.rejected',
      'record.reopened',
      'record.confirmed',
    ]);
  });

  test('operators confirm their own only where the company lets them', async () => {
    const operator = scopeOf(company, company.members[1]);
    const { captureId } = await capture(arranged(), operator);
    const record = await only(captureId);
    await database.asOwner((client) =>
      client.query('update app.company_settings set operators_may_confirm = false where company_id = $1', [
        company.companyId,
      ]),
    );
    await expect(
      confirmRecord(deps(), { scope: operator, recordId: record.id, revision: 1 }),
    ).rejects.toMatchObject({ code: 'record.confirming_not_allowed' });
    await confirmRecord(deps(), { scope, recordId: record.id, revision: 1 });
    expect(await trashCaptures(deps(), { scope: operator, ids: [captureId] })).toEqual({ changed: [] });
  });

  test('next goes down the list, starts again at the top, and leaves out what somebody else claimed', async () => {
    const [c, b, a] = [
      await capture(arranged(), scope),
      await capture(arranged(), scope),
      await capture(arranged(), scope),
    ];
    const next = async (afterCaptureId?: string) =>
      (await nextForReview(deps(), { scope, filter: {}, ...(afterCaptureId ? { afterCaptureId } : {}) }))
        ?.captureId;
    expect([await next(), await next(a.captureId), await next(b.captureId), await next(c.captureId)]).toEqual(
      [a.captureId, b.captureId, c.captureId, a.captureId],
    );
    await assignCaptures(deps(), { scope, ids: [b.captureId], userId: company.members[0]!.userId });
    expect(await next(a.captureId)).toBe(c.captureId);
    for (const { captureId } of [a, c])
      await confirmRecord(deps(), { scope, recordId: (await only(captureId)).id, revision: 1 });
    expect(await next()).toBeUndefined();
  });
});

describe('reading again', () => {
  test('what a person changed stays until they take the proposal, which then goes into the history', async () => {
    const { captureId } = await capture(arranged(), scope, {
      records: [receipt({ merchant: 'ACNE', total: '12.50' })],
    });
    const record = await only(captureId);
    await editField(deps(), { scope, recordId: record.id, revision: 1, field: 'merchant', value: 'ACME' });
    await rereadCaptures(deps(), { scope, ids: [captureId] });
    await read(arranged(), company.companyId, captureId, {
      records: [receipt({ merchant: 'ACME', total: '12.80' })],
    });
    const detail = await getCapture(deps(), { scope, captureId });
    expect(detail.records[0]).toMatchObject({
      id: record.id,
      fields: { merchant: { value: 'ACME', edited: true }, total: { value: '12.50' } },
    });
    expect(detail.proposal!.changes).toEqual([
      { recordId: record.id, type: 'receipt', field: 'total', from: '12.50', to: '12.80' },
    ]);
    await applyProposal(deps(), { scope, proposalId: detail.proposal!.id });
    const after = await getCapture(deps(), { scope, captureId });
    expect(after.proposal).toBeNull();
    expect(after.records[0]).toMatchObject({
      id: record.id,
      state: 'needs_review',
      fields: { total: { value: '12.80' } },
    });
    expect((await getRecordHistory(deps(), { scope, recordId: record.id })).edits).toMatchObject([
      { field: 'total', to: '12.80' },
      { field: 'merchant', to: 'ACME' },
    ]);
    await expect(applyProposal(deps(), { scope, proposalId: detail.proposal!.id })).rejects.toMatchObject({
      code: 'proposal.not_open',
    });
  });

  test('a record confirms itself exactly where the rule, every check and every value allow it', async () => {
    await database.asOwner((client) =>
      client.query(
        "insert into app.installations (company_id, plugin_id, version, auto_confirm_confidence) values ($1, 'receipt', '1.0.0', 0.9)",
        [company.companyId],
      ),
    );
    const state = async (record: ReturnType<typeof receipt>) =>
      (await only((await capture(arranged(), scope, { records: [record] })).captureId)).state;
    const sure = receipt({ merchant: 'ACME' }, 0.95);
    expect(await state(sure)).toBe('confirmed');
    // The audit list says so, and why.
    const { records } = await getCapture(deps(), {
      scope,
      captureId: (await capture(arranged(), scope, { records: [sure] })).captureId,
    });
    const recordId = records[0]!.id;
    expect((await auditOf(recordId, 'record.confirmed_by_rule')).rows).toMatchObject([
      { detail: { plugin: 'receipt' } },
    ]);
    expect((await getRecordHistory(deps(), { scope, recordId })).decisions).toMatchObject([
      { decision: 'confirmed_by_rule', decidedBy: null },
    ]);
    expect(await state({ ...sure, confidence: 0.85 })).toBe('needs_review');
    expect(
      await state({ ...sure, fields: { date: field('2026-03-05', { ambiguous: ['2026-05-03'] }) } }),
    ).toBe('needs_review');
    expect(
      await state({
        ...sure,
        fields: { total: field('1.00', { checks: [{ name: 'sum', passed: false, reason: 'no' }] }) },
      }),
    ).toBe('needs_review');
  });

  test('text that PostgreSQL cannot hold is kept as far as it can be', async () => {
    const { captureId } = await capture(arranged(), scope, {
      text: ['a\0b', '\ud800'],
      records: [receipt({ merchant: 'x\0y' })],
    });
    expect((await only(captureId)).fields.merchant!.value).toBe('x\uFFFDy');
  });
});

describe('tags and notes', () => {
  const tagsOf = async (id: string, as = scope) =>
    (await listCaptures(deps(), { scope: as, filter: { place: 'all', ids: [id] } })).items[0]?.tags;

  test('a tag is one however it is written, is found, taken off and written down, and room for it ends at twenty', async () => {
    const first = (await capture(arranged(), scope)).captureId;
    const second = (await capture(arranged(), scope)).captureId;
    const tag = (ids: string[], name: string) => tagCaptures(deps(), { scope, ids, tag: name });
    expect(await tag([first], '  Zu   zahlen ')).toEqual({ changed: [first] });
    expect((await tag([first, second], 'ZU ZAHLEN')).changed).toEqual([second]);
    await tag([first], 'Bewirtung');
    expect(await tagsOf(first)).toEqual(['Bewirtung', 'Zu zahlen']);
    expect(await tagsOf(second)).toEqual(['Zu zahlen']);
    expect(await listTags(deps(), { scope })).toEqual([
      { tag: 'Zu zahlen', count: 2 },
      { tag: 'Bewirtung', count: 1 },
    ]);
    expect(await ids({ tag: 'bewirtung' })).toEqual([first]);
    expect(await ids({ tag: 'zahlen' })).toEqual([]);
    expect((await untagCaptures(deps(), { scope, ids: [first, second], tag: 'bewirtung' })).changed).toEqual([
      first,
    ]);
    for (const [action, count] of [
      ['capture.tagged', 2],
      ['capture.untagged', 1],
    ] as const)
      expect((await auditOf(first, action)).rows, action).toHaveLength(count);
    for (const bad of ['', ' ', ',', 'a, b', 'x'.repeat(41), 'a\u202eb', '\0'])
      await expect(tag([first], bad), bad).rejects.toMatchObject({ code: 'capture.bad_tag' });
    for (let n = 1; n < 20; n++) await tag([first], `t${n}`);
    expect((await tag([first], 'one more')).changed).toEqual([]);
    await trashCaptures(deps(), { scope, ids: [second] });
    expect((await tag([second], 'late')).changed).toEqual([]);
  });

  test('operators tag their own until it is confirmed, and learn no tag of others', async () => {
    const operator = scopeOf(company, company.members[1]);
    const own = (await capture(arranged(), operator)).captureId;
    const other = (await capture(arranged(), scope)).captureId;
    await tagCaptures(deps(), { scope, ids: [other], tag: 'secret' });
    expect((await tagCaptures(deps(), { scope: operator, ids: [own, other], tag: 'mine' })).changed).toEqual([
      own,
    ]);
    expect(await listTags(deps(), { scope: operator })).toEqual([{ tag: 'mine', count: 1 }]);
    await confirmRecord(deps(), { scope, recordId: (await only(own)).id, revision: 1 });
    expect((await untagCaptures(deps(), { scope: operator, ids: [own], tag: 'mine' })).changed).toEqual([]);
    for (const captureId of [other, randomUUID(), 'x'])
      await expect(listNotes(deps(), { scope: operator, captureId })).rejects.toMatchObject({
        code: 'capture.not_found',
      });
  });

  test('many are tagged at once, as the preview said, and the undo takes off what the action put on', async () => {
    const made = [await capture(arranged(), scope), await capture(arranged(), scope)].map(
      (each) => each.captureId,
    );
    const [first, second] = made as [string, string];
    await tagCaptures(deps(), { scope, ids: [first], tag: 'Q1' });
    const payload = { tag: 'q1' };
    const preview = await previewBulkAction(deps(), { scope, action: 'tag', ids: made, payload });
    expect(preview).toMatchObject({ changing: 1, reasons: [{ reason: 'tagged_already', count: 1 }] });
    const run = await runBulkAction(deps(), { scope, action: 'tag', ids: made, payload });
    expect(run.changed).toBe(1);
    expect(await tagsOf(second)).toEqual(['Q1']);
    expect(await undoBulkAction(deps(), { scope, bulkActionId: run.bulkActionId! })).toEqual({
      undone: 1,
      kept: 0,
    });
    expect([await tagsOf(first), await tagsOf(second)]).toEqual([['Q1'], []]);
    const off = await runBulkAction(deps(), { scope, action: 'untag', filter: { tag: 'Q1' }, payload });
    expect(await tagsOf(first)).toEqual([]);
    await undoBulkAction(deps(), { scope, bulkActionId: off.bulkActionId! });
    expect(await tagsOf(first)).toEqual(['Q1']);
    await expect(runBulkAction(deps(), { scope, action: 'tag', ids: made })).rejects.toMatchObject({
      code: 'capture.bad_tag',
    });
  });

  test('a note has who wrote it and when, and is deleted by them or an admin', async () => {
    const { captureId } = await capture(arranged(), scope);
    const reviewer = scopeOf(company, company.members[0]);
    await addNote(deps(), { scope, captureId, text: ' Ask for the *receipt* \n second line ' });
    const notes = await addNote(deps(), { scope: reviewer, captureId, text: 'Asked' });
    expect(notes).toMatchObject([
      { text: 'Ask for the *receipt* \n second line', by: { name: company.owner.name }, mayDelete: false },
      { text: 'Asked', by: { id: company.members[0]!.userId }, mayDelete: true },
    ]);
    const [ours, theirs] = notes.map(({ id }) => id);
    const list = await listCaptures(deps(), { scope, filter: {} });
    expect(list.items[0]?.noteCount).toBe(2);
    for (const noteId of [ours!, randomUUID(), 'x'])
      await expect(deleteNote(deps(), { scope: reviewer, captureId, noteId })).rejects.toMatchObject({
        code: 'capture.note_not_found',
      });
    expect(await deleteNote(deps(), { scope, captureId, noteId: theirs! })).toHaveLength(1);
    expect((await auditOf(captureId, 'capture.note_deleted')).rows).toEqual([{ detail: { noteId: theirs } }]);
    expect((await listCaptures(deps(), { scope, filter: {} })).items[0]?.noteCount).toBe(1);
    // By mistake: it comes back where it was, once, until its 30 days are over.
    const back = await restoreNote(deps(), { scope, captureId, noteId: theirs! });
    expect(back).toMatchObject(notes.map(({ id, text }) => ({ id, text })));
    await expect(restoreNote(deps(), { scope, captureId, noteId: theirs! })).rejects.toMatchObject({
      code: 'capture.note_not_found',
    });
    expect((await auditOf(captureId, 'capture.note_restored')).rows).toEqual([
      { detail: { noteId: theirs } },
    ]);
    await deleteNote(deps(), { scope, captureId, noteId: theirs! });
    await database.asOwner((client) =>
      client.query("update app.capture_notes set trashed_at = now() - interval '31 days' where id = $1", [
        theirs,
      ]),
    );
    await sql`select app.purge_notes()`.execute(database.platform);
    await expect(restoreNote(deps(), { scope, captureId, noteId: theirs! })).rejects.toMatchObject({
      code: 'capture.note_not_found',
    });
    for (const text of ['', '  ', 'x'.repeat(2001)])
      await expect(addNote(deps(), { scope, captureId, text })).rejects.toMatchObject({
        code: 'capture.bad_note',
      });
  });
});

describe('many at once', () => {
  test('the preview says what the run then does, and the undo puts back only what nobody changed since', async () => {
    const made = [
      await capture(arranged(), scope),
      await capture(arranged(), scope),
      await capture(arranged(), scope),
    ].map((each) => each.captureId);
    await archiveCaptures(deps(), { scope, ids: [made[0]!] });
    const preview = await previewBulkAction(deps(), { scope, action: 'archive', ids: made });
    expect(preview).toMatchObject({
      matching: 3,
      changing: 2,
      unchanged: 1,
      reasons: [{ reason: 'archived_already', count: 1 }],
      records: null,
    });
    const { bulkActionId, changed } = await runBulkAction(deps(), { scope, action: 'archive', ids: made });
    expect(changed).toBe(2);
    await trashCaptures(deps(), { scope, ids: [made[1]!] });
    expect(await undoBulkAction(deps(), { scope, bulkActionId: bulkActionId! })).toEqual({
      undone: 1,
      kept: 1,
    });
    expect(await ids({})).toEqual([made[2]]);
    expect(await ids({ place: 'archive' })).toEqual([made[0]]);
    expect(await ids({ place: 'trash' })).toEqual([made[1]]);
    await expect(undoBulkAction(deps(), { scope, bulkActionId: bulkActionId! })).rejects.toMatchObject({
      code: 'bulk.not_undoable',
    });
  });

  test('confirming by filter confirms every record that waits, and can be undone', async () => {
    const made = [
      await capture(arranged(), scope, { text: ['apple'] }),
      await capture(arranged(), scope, { text: ['apple'] }),
      await capture(arranged(), scope, { text: ['pear'] }),
    ];
    const { bulkActionId, changed } = await runBulkAction(deps(), {
      scope,
      action: 'confirm',
      filter: { q: 'apple' },
    });
    expect(changed).toBe(2);
    expect(await ids({ review: 'needs_review' })).toEqual([made[2]!.captureId]);
    // Each of them by name, besides the action as a whole.
    const { events } = await listAuditEvents(deps(), { scope, filter: { group: 'record' } });
    const confirmed = await Promise.all(
      made.slice(0, 2).map(async ({ captureId }) => (await only(captureId)).id),
    );
    expect(events.map((event) => [event.action, event.subjectId]).toSorted()).toEqual(
      confirmed.map((id) => ['record.confirmed', id]).toSorted(),
    );
    await undoBulkAction(deps(), { scope, bulkActionId: bulkActionId! });
    expect(await ids({ review: 'needs_review' })).toHaveLength(3);
    await expect(runBulkAction(deps(), { scope, action: 'reject', filter: {} })).rejects.toMatchObject({
      code: 'record.reason_needed',
    });
    await expect(
      runBulkAction(deps(), {
        scope,
        action: 'assign',
        filter: {},
        payload: { userId: company.members[1]!.userId },
      }),
    ).rejects.toMatchObject({ code: 'capture.not_a_reviewer' });
  });

  /** Two sure ones of one capture, and one of each doubt. */
  const doubts = async () => {
    const check = { name: 'sum', passed: false, reason: 'no' };
    const total = (more: Parameters<typeof field>[1]) => ({
      ...receipt({ merchant: 'DOUBT' }),
      fields: { merchant: field('DOUBT'), total: field('1.00', more) },
    });
    const sure = await capture(arranged(), scope, {
      content: 'first',
      records: [receipt({ merchant: 'ONE' }), receipt({ merchant: 'TWO' })],
    });
    const made = {
      failed: await capture(arranged(), scope, { records: [total({ checks: [check] })] }),
      unsure: await capture(arranged(), scope, { records: [total({ confidence: 0.79 })] }),
      ambiguous: await capture(arranged(), scope, { records: [total({ ambiguous: ['1000.00'] })] }),
      double: await capture(arranged(), scope, { content: 'first' }),
      // Not found at all is no doubt; what a person entered is none either.
      empty: await capture(arranged(), scope, {
        records: [{ ...receipt({}), fields: { merchant: field(null, { confidence: 0 }) } }],
      }),
    };
    const entered = await capture(arranged(), scope, { records: [total({ confidence: 0.5 })] });
    const record = await only(entered.captureId);
    await editField(deps(), { scope, recordId: record.id, revision: 1, field: 'total', value: '2.00' });
    return { sure, entered, ...made };
  };

  test('confirming many names what is doubtful and leaves it out, unless somebody says otherwise', async () => {
    const made = await doubts();
    const confirm = { scope, action: 'confirm' as const, filter: {} };
    const preview = await previewBulkAction(deps(), confirm);
    expect(preview).toMatchObject({
      matching: 7,
      changing: 3,
      reasons: [{ reason: 'only_doubtful', count: 4 }],
      records: {
        changing: 4,
        doubtful: { records: 4, fields: 3, failedChecks: 1, doubles: 1 },
      },
    });
    const doubtful = preview.records!.doubtful!.named;
    // What fails a check comes first, each with the fields to look at.
    expect(doubtful[0]).toMatchObject({
      captureId: made.failed.captureId,
      fields: ['Total'],
      isDouble: false,
    });
    expect(doubtful.find(({ isDouble }) => isDouble)).toMatchObject({ captureId: made.double.captureId });
    expect(preview.records!.named.map(({ record }) => record.title).toSorted()).toEqual([
      '',
      'DOUBT',
      'ONE',
      'TWO',
    ]);

    // All can be seen, a part at a time.
    const rest = await previewBulkAction(deps(), { ...confirm, namesFrom: 1 });
    expect(rest.records!.named).toEqual(preview.records!.named.slice(1));
    expect(rest.records!.doubtful!.named).toEqual(doubtful.slice(1));

    const { changed, records, bulkActionId } = await runBulkAction(deps(), confirm);
    expect({ changed, records }).toEqual({ changed: 3, records: 4 });
    expect((await ids({ review: 'needs_review' })).toSorted()).toEqual(
      [made.failed, made.unsure, made.ambiguous, made.double].map(({ captureId }) => captureId).toSorted(),
    );
    await undoBulkAction(deps(), { scope, bulkActionId: bulkActionId! });
    expect(await ids({ review: 'needs_review' })).toHaveLength(7);

    const payload = { includeDoubtful: true };
    expect(await previewBulkAction(deps(), { ...confirm, payload })).toMatchObject({
      changing: 7,
      records: { changing: 8, doubtful: { records: 4 } },
    });
    expect(await runBulkAction(deps(), { ...confirm, payload })).toMatchObject({ changed: 7, records: 8 });
    // That somebody confirmed it against a failed check is kept.
    const { events } = await listAuditEvents(deps(), {
      scope,
      filter: { subject: (await only(made.failed.captureId)).id },
    });
    expect(events[0]).toMatchObject({ action: 'record.confirmed', detail: { failedChecks: ['total: sum'] } });
  });

  test('what came or changed after the preview is left alone', async () => {
    const [seen, changed] = [await capture(arranged(), scope), await capture(arranged(), scope)];
    const confirm = { scope, action: 'confirm' as const, filter: {} };
    const { asOf } = await previewBulkAction(deps(), confirm);
    const record = await only(changed.captureId);
    await editField(deps(), { scope, recordId: record.id, revision: 1, field: 'total', value: '99.00' });
    const late = await capture(arranged(), scope);
    expect(await runBulkAction(deps(), { ...confirm, asOf })).toMatchObject({ changed: 1, records: 1 });
    expect((await only(seen.captureId)).state).toBe('confirmed');
    for (const { captureId } of [changed, late]) expect((await only(captureId)).state).toBe('needs_review');
    expect(await runBulkAction(deps(), { scope, action: 'trash', filter: {}, asOf })).toMatchObject({
      changed: 2,
    });
    expect(await ids({})).toEqual([late.captureId]);
  });

  test('what was decided is reopened as one, and its undo puts back who decided it and why', async () => {
    const [kept, refused] = [await capture(arranged(), scope), await capture(arranged(), scope)];
    const reviewer = scopeOf(company, company.members[0]);
    await confirmRecord(deps(), { scope: reviewer, recordId: (await only(kept.captureId)).id, revision: 1 });
    await rejectRecord(deps(), {
      scope,
      recordId: (await only(refused.captureId)).id,
      revision: 1,
      reason: 'Blurred',
    });
    await capture(arranged(), scope);
    const reopen = { scope, action: 'reopen' as const, filter: {} };
    expect(await previewBulkAction(deps(), reopen)).toMatchObject({
      changing: 2,
      reasons: [{ reason: 'nothing_decided', count: 1 }],
      records: { changing: 2, doubtful: null },
    });
    const { bulkActionId } = await runBulkAction(deps(), reopen);
    expect(await ids({ review: 'needs_review' })).toHaveLength(3);
    await undoBulkAction(deps(), { scope, bulkActionId: bulkActionId! });
    const confirmed = await only(kept.captureId);
    expect(confirmed).toMatchObject({ state: 'confirmed', confirmedBy: { id: reviewer.actor.userId } });
    expect(confirmed.confirmedAt).not.toBeNull();
    expect(await only(refused.captureId)).toMatchObject({ state: 'rejected', rejectedReason: 'Blurred' });
    const { events } = await listAuditEvents(deps(), { scope, filter: { subject: confirmed.id } });
    expect(events.map(({ action }) => action)).toEqual([
      'record.confirmed',
      'record.reopened',
      'record.confirmed',
    ]);
  });

  test('what can be undone is listed: for reviewers their own, for admins everybody’s, until it is', async () => {
    const reviewer = scopeOf(company, company.members[0]);
    const { captureId } = await capture(arranged(), scope);
    const mine = await runBulkAction(deps(), { scope, action: 'confirm', filter: {} });
    const theirs = await runBulkAction(deps(), { scope: reviewer, action: 'archive', ids: [captureId] });
    const listed = async (as: Scope) => (await listBulkActions(deps(), { scope: as })).map(({ id }) => id);
    expect(await listed(reviewer)).toEqual([theirs.bulkActionId]);
    expect(await listBulkActions(deps(), { scope })).toMatchObject([
      { action: 'archive', count: 1, createdBy: { id: reviewer.actor.userId } },
      { id: mine.bulkActionId, action: 'confirm', count: 1 },
    ]);
    await undoBulkAction(deps(), { scope: reviewer, bulkActionId: theirs.bulkActionId! });
    expect(await listed(reviewer)).toEqual([]);
  });

  test('of ten at once, with people deciding single records meanwhile, each record is decided once', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => capture(arranged(), scope)));
    const singles = await Promise.all(made.slice(0, 6).map(async ({ captureId }) => only(captureId)));
    const all = made.map(({ captureId }) => captureId);
    const confirm = { scope, action: 'confirm' as const };
    const [bulk, single] = await Promise.all([
      Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          runBulkAction(deps(), { ...confirm, ids: n % 2 ? all : all.toReversed() }),
        ),
      ),
      Promise.allSettled(
        singles.map((record) => confirmRecord(deps(), { scope, recordId: record.id, revision: 1 })),
      ),
    ]);
    for (const each of single)
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'record.changed_meanwhile' });
    const decided = bulk.reduce((sum, { records }) => sum + (records ?? 0), 0);
    expect(decided + single.filter(({ status }) => status === 'fulfilled').length).toBe(12);
    expect(await ids({ review: 'needs_review' })).toEqual([]);
    // And back, at once.
    const undone = await Promise.all(
      bulk.flatMap(({ bulkActionId }) =>
        bulkActionId ? [undoBulkAction(deps(), { scope, bulkActionId })] : [],
      ),
    );
    expect(undone.reduce((sum, each) => sum + each.undone, 0)).toBe(decided);
    expect(await ids({ review: 'needs_review' })).toHaveLength(decided);
  });
});

describe('export', () => {
  const all = async (format: ExportFormat, filter: CaptureFilter = {}, shape: Partial<ExportShape> = {}) => {
    const chunks = await Array.fromAsync(
      await exportRecords(deps(), { scope, filter, format, shape: { ...everything, ...shape } }),
    );
    return Buffer.concat(chunks);
  };

  test('CSV quotes what must be, defuses formulas, and has one row for each record of the filter', async () => {
    await capture(arranged(), scope, {
      fileName: '=cmd|calc.jpg',
      records: [receipt({ merchant: '=HYPERLINK("http://x")', total: '-12.50', number: '00123' })],
    });
    await capture(arranged(), scope, {
      text: ['other'],
      records: [receipt({ merchant: 'Say "hi",\nyou', total: '3.00' })],
    });
    const text = (await all('csv')).toString();
    expect(text.startsWith('\uFEFFMerchant,Date,')).toBe(true);
    expect(text).toContain(`"'=HYPERLINK(""http://x"")"`);
    expect(text).toContain("'=cmd|calc.jpg");
    expect(text).toContain(',-12.50,');
    expect(text).toContain(',00123,');
    expect(text).toContain('"Say ""hi"", you"');
    expect((await all('csv', { q: 'other' })).toString().match(/\r\n/g)).toHaveLength(2);
  });

  test('only what is confirmed leaves, one type of record a file, unless one asks for the rest', async () => {
    const kept = await capture(arranged(), scope, { records: [receipt({ merchant: 'Kept' })] });
    const [{ id: recordId }] = (await getCapture(deps(), { scope, captureId: kept.captureId })).records as [
      RecordDetail,
    ];
    await confirmRecord(deps(), { scope, recordId, revision: 1 });
    await capture(arranged(), scope, { records: [receipt({ merchant: 'Waits' })] });
    const csv = (await all('csv', {}, { records: 'confirmed' })).toString();
    expect(csv).toContain('Kept');
    expect(csv).not.toContain('Waits');
    await capture(arranged(), scope, { records: [{ ...receipt({ merchant: 'Note' }), type: 'note' }] });
    await expect(all('csv')).rejects.toMatchObject({
      code: 'export.several_types',
      detail: { types: 'note, receipt' },
    });
    const notes = (await all('csv', { type: 'note' })).toString();
    expect(notes.trimEnd().split('\r\n')).toHaveLength(2);
    await expect(all('csv', {}, { items: 'sheet' })).rejects.toMatchObject({ code: 'export.one_table' });
    expect(await previewExport(deps(), { scope, filter: {} })).toEqual({
      profiles: [],
      types: [
        { type: 'receipt', label: 'Receipt', confirmed: 1, waiting: 1, rejected: 0, hasItems: false },
        { type: 'note', label: 'note', confirmed: 0, waiting: 1, rejected: 0, hasItems: false },
      ],
    });
  });

  test('JSON holds each record with its evidence, over batches, each once', async () => {
    const { captureId } = await capture(arranged(), scope, {
      records: Array.from({ length: 600 }, (_, n) => receipt({ merchant: `M${n}` })),
    });
    await capture(arranged(), scope, {
      records: Array.from({ length: 500 }, (_, n) => receipt({ merchant: `N${n}` })),
    });
    const rows = JSON.parse((await all('json')).toString());
    expect(rows).toHaveLength(1100);
    expect(new Set(rows.map((row: { id: string }) => row.id)).size).toBe(1100);
    expect(rows.at(-1)).toMatchObject({
      capture: { id: captureId },
      fields: { merchant: { value: 'M599', evidence: [{ line: 'l0' }] } },
    });
    expect(JSON.parse((await all('json', { state: 'failed' })).toString())).toEqual([]);
  });

  test('CSV and JSON say of each field whether it was seen, computed or entered', async () => {
    const { merchant } = receipt({ merchant: 'ACME' }).fields;
    const made = {
      ...receipt({}),
      fields: { merchant: merchant!, total: field('20.00', { kind: 'computed' }) },
    };
    const { captureId } = await capture(arranged(), scope, { records: [made] });
    const record = (await getCapture(deps(), { scope, captureId })).records[0]!;
    await editField(deps(), {
      scope,
      recordId: record.id,
      revision: 1,
      field: 'merchant',
      value: 'Acme Ltd',
    });
    const csv = (await all('csv')).toString();
    expect(csv.split('\r\n')[0]).toMatch(/,Kinds$/);
    expect(csv).toContain('merchant: entered');
    expect(csv).toContain('total: computed');
    const [row] = JSON.parse((await all('json')).toString());
    expect(row.fields).toMatchObject({ merchant: { kind: 'entered' }, total: { kind: 'computed' } });
  });

  test('XLSX is a workbook whose texts are never formulas', async () => {
    await capture(arranged(), scope, { records: [receipt({ merchant: '=1+1 <&>', total: '1471.60' })] });
    const files = unzipSync(await all('xlsx'));
    expect(Object.keys(files).sort()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
    ]);
    const sheet = new TextDecoder().decode(files['xl/worksheets/sheet1.xml']);
    expect(sheet).toContain('<t xml:space="preserve">=1+1 &lt;&amp;&gt;</t>');
    expect(sheet).toContain('<v>1471.6</v>');
    expect(sheet).not.toContain('<f>');
    expect(sheet.match(/<row /g)).toHaveLength(2);
  });
});

test('the trash is emptied after 30 days and not a minute before, bytes others hold stay', async () => {
  const [old, young, twin] = [
    await capture(arranged(), scope, { content: 'shared' }),
    await capture(arranged(), scope),
    await capture(arranged(), scope, { content: 'shared' }),
  ];
  await trashCaptures(deps(), { scope, ids: [old.captureId, young.captureId] });
  const now = Date.now();
  expect(await purgeTrash(deps(), { now: new Date(now + 30 * 86_400_000 - 60_000) })).toEqual([]);
  await database.asOwner((client) =>
    client.query("update app.captures set trashed_at = now() + interval '1 day' where id = $1", [
      young.captureId,
    ]),
  );
  expect(await purgeTrash(deps(), { now: new Date(now + 30 * 86_400_000 + 60_000) })).toContainEqual({
    companyId: company.companyId,
    captureId: old.captureId,
  });
  expect(await ids({ place: 'all' })).toEqual([twin.captureId, young.captureId]);
  const objects = await database.asOwner(async (client) =>
    (
      await client.query('select sha256 from app.objects where company_id = $1', [company.companyId])
    ).rows.map((row) => row.sha256),
  );
  expect(objects.sort()).toEqual([twin.sha256, young.sha256].sort());
});
