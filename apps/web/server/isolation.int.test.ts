import { randomBytes, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { TestCompany, TestDatabase } from '@readout/database/testing';
import type { CompanyRole, Scope } from '@readout/domain/actor';
import { addNote } from '@readout/domain/captures/add-note';
import { rereadCaptures } from '@readout/domain/captures/reread-captures';
import { runBulkAction } from '@readout/domain/captures/run-bulk-action';
import { tagCaptures } from '@readout/domain/captures/tag-captures';
import { createTarget } from '@readout/domain/deliveries/create-target';
import { outgoingTypes } from '@readout/domain/deliveries/rules';
import type { ProfileSettings } from '@readout/domain/exports/profiles/rules';
import { createDraft } from '@readout/domain/plugins/drafts/create-draft';
import { saveFixture } from '@readout/domain/plugins/fixtures/save-fixture';
import { confirmRecord } from '@readout/domain/records/confirm-record';
import { editField } from '@readout/domain/records/edit-field';
import { createRegionProfile } from '@readout/domain/region-profiles/create-region-profile';
import { saveView } from '@readout/domain/saved-views/save-view';
import {
  capture,
  read,
  receipt,
  receiptManifest,
  regionProfile,
  scopeOf,
} from '@readout/domain/testing/arrange';
import { createWatch } from '@readout/domain/watches/create-watch';
import { listAlarms } from '@readout/domain/watches/list-alarms';
import { saveSamples } from '@readout/domain/watches/save-samples';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { companyMarker, isAboutCompany } from './request/company-marker.ts';
import type { Services } from './services.ts';
import type { Web } from './start-web.ts';
import { internalAddresses } from './testing/internal-addresses.ts';
import { formsOf } from './testing/page-intents.ts';
import { pageRoutes, startWholeServer, type WholeServer } from './testing/whole-server.ts';

/** In every text the attacked company owns; in no answer another company gets. */
const marker = 'ZEBRAFINCH';
/** The role that may do least and the one that may do most; `npm run test:long`: all. */
const roles: CompanyRole[] = process.env.READOUT_LONG_TESTS
  ? ['operator', 'reviewer', 'admin', 'owner']
  : ['operator', 'owner'];

/** What of the attacked company a request can name, by the parameter or field that names it. */
type Ids = Record<
  | 'companyId'
  | 'captureId'
  | 'recordId'
  | 'proposalId'
  | 'bulkActionId'
  | 'viewId'
  | 'userId'
  | 'invitationId'
  | 'notificationId'
  | 'sessionId'
  | 'regionProfileId'
  | 'draftId'
  | 'fixtureId'
  | 'submissionId'
  | 'plugin'
  | 'sha256'
  | 'watchId'
  | 'sampleId'
  | 'alarmId'
  | 'exportId'
  | 'profileId'
  | 'targetId'
  | 'deliveryId'
  | 'noteId',
  string
>;

interface Attack {
  method: string;
  /** With ids filled in. */
  path(ids: Ids): string;
  body?(ids: Ids): { type: string; content: string };
  name: string;
}

const exportSettings: ProfileSettings = {
  type: 'receipt',
  format: 'csv',
  language: 'en',
  items: 'none',
  columns: [{ source: 'total', title: 'Total' }],
  originals: null,
  datev: null,
};

let database: TestDatabase;
let services: Services;
let web: Web;
let server: WholeServer;
let origin: string;
let victim: TestCompany;
let ids: Ids;

beforeAll(async () => {
  server = await startWholeServer();
  ({ database, services, web, origin } = server);
  // The platform is claimed: nobody below becomes its administrator.
  const first = await database.createCompany();
  await database.asOwner((client) =>
    client.query('insert into auth.installation (admin_user_id) values ($1)', [first.owner.userId]),
  );
  victim = await database.createCompany({
    name: `${marker} Ltd`,
    members: ['owner', 'admin', 'reviewer', 'operator'],
  });
  ids = await fill(victim);
});

afterAll(() => server?.close());

/** One of everything, each with the marker in its texts. */
async function fill(company: TestCompany): Promise<Ids> {
  const scope = scopeOf(company);
  const arranged = { database, queue: services.queue };
  const text = [marker];
  const records = [receipt({ merchant: marker, total: '12.50' })];
  const open = await capture(arranged, scope, { text, records, fileName: `${marker}.jpg` });
  const decided = await capture(arranged, scope, { text, records, fileName: `${marker}.jpg` });
  const deps = { db: services.db.app, queue: services.queue, plugins: services.plugins };
  const idOf = async (captureId: string) =>
    database.asOwner(async (client) => {
      const { rows } = await client.query('select id, revision from app.records where capture_id = $1', [
        captureId,
      ]);
      return rows[0] as { id: string; revision: number };
    });
  const record = await idOf(open.captureId);
  const edited = await idOf(decided.captureId);
  const changed = await editField(deps, {
    scope,
    recordId: edited.id,
    revision: edited.revision,
    field: 'merchant',
    value: `${marker} edited`,
  });
  // A second reading of what a person changed is proposed, not applied.
  await rereadCaptures(deps, { scope, ids: [decided.captureId] });
  await read(arranged, company.companyId, decided.captureId, { text, records });
  await confirmRecord(deps, { scope, recordId: changed.id, revision: changed.revision }).catch(() => {});
  const bulk = await runBulkAction(deps, { scope, action: 'archive', ids: [decided.captureId] });
  await tagCaptures(deps, { scope, ids: [open.captureId], tag: marker });
  const [note] = await addNote(deps, { scope, captureId: open.captureId, text: marker });
  const view = await saveView(deps, {
    scope,
    name: marker,
    query: 'state=needs_review',
    isCompanyWide: true,
  });
  const target = await createTarget(
    { db: services.db.app, vault: services.vault },
    {
      scope,
      target: {
        kind: 'webhook',
        name: marker,
        address: `https://example.com/${marker}`,
        events: outgoingTypes,
      },
    },
  );
  // Its alarm is delivered there.
  const watched = await fillWatch(deps, scope);
  const profile = await createRegionProfile(deps, { scope, profile: regionProfile(marker) });
  const studio = await fillStudio(deps, scope, open.captureId);
  return database.asOwner(async (client) => {
    const { companyId, owner } = company;
    await client.query('update auth."user" set name = name || $1 where id = any ($2)', [
      ` ${marker}`,
      [owner, ...company.members].map((member) => member.userId),
    ]);
    const invitation = await client.query(
      `insert into app.invitations (company_id, email, role, token_hash, invited_by, invited_by_name, expires_at)
       values ($1, $2, 'operator', repeat('a', 64), $3, $4, now() + interval '7 days') returning id`,
      [companyId, `${marker.toLowerCase()}@example.com`, owner.userId, marker],
    );
    // Far from every other number an answer may hold.
    await client.query('alter table app.notifications alter column id restart with 7300017');
    const notification = await client.query(
      `insert into app.notifications (company_id, user_id, kind, subject_type, subject_id, detail)
       values ($1, $2, 'capture.assigned', 'capture', $3, $4) returning id`,
      [companyId, owner.userId, open.captureId, JSON.stringify({ fileName: marker })],
    );
    const session = await client.query(
      "insert into auth.session (user_id, token, expires_at) values ($1, $2, now() + interval '1 day') returning id",
      [owner.userId, randomUUID()],
    );
    const pairing = await client.query(
      `insert into auth.pairings (token_hash, user_id, company_id, made_in, expires_at, claim_hash, claimed_at, decide_until, phone_name, number)
       values ('${marker}', $1, $2, $3, now() + interval '1 hour', '${marker}', now(), now() + interval '1 hour', '${marker}', 7) returning id`,
      [owner.userId, companyId, session.rows[0].id],
    );
    const exportProfile = await client.query(
      'insert into app.export_profiles (company_id, name, settings, created_by) values ($1, $2, $3, $4) returning id',
      [companyId, marker, JSON.stringify(exportSettings), owner.userId],
    );
    const made = await client.query(
      "insert into app.exports (company_id, format, filter, requested_by, role) values ($1, 'csv', $2, $3, 'owner') returning id",
      [companyId, JSON.stringify({ q: marker }), owner.userId],
    );
    const proposal = await client.query('select id from app.record_proposals where company_id = $1', [
      companyId,
    ]);
    const delivery = await client.query('select id from app.deliveries where target_id = $1', [target.id]);
    await client.query(
      `insert into app.delivery_attempts (company_id, delivery_id, number, at, duration_ms, request, failure_code, failure)
       values ($1, $2, 1, now(), 1, $3, 'delivery.unreachable', $4)`,
      [
        companyId,
        delivery.rows[0].id,
        JSON.stringify({ method: 'POST', address: marker, headers: {}, body: marker, isCut: false }),
        marker,
      ],
    );
    return {
      targetId: target.id,
      deliveryId: delivery.rows[0].id,
      companyId,
      captureId: open.captureId,
      recordId: record.id,
      proposalId: proposal.rows[0]?.id ?? randomUUID(),
      bulkActionId: bulk.bulkActionId ?? randomUUID(),
      noteId: note!.id,
      viewId: view.id,
      userId: owner.userId,
      invitationId: invitation.rows[0].id,
      notificationId: String(notification.rows[0].id),
      sessionId: session.rows[0].id,
      pairingId: pairing.rows[0].id,
      regionProfileId: profile.id,
      ...studio,
      sha256: open.sha256,
      exportId: made.rows[0].id,
      profileId: exportProfile.rows[0].id,
      ...watched,
    };
  });
}

/** A draft with a fixture, and a published plugin of its own. */
async function fillStudio(
  { db }: { db: Services['db']['app'] },
  scope: Scope,
  captureId: string,
): Promise<Pick<Ids, 'draftId' | 'fixtureId' | 'plugin' | 'submissionId'>> {
  await database.asOwner((client) =>
    client.query('update app.captures set width = 100, height = 200 where id = $1', [captureId]),
  );
  const { id: draftId } = await createDraft(
    { db },
    {
      scope,
      pluginId: 'zebrafinch',
      content: { manifestText: `{"name":"${marker}"}`, source: `// ${marker}` },
    },
  );
  const fixture = { name: marker, captureId, settings: {}, expected: [] };
  const { id: fixtureId } = await saveFixture({ db }, { scope, draftId, fixture });
  // One of its own that it uses.
  const plugin = 'reader-of-finches';
  const manifest = { ...receiptManifest, id: plugin, name: marker, description: marker };
  const submissionId = randomUUID();
  await database.asOwner(async (client) => {
    await client.query(
      `insert into app.plugin_versions (company_id, plugin_id, version, manifest, package, sha256, notes, made_by, created_by)
       values ($1, $2, $3, $4, '', repeat('0', 64), $5, 'studio', $6)`,
      [scope.companyId, plugin, manifest.version, JSON.stringify(manifest), marker, scope.actor.userId],
    );
    await client.query(
      "insert into app.installations (company_id, plugin_id, version, source) values ($1, $2, $3, 'company')",
      [scope.companyId, plugin, manifest.version],
    );
    // In review, which nobody but its publisher and the platform sees.
    await client.query(
      'insert into platform.plugins (id, publisher_company_id, publisher_name) values ($1, $2, $3)',
      [plugin, scope.companyId, marker],
    );
    await client.query(
      `insert into platform.plugin_versions (plugin_id, version, state, manifest, package, sha256, notes, submitted_by_name)
       values ($1, $2, 'in_review', $3, $4, repeat('0', 64), $5, $5)`,
      [plugin, manifest.version, JSON.stringify(manifest), Buffer.from(marker), marker],
    );
    await client.query(
      `insert into app.plugin_submissions (company_id, id, plugin_id, version, notes, prepared_by)
       values ($1, $2, $3, $4, $5, $6)`,
      [scope.companyId, submissionId, plugin, manifest.version, marker, scope.actor.userId],
    );
    await client.query(
      `insert into app.plugin_submission_fixtures (company_id, submission_id, id, name, input, expected, outcome, picture, picture_media_type)
       values ($1, $2, $3, $4, '{}', '[]', '{}', $5, 'image/webp')`,
      [scope.companyId, submissionId, fixtureId, marker, Buffer.from(marker)],
    );
  });
  return { draftId, fixtureId, plugin, submissionId };
}

/** A watch that is above its limit. */
async function fillWatch({ db }: { db: Services['db']['app'] }, scope: Scope) {
  const { id: watchId } = await createWatch(
    { db },
    {
      scope,
      settings: {
        name: marker,
        sourceKind: 'screen',
        regionProfileId: null,
        place: { frame: { width: 100, height: 100 }, region: { x: 0, y: 0, width: 50, height: 20 } },
        reads: { kind: 'number', unit: marker },
        intervalMs: 1000,
        low: null,
        high: 10,
        maxRate: null,
        ratePerMs: null,
        direction: 'any',
        lostAfter: 3,
        keepDays: null,
      },
    },
  );
  const sampleId = randomUUID();
  const now = new Date().toISOString();
  await saveSamples(
    { db },
    {
      scope,
      watchId,
      batch: {
        samples: [{ id: sampleId, takenAt: now, value: 11, text: marker, confidence: 0.9, isReadable: true }],
        run: { id: randomUUID(), device: marker, state: 'stopped' },
        sentAt: now,
      },
    },
  );
  const [alarm] = await listAlarms({ db }, { scope, watchId });
  return { watchId, sampleId, alarmId: alarm?.id ?? randomUUID() };
}

/** Ids of the same form that name nothing. */
function nothing(): Ids {
  const made = Object.fromEntries(Object.keys(ids).map((name) => [name, randomUUID()])) as unknown as Ids;
  return {
    ...made,
    notificationId: String(9_000_000 + Math.trunc(Math.random() * 1e6)),
    sha256: randomBytes(32).toString('hex'),
    plugin: 'reader-of-phantoms',
  };
}

/** Cookies of members of companies of their own, one for each request: what it changes there disturbs no other. */
async function attackers(role: CompanyRole, count: number): Promise<string[]> {
  const ids = () => Array.from({ length: count }, () => randomUUID());
  const companies = ids();
  const addMembers = async (as: CompanyRole, users: string[]) =>
    database.asOwner(async (client) => {
      await client.query(
        `insert into auth."user" (id, name, email)
         select id, $2::text || ' 1', $2::text || '-1-' || id || '@example.com' from unnest($1::uuid[]) id`,
        [users, as],
      );
      await client.query(
        'insert into auth.membership (company_id, user_id, role) select *, $3 from unnest($1::uuid[], $2::uuid[])',
        [companies, users, as],
      );
    });
  await database.asOwner(async (client) => {
    await client.query(
      "insert into auth.company (id, name, slug) select id, 'Company ' || left(id::text, 4), 'c-' || id from unnest($1::uuid[]) id",
      [companies],
    );
    await client.query(
      "insert into app.company_settings (company_id, languages, locale) select id, '{en}', 'en' from unnest($1::uuid[]) id",
      [companies],
    );
  });
  const users = ids();
  if (role !== 'owner') await addMembers('owner', ids());
  await addMembers(role, users);
  return server.cookiesOf(users.map((userId, index) => ({ userId, companyId: companies[index]! })));
}

async function send(
  attack: Attack,
  given: Ids,
  cookie: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  const body = attack.body?.(given);
  const response = await fetch(`${origin}${attack.path(given)}`, {
    method: attack.method,
    redirect: 'manual',
    headers: {
      cookie,
      origin,
      accept: body ? 'application/json' : '*/*',
      'accept-encoding': 'identity',
      'tus-resumable': '1.0.0',
      ...(body ? { 'content-type': body.type } : {}),
      ...headers,
    },
    ...(body && attack.method !== 'GET' && attack.method !== 'HEAD' ? { body: body.content } : {}),
  });
  if (response.headers.get('content-type')?.includes('event-stream')) {
    await response.body?.cancel();
    return { status: response.status, text: '' };
  }
  const location = response.headers.get('location') ?? '';
  return { status: response.status, text: `${location}\n${await response.text()}` };
}

/** An answer without what differs from request to request. */
function plain(text: string, given: Ids): string {
  let rest = text;
  for (const id of Object.values(given)) rest = rest.replaceAll(id, 'ID');
  return (
    rest
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'UUID')
      .replaceAll(/nonce="[^"]*"|nonce\\?":\\?"[^"\\]*/g, 'NONCE')
      .replaceAll(/(owner|admin|reviewer|operator)-\d-UUID@example\.com/g, 'EMAIL')
      .replaceAll(/Company [0-9a-f]{4}/g, 'COMPANY')
      .replaceAll(/c-UUID/g, 'SLUG')
      .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|\+00(:00)?)?/g, 'TIME')
      .replaceAll(/\b1[789]\d{11}\b/g, 'TIME')
      .replaceAll(/mantine-[\w:«»-]+|«[^»]*»|_R_[\w]+_?/g, 'REACT')
      // Each person's key of the queues on their devices, and its name.
      .replaceAll(/"id":"[0-9a-f]{16}","key":"[A-Za-z0-9+/]{43}="/g, 'QUEUE KEY')
      .replaceAll(/[A-Za-z0-9_-]{40,}/g, 'TOKEN')
      // A second factor being set up: its QR code and its secret, in groups or whole.
      .replaceAll(/M\d+ \d+h\d[\dMHVhvz ]*/g, 'DRAWING')
      .replaceAll(/\b[A-Z2-7]{16,}\b|\b(?:[A-Z2-7]{4} ){3,}[A-Z2-7]{2,4}\b/g, 'SECRET')
      // The stream of data holds equal texts once: how many times it tells depends on when it was made.
      .replaceAll(/\\*"TIME\\*",?/g, '')
      // Numbers of events, places in that stream.
      .replaceAll(/\d+/g, 'N')
  );
}

/**
 * Everything stored about the attacked company and its people, as one text for each table, but for when they were last
 * here: once a minute a request writes that down, on the person and on their session.
 */
async function stored(): Promise<Record<string, string>> {
  return database.asOwner(async (client) => {
    const { rows: tables } = await client.query<{ name: string; key: string }>(`
      select c.oid::regclass::text as name, a.attname as key
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relkind = 'r' and c.relnamespace in ('app'::regnamespace, 'auth'::regnamespace)
        and (a.attname in ('company_id', 'user_id') or (c.relname = 'user' and a.attname = 'id'))
      order by 1, 2`);
    const people = [victim.owner, ...victim.members].map((member) => member.userId);
    const all: Record<string, string> = {};
    for (const { name, key } of tables) {
      const seen = name === 'auth.session' ? ['updated_at'] : name === 'auth."user"' ? ['last_seen_at'] : [];
      const { rows } = await client.query(
        `select coalesce(md5(string_agg(row, e'\\n' order by row)), 'empty') as rows
         from (select (to_jsonb(t) - $2::text[])::text as row from ${name} t where ${key} = any ($1)) r`,
        [key === 'company_id' ? [victim.companyId] : people, seen],
      );
      all[`${name} by ${key}`] = rows[0].rows;
    }
    return all;
  });
}

/** The id of the attacked company that a parameter or field of this name would take; undefined: none. */
function idFor(name: string, given: Ids, of: string): string | undefined {
  if (name in given) return given[name as keyof Ids];
  if (name === 'id' && of.includes('admin/company')) return given.companyId;
  if (name === 'id' && of.includes('exports/')) return given.exportId;
  if (name === 'id' && of.includes('watches/')) return given.watchId;
  if (name === 'id' && of.includes('webhooks/')) return given.targetId;
  if (name === 'id' && of.includes('deliveries/')) return given.deliveryId;
  // Everybody knows how versions are numbered and fixtures counted.
  if (name === 'version' && of.includes('plugin/review')) return receiptManifest.version;
  if (name === 'fixture' && of.includes('plugin/review')) return '0';
  if (name === 'id' || name === 'documentId' || name === 'subjectId') return given.captureId;
  if (/^(member|assignee|owner|actor)(Id)?$/.test(name)) return given.userId;
  if (/company/i.test(name)) return given.companyId;
  if (/user/i.test(name)) return given.userId;
  return undefined;
}

const isPublic = (pattern: string) =>
  /^(auth|changelog|docs|privacy-policy|tos|pair|robots|sitemap|\*|$)/.test(pattern);

function filled(pattern: string, given: Ids): string {
  return pattern
    .split('/')
    .map((part) => {
      if (!part.startsWith(':')) return part;
      const id = idFor(part.replaceAll(/[:?]/g, ''), given, pattern);
      if (id === undefined && !/token|name/.test(part))
        throw new Error(`${pattern}: the test has no id for ${part}. Add one to Ids.`);
      return id ?? 'x'.repeat(43);
    })
    .join('/');
}

/** Names that the module of a route, or one beside it in a page's own folder, reads of an address. */
function parametersOf(file: string): Set<string> {
  const [folder, own] = [path.dirname(file), path.basename(file)];
  const text = readdirSync(folder)
    .filter((name) => /\.tsx?$/.test(name) && (own === 'page' || path.parse(name).name === own))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .join('\n');
  return new Set([...text.matchAll(/\bget(?:All)?\('([A-Za-z]+)'/g)].map(([, name = '']) => name));
}

const otherValues: Record<string, unknown> = {
  action: 'trash',
  role: 'operator',
  name: 'Taken over',
  revision: 1,
  value: 'Taken over',
  field: 'merchant',
  reason: 'Taken over',
  enabled: 'on',
  on: 'yes',
  source: 'company',
  version: receiptManifest.version,
  scope: 'correct',
  hours: '2',
};

function attacksOnPages(): Attack[] {
  const attacks: Attack[] = [];
  for (const { pattern, hasLoader, hasAction, file } of pageRoutes(server.build)) {
    if (isPublic(pattern)) continue;
    const address = (given: Ids) => `/${filled(pattern, given)}`;
    const query = (given: Ids) => {
      const params = new URLSearchParams();
      for (const name of [
        'ids',
        'id',
        'u',
        'p',
        'c',
        'by',
        'plugin',
        'assigned',
        'after',
        'subject',
        'company',
        ...parametersOf(file),
      ]) {
        const id =
          name === 'ids'
            ? given.captureId
            : (idFor(name, given, pattern) ?? (name.length < 3 ? given.userId : undefined));
        if (id) params.set(name, id);
      }
      params.set('q', given.captureId);
      return `?${params}`;
    };
    if (hasLoader || !hasAction) {
      if (pattern.includes(':')) attacks.push({ method: 'GET', name: `GET /${pattern}`, path: address });
      attacks.push({
        method: 'GET',
        name: `GET /${pattern}?ids`,
        path: (given) => address(given) + query(given),
      });
      attacks.push({
        method: 'GET',
        name: `GET /${pattern}.data`,
        path: (given) => `${address(given)}.data${query(given)}`,
      });
    }
    if (!hasAction) continue;
    const { intents, fields } = formsOf(file);
    for (const intent of [undefined, ...intents]) {
      const values = (given: Ids): Record<string, unknown> => ({
        ...Object.fromEntries(
          [...fields].map((name) => [name, idFor(name, given, pattern) ?? otherValues[name] ?? 'x']),
        ),
        ids: [given.captureId],
        ...(intent ? { intent } : {}),
      });
      const label = intent ? ` ${intent}` : '';
      attacks.push({
        method: 'POST',
        name: `POST /${pattern}${label} (form)`,
        // Without an intent as a form by itself, whose answer is a page; with one as the page's scripts send it.
        path: (given) => (intent ? `${address(given)}.data` : address(given)),
        body: (given) => ({
          type: 'application/x-www-form-urlencoded',
          content: new URLSearchParams(
            Object.entries(values(given)).map(([name, value]) => [name, String(value)]),
          ).toString(),
        }),
      });
      if (!intent)
        attacks.push({
          method: 'POST',
          name: `POST /${pattern} (JSON)`,
          path: address,
          body: (given) => ({ type: 'application/json', content: JSON.stringify(values(given)) }),
        });
    }
  }
  return attacks;
}

const described = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../../docs/api/openapi.json'), 'utf8'),
) as { paths: Record<string, Record<string, { parameters?: { in: string; name: string }[] }>> };

/** What an address of the programs' interface can be asked about by its query: any other parameter is refused before it is looked at. */
function queryOf(verb: string, pattern: string, given: Ids): string {
  const { parameters = [] } =
    described.paths[pattern.replace('/api/v1', '').replaceAll(/:(\w+)(\{[^}]*\})?/g, '{$1}')]?.[
      verb.toLowerCase()
    ] ?? {};
  const named = { ids: given.captureId, assigned: given.userId, capture: given.captureId };
  const known = Object.entries(named).filter(([name]) =>
    parameters.some((parameter) => parameter.in === 'query' && parameter.name === name),
  );
  return known.length === 0 ? '' : `?${new URLSearchParams(known)}`;
}

/** Every address of the programs' interface, from the router itself. */
function attacksOnApi(): Attack[] {
  const found = new Map<string, Attack>();
  for (const { method, path: pattern } of web.routes) {
    if (
      !pattern.startsWith('/api/v1') ||
      (pattern.endsWith('/*') === false && !/[:]/.test(pattern) && method === 'ALL')
    )
      continue;
    for (const verb of method === 'ALL' ? ['GET', 'HEAD', 'PATCH', 'DELETE', 'POST'] : [method]) {
      const name = `${verb} ${pattern}`;
      found.set(name, {
        method: verb,
        name,
        path: (given) =>
          `${pattern
            .split('/')
            .map((part) =>
              part === '*'
                ? given.captureId
                : part.startsWith(':')
                  ? (idFor(part.slice(1).replace(/\{.*$/, ''), given, pattern) ?? given.captureId)
                  : part,
            )
            .join('/')}${queryOf(verb, pattern, given)}`,
        ...(verb === 'POST' || verb === 'PATCH' || verb === 'PUT'
          ? {
              body: (given: Ids) => ({
                type: 'application/json',
                content: JSON.stringify({ ...given, id: given.captureId, ids: [given.captureId] }),
              }),
            }
          : {}),
      });
    }
  }
  return [...found.values()];
}

/** Every address of our own pages, with a body that fits. */
const attacksOnInternalApi = (): Attack[] =>
  internalAddresses().map(({ method, path: pattern, body, query }) => ({
    method,
    name: `${method} ${pattern}`,
    path: (given) =>
      `${pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => idFor(name, given, pattern) ?? 'trash')}?${new URLSearchParams(
        Object.entries({ ids: given.captureId, after: given.captureId, assigned: given.userId }).filter(
          ([name]) => query.includes(name),
        ),
      )}`,
    ...(body && {
      body: (given: Ids) => ({
        type: 'application/json',
        content: JSON.stringify(body((name) => idFor(name, given, pattern) ?? otherValues[name])),
      }),
    }),
  }));

/** Decisions about a record, with bodies that fit. */
const attacksOnRecords = (): Attack[] =>
  Object.entries({
    'PATCH ': { fields: { total: '1.00' } },
    'POST /confirm': {},
    'POST /reject': { reason: 'x' },
    'POST /reopen': {},
  }).map(([name, body]) => {
    const [method = '', decision = ''] = name.split(' ');
    return {
      method,
      name: `${method} /api/v1/records/{recordId}${decision}`,
      path: ({ recordId }) => `/api/v1/records/${recordId}${decision}`,
      body: () => ({ type: 'application/json', content: JSON.stringify(body) }),
    };
  });

const allAttacks = (): Attack[] => [
  ...attacksOnPages(),
  ...attacksOnApi(),
  ...attacksOnInternalApi(),
  ...attacksOnRecords(),
];

describe('members of another company', () => {
  test('the attacks name what is there: its own owner gets it', async () => {
    const cookie = await server.cookieOf(victim.owner.userId, victim.companyId);
    for (const attacked of [
      '/app',
      `/app/${ids.captureId}`,
      `/api/v1/captures/${ids.captureId}`,
      `/api/v1/captures/${ids.captureId}/notes`,
      '/api/v1/tags',
      '/api/v1/views',
      `/api/v1/watches/${ids.watchId}`,
      `/api/v1/watches/${ids.watchId}/samples`,
    ]) {
      const { status, text } = await send({ method: 'GET', name: '', path: () => attacked }, ids, cookie);
      expect({ attacked, status, marked: text.includes(marker) }).toEqual({
        attacked,
        status: 200,
        marked: true,
      });
    }
    const attacks = allAttacks().map(({ name }) => name);
    expect(attacks.length).toBeGreaterThan(200);
    expect(attacks).toContain('GET /api/v1/captures/:id/original');
    expect(queryOf('GET', '/api/v1/captures', ids)).toBe(`?ids=${ids.captureId}&assigned=${ids.userId}`);
    expect(attacks).toContain('POST /api/v1/records/{recordId}/field');
  });

  test.each(roles)(
    'as %s: nothing is read, changed or confirmed to exist, by any page, action or call',
    async (role) => {
      const before = await stored();
      const findings: string[] = [];
      const attacks = allAttacks();
      const cookies = await attackers(role, 2 * attacks.length);
      for (const attack of attacks) {
        const absent = nothing();
        const [onTheirs, onNothing] = await Promise.all([
          send(attack, ids, cookies.pop()!),
          send(attack, absent, cookies.pop()!),
        ]);
        if (onTheirs.text.includes(marker)) findings.push(`${attack.name}: tells ${marker}`);
        if (onTheirs.status >= 500 && onTheirs.status !== 503)
          findings.push(`${attack.name}: ${onTheirs.status}, ${onTheirs.text.slice(0, 300)}`);
        const [theirs, none] = [plain(onTheirs.text, ids), plain(onNothing.text, absent)];
        if (onTheirs.status !== onNothing.status || theirs !== none)
          findings.push(
            `${attack.name}: ${onTheirs.status} ${difference(theirs, none)} instead of ${onNothing.status} ${difference(none, theirs)}`,
          );
      }
      expect(findings).toEqual([]);
      expect(await stored()).toEqual(before);
    },
  );
});

describe('a person of two companies', () => {
  test('reads and changes nothing of the one on a page about the other', async () => {
    const other = await database.createCompany();
    const person = victim.owner.userId;
    await database.asOwner((client) =>
      client.query("insert into auth.membership (company_id, user_id, role) values ($1, $2, 'owner')", [
        other.companyId,
        person,
      ]),
    );
    const cookie = await server.cookieOf(person, victim.companyId);
    const about = (companyId: string) => ({ [companyMarker]: companyId });
    const look = (headers: Record<string, string>, path = '/app.data') =>
      send({ method: 'GET', name: '', path: () => path }, ids, cookie, headers);
    // What their own page asks is answered, and so is a request that says nothing.
    for (const headers of [about(victim.companyId), {}])
      expect(await look(headers)).toMatchObject({ status: 200, text: expect.stringContaining(marker) });
    // In the address where there are no headers, and then only there.
    expect(await look({}, `/api/v1/live?${companyMarker}=${other.companyId}`)).toMatchObject({ status: 409 });
    expect(await look({}, `/api/v1/live?${companyMarker}=${victim.companyId}`)).toMatchObject({
      status: 200,
    });

    // As after a minute: being here is written down in the midst of it.
    await database.asOwner((client) =>
      client.query(`update auth."user" set last_seen_at = now() - interval '2 minutes' where id = $1`, [
        person,
      ]),
    );
    const before = await stored();
    const findings: string[] = [];
    const attacks = allAttacks().filter((attack) => isAboutCompany(attack.path(ids).replace(/\?.*/, '')));
    const changes = attacks.filter(({ method }) => method !== 'GET' && method !== 'HEAD');
    expect(changes.length).toBeGreaterThan(100);
    for (const attack of attacks) {
      // As a page's scripts send it, and as a form without them.
      for (const accept of ['application/json', 'text/html']) {
        const { status, text } = await send(attack, ids, cookie, { ...about(other.companyId), accept });
        // What a page is never sent is refused before it is looked at.
        const isNoForm = status === 415 && accept === 'text/html' && attack.name.endsWith('(JSON)');
        if (status !== 409 && !isNoForm) findings.push(`${attack.name}: ${status} instead of 409`);
        if (text.includes(`${marker} edited`) || (accept !== 'text/html' && !text.includes('company.other')))
          if (attack.method !== 'HEAD') findings.push(`${attack.name}: ${text.slice(0, 200)}`);
      }
    }
    expect(findings).toEqual([]);
    // To whom the company is closed, it is as one that does not exist.
    const stranger = await database.createCompany();
    for (const id of [stranger.companyId, randomUUID(), 'x'])
      expect(await look(about(id))).toMatchObject({
        status: 403,
        text: expect.stringContaining('company.not_a_member'),
      });
    expect(await stored()).toEqual(before);
  });

  test('is offered to switch where a link leads into the other, and nobody else learns that it is there', async () => {
    const other = await database.createCompany({ members: ['operator'] });
    const [operator] = other.members;
    await database.asOwner((client) =>
      client.query("insert into auth.membership (company_id, user_id, role) values ($1, $2, 'operator')", [
        victim.companyId,
        operator!.userId,
      ]),
    );
    const open = async (userId: string) =>
      send(
        { method: 'GET', name: '', path: (given) => `/app/${given.captureId}` },
        ids,
        await server.cookieOf(userId, other.companyId),
        { accept: 'text/html' },
      );
    // An operator sees their own captures only.
    expect(await open(operator!.userId)).toMatchObject({
      status: 404,
      text: expect.not.stringContaining('This capture belongs to'),
    });
    await database.asOwner((client) =>
      client.query("update auth.membership set role = 'reviewer' where user_id = $1 and company_id = $2", [
        operator!.userId,
        victim.companyId,
      ]),
    );
    const { status, text } = await open(operator!.userId);
    expect(status).toBe(404);
    expect(text).toContain('This capture belongs to');
    expect(text).toContain(`value="${victim.companyId}"`);
    expect(await open(other.owner.userId)).toMatchObject({
      text: expect.not.stringContaining('This capture belongs to'),
    });
  });
});

/** Where two texts part. */
function difference(text: string, other: string): string {
  let at = 0;
  while (at < text.length && text[at] === other[at]) at++;
  return JSON.stringify(text.slice(Math.max(0, at - 60), at + 160));
}
