import type { DB } from '@readout/database';
import { AppError } from '@readout/domain/errors';
import { claimStore, originalKey, StoreError } from '@readout/store';
import { type Kysely, sql } from 'kysely';

const sampled = 50;

/**
 * Stops a start on which database and store do not belong together, before either is written to.
 *
 * @param platform - as readout_platform, which sees which originals there are.
 * @returns how it was found out that they do
 * @throws AppError `store.other_installation`, `store.unknown_files`, `store.files_missing`
 */
export async function claimOwnStore(
  { platform }: { platform: Kysely<DB> },
  { folder, installationId }: { folder: string; installationId: string },
): Promise<'known' | 'new' | 'fits'> {
  try {
    return await claimStore(folder, installationId, {
      async any() {
        const { rows } = await sql`select from app.objects limit 1`.execute(platform);
        return rows.length > 0;
      },
      async sample() {
        const { rows } = await sql<{ company_id: string; sha256: string }>`
          (select company_id, sha256 from app.objects order by created_at desc limit ${sampled})
          union (select company_id, sha256 from app.objects order by created_at limit ${sampled})`.execute(
          platform,
        );
        return rows.map(({ company_id, sha256 }) => originalKey(company_id, sha256));
      },
    });
  } catch (error) {
    throw error instanceof StoreError ? refusal(error) : error;
  }
}

function refusal(cause: StoreError): AppError {
  const refuse = (code: string, wayOn: string) =>
    new AppError('conflict', code, `${cause.message} ${wayOn}`, {}, { cause });
  const another = 'Name the right ones in DATABASE_URL and READOUT_DATA';
  switch (cause.code) {
    case 'unknown_files':
      return refuse(
        'store.unknown_files',
        `${another}, or an empty folder for a new installation; or take the files over: npx --no-install readout adopt-store.`,
      );
    case 'files_missing':
      return refuse(
        'store.files_missing',
        `${another}, put the store's files back; or go on without them: npx --no-install readout adopt-store.`,
      );
    default:
      return refuse(
        'store.other_installation',
        `${another}; or take the store over: npx --no-install readout adopt-store.`,
      );
  }
}
