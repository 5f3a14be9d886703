import type { ClientBase } from 'pg';

/** Schemas whose tables a backup holds; the queue of jobs is made again from what waits to be read. */
export const schemas = ['app', 'auth', 'platform'];

/** Tables that no backup holds, and why. */
export const leftOut: Record<string, string> = {
  'auth.session': 'A session that was ended since the backup would be alive again: everybody signs in again.',
  'auth.verification': 'Links and codes that sign somebody in; they live for minutes.',
  'auth.rate_limit': 'Counts of the last minutes.',
  'auth.sign_in_attempts': 'Counts of the last day.',
  'auth.sent_links': 'Links that sign somebody in; they live for minutes.',
  'auth.pairings': 'Codes that sign a phone in; they live for minutes.',
  'app.dashboard_days': 'Sums that are made again; they name transactions of the server they were made on.',
  'app.dashboard_changes': 'Names transactions of the server it was written on.',
  'app.events': 'They name transactions of the server they were written on.',
  'app.event_streams': 'Names transactions of the server it was written on; another epoch tells clients so.',
  'app.exports': 'Their files are in no backup; they are made again, and live for days.',
  'app.idempotency_keys': 'Answers of the last day.',
  'platform.processes': 'Processes that ran at the time.',
  'platform.upload_locks': 'Requests that ran at the time.',
};

/** What is written in place of a column. */
export const replaced: Record<string, Record<string, string>> = {
  // What was restored must not write into the folder of the installation it was copied from.
  'platform.backup_plan': { is_on: 'false' },
  'platform.backup_runs': {
    state: `case when state in ('waiting', 'running') then 'failed' else state end`,
    finished_at: `case when state in ('waiting', 'running') then now() else finished_at end`,
  },
  'platform.audit_stream': { lease_by: 'null::uuid', lease_until: 'null::timestamptz' },
  // A mail that waits would be sent a second time by whatever starts on the restored rows; links are no use any more.
  'auth.mails': {
    state: `case state when 'waiting' then 'failed' else state end`,
    last_error: `case state when 'waiting' then 'It waited when the backup was made that was restored.' else last_error end`,
    body_text: 'null::text',
    body_html: 'null::text',
  },
};

export interface Table {
  schema: string;
  name: string;
  /** Without those that are computed from others. */
  columns: string[];
}

/** Every table whose rows a backup holds, in an order that does not change. */
export async function listTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname::text as schema, c.relname::text as name,
       array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where n.nspname = any ($1) and c.relkind in ('r', 'p') and not c.relispartition
     group by 1, 2 order by 1, 2`,
    [schemas],
  );
  return rows.filter(({ schema, name }) => !(`${schema}.${name}` in leftOut));
}

/** The query whose rows are written. */
export function rowsOf({ schema, name, columns }: Table): string {
  const instead = replaced[`${schema}.${name}`] ?? {};
  return `select ${columns.map((column) => instead[column] ?? `"${column}"`).join(', ')} from "${schema}"."${name}"`;
}

export interface Sequence {
  schema: string;
  name: string;
  /** Of the last number that was given out; text, since it may be beyond what a number holds. */
  lastValue: string;
}

/** Sequences that gave out numbers. */
export async function listSequences(client: ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select schemaname::text as schema, sequencename::text as name, last_value::text as "lastValue"
     from pg_sequences where schemaname = any ($1) and last_value is not null order by 1, 2`,
    [schemas],
  );
  return rows;
}
