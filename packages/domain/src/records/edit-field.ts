import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import type { Scope } from '../actor.ts';
import type { PluginCatalogue } from '../plugins/plugin-catalogue.ts';
import { editFields } from './edit-fields.ts';
import type { Picked, RecordDetail } from './rules.ts';

/**
 * {@link editFields} for one field.
 * @throws AppError `record.unknown_field`, `record.invalid_value`, `record.place_gone`, `record.not_in_review`, `record.changed_meanwhile`
 */
export async function editField(
  { db, plugins }: { db: Kysely<DB>; plugins: PluginCatalogue },
  {
    field,
    value,
    picked,
    ...record
  }: {
    scope: Scope;
    recordId: string;
    revision: number;
    field: string;
    value: unknown;
    picked?: Picked | null | undefined;
  },
): Promise<RecordDetail> {
  return editFields(
    { db, plugins },
    { ...record, values: { [field]: value }, picked: picked === undefined ? {} : { [field]: picked } },
  );
}
