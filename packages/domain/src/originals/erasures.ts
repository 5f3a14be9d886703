import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Trx } from '../in-scope.ts';

/** Bytes whose rows were deleted on purpose, and which are to leave the store as well. */
export interface Erasure {
  companyId: string;
  /** `company`: everything of it. */
  kind: 'original' | 'derived' | 'export' | 'company';
  /** SHA-256 of an original, id of the capture of derived pictures, id of an export, empty for a company. */
  name: string;
}

/** Writes down what is to be removed from the store, in the transaction that deletes the rows. */
export async function noteErasures(
  trx: Trx,
  companyId: string,
  kind: 'original' | 'derived' | 'export',
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return;
  await sql`
    insert into platform.store_erasures (company_id, kind, name)
    select ${companyId}::uuid, ${kind}, name from unnest(${names}::text[]) as name
    on conflict do nothing`.execute(trx);
}

/** The same for everything of a company. As readout_platform. */
export async function noteErasedCompany(trx: Kysely<DB>, companyId: string): Promise<void> {
  await sql`
    insert into platform.store_erasures (company_id, kind, name) values (${companyId}::uuid, 'company', '')
    on conflict do nothing`.execute(trx);
}

/** What is still to be removed, the oldest first. As readout_platform. */
export async function listErasures(
  { platform }: { platform: Kysely<DB> },
  { limit }: { limit: number },
): Promise<Erasure[]> {
  const { rows } = await sql<{ company_id: string; kind: Erasure['kind']; name: string }>`
    select company_id, kind, name from platform.store_erasures order by erased_at, company_id, name limit ${limit}`.execute(
    platform,
  );
  return rows.map(({ company_id: companyId, kind, name }) => ({ companyId, kind, name }));
}

/** It is removed, or was stored again meanwhile. */
export async function forgetErasure(
  { platform }: { platform: Kysely<DB> },
  { companyId, kind, name }: Erasure,
): Promise<void> {
  await sql`
    delete from platform.store_erasures
    where company_id = ${companyId}::uuid and kind = ${kind} and name = ${name}`.execute(platform);
}
