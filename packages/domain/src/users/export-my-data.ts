import type { DB } from '@readout/database';
import { inCompany } from '@readout/database';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { CompanyRole } from '../actor.ts';
import { getAccount } from './get-account.ts';
import { type AccountActor, demandOwnAccount } from './own-account.ts';

interface Deps {
  /** As readout_auth. */
  auth: Kysely<DB>;
  /** As readout_app. */
  db: Kysely<DB>;
}

interface Membership {
  id: string;
  name: string;
  role: CompanyRole;
  since: Date;
}

const rowsPerBatch = 500;

/**
 * Everything kept about a person, as one JSON document that is made while it is sent: the account, where it is signed
 * in, what happened to it, its mails, and for each company the person is a member of their notifications, what they did,
 * and which captures and records they made (their metadata: what was captured is the company's). No password, secret or
 * token is part of it. Each batch is a transaction of its own.
 *
 * @throws AppError `support.read_only`, `account.gone` before the first chunk
 */
export async function exportMyData(
  deps: Deps,
  { actor }: { actor: AccountActor },
): Promise<AsyncIterable<Uint8Array>> {
  demandOwnAccount(actor);
  const account = await getAccount(deps, { actor });
  const { rows: memberships } = await sql<Membership>`
    select c.id, c.name, m.role, m.created_at as since
    from auth.membership m join auth.company c on c.id = m.company_id
    where m.user_id = ${actor.userId}::uuid order by m.created_at, c.id`.execute(deps.auth);
  const { isFresh: _, ...profile } = account;
  return encode(document(deps, actor, profile, memberships));
}

async function* document(
  { auth, db }: Deps,
  { userId }: AccountActor,
  profile: object,
  memberships: Membership[],
): AsyncGenerator<string> {
  yield `{\n"about": ${JSON.stringify({ what: 'What Readout keeps about you', madeAt: new Date(), userId })},\n"account": ${JSON.stringify(profile)},\n`;
  yield* list(
    'sessions',
    keyset(
      auth,
      (after) => sql`
      select s.id, s.signed_in_at as "signedInAt", s.updated_at as "lastSeenAt", s.expires_at as "expiresAt", s.ip_address as "ipAddress",
        s.user_agent as "userAgent", s.impersonated_by is not null as "bySupport"
      from auth.session s where s.user_id = ${userId}::uuid ${after ? sql`and s.id > ${after.id}::uuid` : sql``}
      order by s.id limit ${rowsPerBatch}`,
    ),
  );
  yield ',\n';
  yield* list(
    'accountEvents',
    keyset(
      auth,
      (after) => sql`
      select e.id, e.action, e.detail, e.ip_address as "ipAddress", e.user_agent as "userAgent", e.created_at as "at"
      from auth.user_events e where e.user_id = ${userId}::uuid ${after ? sql`and e.id > ${after.id}::bigint` : sql``}
      order by e.id limit ${rowsPerBatch}`,
    ),
  );
  yield ',\n';
  yield* list(
    'mails',
    keyset(
      auth,
      (after) => sql`
      select m.id, m.kind, m.to_email as "to", m.subject, m.state, m.created_at as "createdAt", m.sent_at as "sentAt"
      from auth.mails m where m.user_id = ${userId}::uuid ${after ? sql`and m.id > ${after.id}::uuid` : sql``}
      order by m.id limit ${rowsPerBatch}`,
    ),
  );
  yield ',\n"companies": [';
  for (const [index, { id, name, role, since }] of memberships.entries()) {
    const rows = (query: (after: Row | undefined) => RawBuilder<unknown>) =>
      keyset(undefined, query, (run) => inCompany(db, { companyId: id, userId }, run));
    yield `${index === 0 ? '' : ','}\n{"company": ${JSON.stringify({ id, name, role, since })},\n`;
    yield* list(
      'notifications',
      rows(
        (after) => sql`
        select n.id, n.kind, n.subject_type as "subjectType", n.subject_id as "subjectId", n.detail, n.created_at as "at", n.read_at as "readAt"
        from app.notifications n where n.company_id = ${id}::uuid and n.user_id = ${userId}::uuid ${after ? sql`and n.id > ${after.id}::bigint` : sql``}
        order by n.id limit ${rowsPerBatch}`,
      ),
    );
    yield ',\n';
    yield* list(
      'auditEvents',
      rows(
        (after) => sql`
        select e.id, e.action, e.subject_type as "subjectType", e.subject_id as "subjectId", e.ip_address as "ipAddress", e.created_at as "at"
        from app.audit_events e where e.company_id = ${id}::uuid and e.actor_id = ${userId}::uuid ${after ? sql`and e.id > ${after.id}::bigint` : sql``}
        order by e.id limit ${rowsPerBatch}`,
      ),
    );
    yield ',\n';
    yield* list(
      'programs',
      rows(
        (after) => sql`
        select g.id, g.client_name as "name", g.redirect_uri as "answeredAt", g.scopes, g.created_at as "allowedAt", g.expires_at as "expiresAt",
          g.last_used_at as "lastUsedAt", g.last_used_from as "lastUsedFrom", g.revoked_at as "endedAt"
        from app.oauth_grants g where g.company_id = ${id}::uuid and g.created_by = ${userId}::uuid ${after ? sql`and g.id > ${after.id}::uuid` : sql``}
        order by g.id limit ${rowsPerBatch}`,
      ),
    );
    yield ',\n';
    yield* list(
      'captures',
      rows(
        (after) => sql`
        select c.id, c.document_id as "documentId", c.page_number as "page", c.file_name as "fileName", c.media_type as "mediaType",
          c.byte_size as "byteSize", c.sha256, c.source, c.state, c.created_at as "createdAt", c.archived_at as "archivedAt", c.trashed_at as "trashedAt"
        from app.captures c where c.company_id = ${id}::uuid and c.created_by = ${userId}::uuid ${after ? sql`and c.id > ${after.id}::uuid` : sql``}
        order by c.id limit ${rowsPerBatch}`,
      ),
    );
    yield ',\n';
    yield* list(
      'records',
      rows(
        (after) => sql`
        select r.id, r.capture_id as "captureId", r.type, r.plugin_id as "plugin", r.plugin_version as "pluginVersion", r.state,
          r.created_at as "createdAt", r.confirmed_at as "confirmedAt",
          c.created_by = ${userId}::uuid as "capturedByMe", r.confirmed_by is not distinct from ${userId}::uuid as "confirmedByMe"
        from app.records r join app.captures c on c.company_id = r.company_id and c.id = r.capture_id
        where r.company_id = ${id}::uuid and (c.created_by = ${userId}::uuid or r.confirmed_by = ${userId}::uuid)
          ${after ? sql`and r.id > ${after.id}::uuid` : sql``}
        order by r.id limit ${rowsPerBatch}`,
      ),
    );
    yield '}';
  }
  yield '\n]\n}\n';
}

type Row = Record<string, unknown> & { id: unknown };

/** Batches in the order of their ids; memory holds one. */
async function* keyset(
  db: Kysely<DB> | undefined,
  query: (after: Row | undefined) => RawBuilder<unknown>,
  run: <T>(work: (trx: Kysely<DB>) => Promise<T>) => Promise<T> = (work) => work(db!),
): AsyncGenerator<Row[]> {
  let after: Row | undefined;
  for (;;) {
    const { rows } = await run((trx) => query(after).execute(trx));
    const batch = rows as Row[];
    if (batch.length > 0) yield batch;
    if (batch.length < rowsPerBatch) return;
    after = batch.at(-1);
  }
}

async function* list(name: string, batches: AsyncIterable<Row[]>): AsyncGenerator<string> {
  let separator = '\n';
  yield `${JSON.stringify(name)}: [`;
  for await (const rows of batches) {
    yield separator + rows.map((row) => JSON.stringify(row)).join(',\n');
    separator = ',\n';
  }
  yield ']';
}

async function* encode(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const text of texts) yield encoder.encode(text);
}
