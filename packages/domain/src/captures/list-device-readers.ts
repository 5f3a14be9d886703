import type { DB } from '@readout/database';
import type { CompanyIdentity, JsonValue } from '@readout/plugin-kit';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { readCompanyIdentity } from '../companies/company-identity.ts';
import { AppError } from '../errors.ts';
import { inScope } from '../in-scope.ts';
import type { BundledPlugin } from '../plugins/packages.ts';
import { mayRun, readPinned } from '../plugins/pinned-versions.ts';
import type { PinnedVersion } from '../plugins/plugin-versions.ts';
import { settingsFor } from '../plugins/rules.ts';
import { demand } from '../policy.ts';
import { readingLanguages } from '../readings/reading-languages.ts';

export interface DeviceReader extends BundledPlugin {
  settings: Record<string, JsonValue>;
}

/** What a member's device needs to read as the server's worker would: see `beginReading`. */
export interface DeviceReaders {
  /** For whom the device may keep them. */
  companyId: string;
  userId: string;
  /** Switched on, not blocked and not paused, in the order they run. */
  readers: DeviceReader[];
  /** BCP 47 tags, as the engine is given them. */
  languages: string[];
  locale: string;
  /** How papers name the company. */
  company: CompanyIdentity;
}

/** The server's plugin store: verified bytes, ready to run. */
export interface PinnedPlugins {
  /** @throws AppError `plugin.not_intact`, `plugin.version_not_found` */
  load(companyId: string, ref: PinnedVersion): Promise<BundledPlugin>;
}

/**
 * What is not intact is left out: the server, which reads each picture too, shows it as a failed run.
 * @throws AppError `company.not_found`
 */
export async function listDeviceReaders(
  { db, versions }: { db: Kysely<DB>; versions: PinnedPlugins },
  { scope }: { scope: Scope },
): Promise<DeviceReaders> {
  demand(scope, 'company.see');
  const { companyId, actor } = scope;
  const { company, identity, pinned } = await inScope(db, scope, async (trx) => {
    const settings = await sql<{ languages: string[]; locale: string }>`
      select languages, locale from app.company_settings where company_id = ${companyId}::uuid`.execute(trx);
    const installed = await readPinned(trx, companyId);
    return {
      company: settings.rows[0],
      identity: await readCompanyIdentity(trx, companyId),
      pinned: installed.filter(mayRun),
    };
  });
  if (!company) throw new AppError('company.not_found');
  const readers = await Promise.all(
    pinned.map(async ({ settings, block: _, isPaused: __, ...ref }): Promise<DeviceReader[]> => {
      try {
        const { manifest, code, sha256 } = await versions.load(companyId, ref);
        return [{ manifest, code, sha256, settings: settingsFor(manifest, settings) }];
      } catch (error) {
        if (error instanceof AppError) return [];
        throw error;
      }
    }),
  );
  return {
    companyId,
    userId: actor.userId,
    readers: readers.flat(),
    languages: readingLanguages(company),
    locale: company.locale,
    company: identity,
  };
}
