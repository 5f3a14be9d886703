import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import type { Scope } from '../../actor.ts';
import { inScope } from '../../in-scope.ts';
import type { PluginCatalogue } from '../../plugins/plugin-catalogue.ts';
import { demand } from '../../policy.ts';
import { listTypesWithFields } from '../../records/record-types.ts';
import { hasItems } from '../export-table.ts';
import type { ProfileType } from './rules.ts';

/** The types of record that the company's plugins make, by label. @throws AppError `role.not_allowed` */
export async function listProfileTypes(
  { db, plugins }: { db: Kysely<DB>; plugins: PluginCatalogue },
  { scope }: { scope: Scope },
): Promise<ProfileType[]> {
  demand(scope, 'records.export');
  return inScope(db, scope, async (trx) =>
    (await listTypesWithFields(trx, plugins, scope.companyId)).map(({ type, label, fields }) => ({
      type,
      label,
      hasItems: fields.some(hasItems),
      fields: fields.filter((field) => !hasItems(field)).map(({ name, label }) => ({ name, label })),
    })),
  );
}
