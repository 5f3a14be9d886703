import type { DB } from '@readout/database';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { inScope, type Trx } from '../in-scope.ts';
import { findField, findRecordType, type PluginCatalogue } from '../plugins/plugin-catalogue.ts';
import { recordsToDecide } from '../records/decide-records.ts';
import { doubtfulFields, failedChecks, hasDoubt } from '../records/record-doubt.ts';
import { needsSecondPerson, summariseRecord } from '../records/record-rows.ts';
import { type BulkSelection, demandBulk, selectedCaptures } from './bulk-selection.ts';
import { type BulkPayload, reasonToSkip } from './change-captures.ts';
import {
  type BulkAction,
  type BulkPreview,
  type BulkRecord,
  maxNamed,
  maxNamedMore,
  type SkipReason,
} from './rules.ts';

/** What an action would change, before it does. */
export async function previewBulkAction(
  { db, plugins }: { db: Kysely<DB>; plugins: PluginCatalogue },
  {
    scope,
    action,
    payload = {},
    namesFrom = 0,
    ...selection
  }: {
    scope: Scope;
    action: BulkAction;
    payload?: BulkPayload;
    /** So many records of each list are known already: the next are named. */
    namesFrom?: number;
  } & BulkSelection,
): Promise<BulkPreview> {
  const reach = demandBulk(scope, action);
  const { where, search } = selectedCaptures(scope, selection);
  return inScope(db, scope, async (trx) => {
    const { rows } = await sql<{ reason: SkipReason | null; count: number; as_of: string }>`
      ${search}
      select ${reasonToSkip(action, scope.actor.userId, reach, payload)} as reason, count(*)::int as count
      from app.captures c where ${where} group by 1 order by 2 desc`.execute(trx);
    const matching = rows.reduce((sum, row) => sum + row.count, 0);
    const changing = rows.find((row) => row.reason === null)?.count ?? 0;
    const now = await sql<{ as_of: string }>`
      select to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as as_of`.execute(trx);
    return {
      asOf: now.rows[0]!.as_of,
      matching,
      changing,
      unchanged: matching - changing,
      reasons: rows.flatMap(({ reason, count }) => (reason === null ? [] : [{ reason, count }])),
      records:
        action === 'confirm' || action === 'reject' || action === 'reopen'
          ? await previewRecords(trx, { plugins, scope, action, payload, namesFrom, where, search })
          : null,
    };
  });
}

interface RecordsAsked {
  plugins: PluginCatalogue;
  scope: Scope;
  action: 'confirm' | 'reject' | 'reopen';
  payload: BulkPayload;
  namesFrom: number;
  where: RawBuilder<unknown>;
  search: RawBuilder<unknown>;
}

async function previewRecords(trx: Trx, asked: RecordsAsked): Promise<NonNullable<BulkPreview['records']>> {
  const { scope, action, payload, where, search } = asked;
  // Doubtful or not: what is left out is counted, too.
  const ofDocuments = sql`
    from app.captures c
    join app.captures p on p.company_id = c.company_id and p.document_id = c.id
    join app.records r on r.company_id = p.company_id and r.capture_id = p.id
    where ${where} and c.trashed_at is null and ${recordsToDecide(action, scope.actor.userId, { includeDoubtful: true })}`;
  const isDoubtful = action === 'confirm' ? sql`(c.duplicate_of is not null or ${hasDoubt})` : sql`false`;
  const isFirst =
    action === 'confirm' ? sql`(r.first_confirmed_by is null and ${needsSecondPerson})` : sql`false`;
  const { rows } = await sql<{
    all: number;
    first: number;
    sure_first: number;
    doubtful: number;
    fields: number;
    failed_checks: number;
    doubles: number;
  }>`
    ${search}
    select count(*)::int as all, (count(*) filter (where is_first))::int as first,
      (count(*) filter (where is_first and not is_doubtful))::int as sure_first,
      (count(*) filter (where is_doubtful))::int as doubtful,
      coalesce(sum(cardinality(fields)) filter (where is_doubtful), 0)::int as fields,
      coalesce(sum(failed_checks) filter (where is_doubtful), 0)::int as failed_checks,
      (count(*) filter (where is_double))::int as doubles
    from (
      select ${isDoubtful} as is_doubtful, ${doubtfulFields} as fields, ${failedChecks} as failed_checks,
        c.duplicate_of is not null as is_double, ${isFirst} as is_first
      ${ofDocuments}) as records`.execute(trx);
  const counts = rows[0]!;
  const includes = payload.includeDoubtful === true;
  const named = (condition: RawBuilder<unknown>) =>
    nameRecords(trx, asked, sql`${ofDocuments} and ${condition}`);
  return {
    changing: counts.all - (includes ? 0 : counts.doubtful),
    first: includes ? counts.first : counts.sure_first,
    named: await named(includes ? sql`true` : sql`not ${isDoubtful}`),
    doubtful:
      action === 'confirm'
        ? {
            records: counts.doubtful,
            fields: counts.fields,
            failedChecks: counts.failed_checks,
            doubles: counts.doubles,
            named: counts.doubtful > 0 ? await named(isDoubtful) : [],
          }
        : null,
  };
}

async function nameRecords(
  trx: Trx,
  { plugins, scope, search, namesFrom }: RecordsAsked,
  from: RawBuilder<unknown>,
): Promise<BulkRecord[]> {
  const { rows } = await sql<
    Omit<Parameters<typeof summariseRecord>[1], 'plugin' | 'pluginVersion'> & {
      document_id: string;
      file_name: string;
      plugin_id: string;
      plugin_version: string;
      doubtful_fields: string[];
      is_double: boolean;
    }
  >`
    ${search}
    select c.id as document_id, c.file_name, c.duplicate_of is not null as is_double, r.id, r.plugin_id,
      r.plugin_version, r.type, r.state, r.confidence, r.fields, r.company_checks as "companyChecks", ${doubtfulFields} as doubtful_fields
    ${from}
    order by ${failedChecks} desc, c.created_at desc, c.id desc, p.page_number, r.position
    limit ${namesFrom > 0 ? maxNamedMore : maxNamed} offset ${namesFrom}`.execute(trx);
  const made = rows.map((row) => ({ ...row, plugin: row.plugin_id, pluginVersion: row.plugin_version }));
  const manifests = await plugins.manifests(
    trx,
    scope.companyId,
    made.map(({ plugin, pluginVersion: version }) => ({ plugin, version })),
  );
  return made.map((row) => {
    const type = findRecordType(manifests, {
      plugin: row.plugin,
      version: row.pluginVersion,
      type: row.type,
    });
    return {
      captureId: row.document_id,
      fileName: row.file_name,
      record: summariseRecord(manifests, row),
      fields: row.doubtful_fields.map((name) => findField(type, name)?.label ?? name),
      isDouble: row.is_double,
    };
  });
}
