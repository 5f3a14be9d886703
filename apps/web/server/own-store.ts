import type { DB } from '@readout/database';
import { AppError } from '@readout/domain/errors';
import {
  claimMovingStores,
  claimStore,
  type KnownFiles,
  originalKey,
  StoreError,
  type StoreOwner,
} from '@readout/store';
import { type Kysely, sql } from 'kysely';

const sampled = 50;
/** Why a bucket is away, at a start: the operator stands before it. */
const codeOf = {
  refused: 'store.refused',
  no_bucket: 'store.no_bucket',
  region: 'store.no_bucket',
  clock: 'store.clock_differs',
  unreachable: 'store.unreachable',
} as const;

/**
 * Stops a start on which database and store do not belong together, before either is written to.
 *
 * @param platform - as readout_platform, which sees which originals there are.
 * @returns how it was found out that they do
 * @throws AppError `store.other_installation`, `store.unknown_files`, `store.files_missing`, `store.half_moved`,
 *   `store.refused`, `store.no_bucket`, `store.clock_differs`, `store.unreachable`
 */
export async function claimOwnStore(
  { platform }: { platform: Kysely<DB> },
  {
    owner,
    also,
    installationId,
  }: {
    owner: StoreOwner;
    /** Of the store that objects move from. */
    also?: StoreOwner | undefined;
    installationId: string;
  },
): Promise<'known' | 'new' | 'fits'> {
  try {
    const known: KnownFiles = {
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
    };
    return await (also
      ? claimMovingStores(owner, also, installationId, known)
      : claimStore(owner, installationId, known));
  } catch (error) {
    throw error instanceof StoreError ? refusal(error) : error;
  }
}

function refusal(cause: StoreError): AppError {
  const { message, reason } = cause;
  if (reason) return new AppError(codeOf[reason], { message }, { cause });
  switch (cause.code) {
    case 'unknown_files':
      return new AppError('store.unknown_files', { message }, { cause });
    case 'half_moved':
      return new AppError('store.half_moved', { message }, { cause });
    case 'files_missing':
      return new AppError('store.files_missing', { message }, { cause });
    default:
      return new AppError('store.other_installation', { message }, { cause });
  }
}
