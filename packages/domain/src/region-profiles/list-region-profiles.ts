import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import type { Scope } from '../actor.ts';
import { inScope } from '../in-scope.ts';
import { demand } from '../policy.ts';
import { selectProfiles } from './region-profile-rows.ts';
import type { RegionProfile } from './rules.ts';

/** Every profile of the company by name, at most as many as a company may have. For all members. */
export async function listRegionProfiles(
  { db }: { db: Kysely<DB> },
  { scope }: { scope: Scope },
): Promise<RegionProfile[]> {
  demand(scope, 'captures.add');
  return inScope(db, scope, (trx) => selectProfiles(trx, scope.companyId));
}
