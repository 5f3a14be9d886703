import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { demandExport, type ExportInput, noteExport } from '../captures/export-records.ts';
import { AppError } from '../errors.ts';
import { inChange } from '../in-scope.ts';
import { findExport } from './export-rows.ts';
import { type Export, maxOpenExports } from './rules.ts';

/**
 * Asks for an export that is written in the background. It is in the company's list from now on.
 * @throws AppError `export.unknown_format`, `export.one_table`, `export.several_types`, `export.too_many`,
 * `role.not_allowed`, `company.suspended`, `company.closing`
 */
export async function requestExport(
  { db }: { db: Kysely<DB> },
  { scope, ...asked }: { scope: Scope } & ExportInput,
): Promise<Export> {
  const input = { scope, ...asked };
  demandExport(input);
  const { format, shape } = input;
  const { companyId, actor } = scope;
  return inChange(db, scope, async (trx) => {
    // Those who ask at the same time are counted one after the other.
    await sql`select pg_advisory_xact_lock(hashtextextended('exports ' || ${companyId}, 0))`.execute(trx);
    const { filter } = await noteExport(trx, input);
    const { rows } = await sql<{ id: string }>`
      insert into app.exports (company_id, format, filter, shape, requested_by, role)
      select ${companyId}::uuid, ${format}, ${JSON.stringify(filter)}::jsonb, ${JSON.stringify(shape)}::jsonb,
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
