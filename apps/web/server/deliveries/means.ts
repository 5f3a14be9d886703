import type { DB } from '@readout/database';
import { countMails } from '@readout/domain/deliveries/count-mails';
import type { PluginCatalogue } from '@readout/domain/plugins/plugin-catalogue';
import { readRecordType } from '@readout/domain/records/read-record-type';
import { type Kysely, sql } from 'kysely';
import type { Originals } from '../originals.ts';
import { createFileOpener } from './open-originals.ts';
import type { Means } from './sender.ts';

/** What targets are given of this installation. */
export function createMeans({
  db,
  plugins,
  originals,
  folders,
  mail,
}: Pick<Means, 'folders' | 'mail'> & {
  db: Kysely<DB>;
  plugins: PluginCatalogue;
  originals: Originals;
}): Means {
  return {
    folders,
    mail,
    openFile: createFileOpener(originals),
    countMails: (companyId) => countMails({ db }, { companyId }),
    recordType: (companyId, made, language) => readRecordType({ db, plugins }, { companyId, made, language }),
    // A lock of the database: a process that dies gives it back.
    alone: (key, work) =>
      db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${`delivery ${key}`}, 0))`.execute(trx);
        return work();
      }),
  };
}
