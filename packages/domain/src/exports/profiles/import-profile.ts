import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import type { Scope } from '../../actor.ts';
import { demandChange } from '../../policy.ts';
import { createProfile } from './create-profile.ts';
import { parseProfileFile } from './profile-input.ts';

/**
 * Keeps the profile of a file that was written here or elsewhere.
 * @throws AppError `export_profile.broken_file`, `export_profile.newer_file`, and what `createProfile` throws
 */
export async function importProfile(
  { db }: { db: Kysely<DB> },
  { scope, file }: { scope: Scope; file: string },
): Promise<{ id: string; name: string }> {
  demandChange(scope, 'export_profiles.manage');
  return createProfile({ db }, { scope, profile: parseProfileFile(file) });
}
