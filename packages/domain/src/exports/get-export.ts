import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import type { Scope } from '../actor.ts';
import { AppError } from '../errors.ts';
import { inScope } from '../in-scope.ts';
import { demand } from '../policy.ts';
import { isUuid } from '../uuid.ts';
import { findExport } from './export-rows.ts';
import type { Export } from './rules.ts';

/** @throws AppError `export.not_found`, `role.not_allowed` */
export async function getExport(
  { db }: { db: Kysely<DB> },
  { scope, exportId }: { scope: Scope; exportId: string },
): Promise<Export> {
  demand(scope, 'records.export');
  const found = isUuid(exportId)
    ? await inScope(db, scope, (trx) => findExport(trx, { companyId: scope.companyId, exportId }))
    : undefined;
  if (!found) throw new AppError('export.not_found');
  return found;
}
