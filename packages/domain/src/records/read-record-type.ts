import { type DB, inCompany } from '@readout/database';
import type { Kysely } from 'kysely';
import {
  findRecordType,
  type Maker,
  type PluginCatalogue,
  type RecordType,
} from '../plugins/plugin-catalogue.ts';

/**
 * What a version of a plugin says of a type of record, where nobody in particular asks.
 * @param input.language - BCP 47 tag of its labels
 */
export async function readRecordType(
  { db, plugins }: { db: Kysely<DB>; plugins: PluginCatalogue },
  { companyId, made, language }: { companyId: string; made: Maker & { type: string }; language: string },
): Promise<RecordType | undefined> {
  return inCompany(db, { companyId, userId: null }, async (trx) =>
    findRecordType(await plugins.manifests(trx, companyId, [made], { language }), made),
  );
}
