import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import type { CaptureFilter } from '../captures/rules.ts';
import { AppError } from '../errors.ts';
import { inChange, type Trx } from '../in-scope.ts';
import { demand } from '../policy.ts';
import { demandExport, type ExportInput, noteExport } from './export-records.ts';
import { findExport } from './export-rows.ts';
import { readProfile } from './profiles/profile-rows.ts';
import { type Export, maxOpenExports } from './rules.ts';

/**
 * Asks for an export that is written in the background. It is in the company's list from now on. A profile says how the file is
 * made and which type of record it is of; confirmed ones, always.
 * @throws AppError `export.unknown_format`, `export.one_table`, `export.several_types`, `export.too_many`,
 * `export_profile.not_found`, `export.running`,
 * `role.not_allowed`, `company.suspended`, `company.closing`
 */
export async function requestExport(
  { db }: { db: Kysely<DB> },
  {
    scope,
    ...asked
  }: { scope: Scope } & (
    | Omit<ExportInput, 'scope' | 'profile'>
    | { filter: CaptureFilter; profileId: string; again?: boolean }
  ),
): Promise<Export> {
  demand(scope, 'records.export');
  const { companyId, actor } = scope;
  return inChange(db, scope, async (trx) => {
    // Those who ask at the same time are counted one after the other.
    await sql`select pg_advisory_xact_lock(hashtextextended('exports ' || ${companyId}, 0))`.execute(trx);
    const input: ExportInput =
      'profileId' in asked ? await byProfile(trx, scope, asked) : { scope, ...asked, profile: null };
    demandExport(input);
    const { format, shape, profile } = input;
    const { filter } = await noteExport(trx, input);
    const { rows } = await sql<{ id: string }>`
      insert into app.exports (company_id, format, filter, shape, profile, requested_by, role)
      select ${companyId}::uuid, ${format}, ${JSON.stringify(filter)}::jsonb, ${JSON.stringify(shape)}::jsonb,
        ${profile ? JSON.stringify(profile) : null}::jsonb,
        ${actor.userId}::uuid, ${actor.role}
      where (
        select count(*) from app.exports where company_id = ${companyId}::uuid and state in ('queued', 'running')
      ) < ${maxOpenExports}::int
      returning id`.execute(trx);
    const [row] = rows;
    if (!row) throw new AppError('export.too_many', { max: maxOpenExports, retryAfterSeconds: 30 });
    return (await findExport(trx, { companyId, exportId: row.id }))!;
  });
}

async function byProfile(
  trx: Trx,
  scope: Scope,
  { filter, profileId, again = false }: { filter: CaptureFilter; profileId: string; again?: boolean },
): Promise<ExportInput> {
  const profile = await readProfile(trx, scope.companyId, profileId);
  // Two at once would hold the same records.
  const { rows } = await sql`
    select from app.exports where company_id = ${scope.companyId}::uuid and state in ('queued', 'running')
      and profile ->> 'id' = ${profileId}`.execute(trx);
  if (rows.length > 0) throw new AppError('export.running', { name: profile.name });
  const { type, format, language, items } = profile;
  return {
    scope,
    filter: { ...filter, type },
    format,
    shape: { records: 'confirmed', language, items, again },
    profile,
  };
}
