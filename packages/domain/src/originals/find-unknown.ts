import type { DB } from '@readout/database';
import { inCompany } from '@readout/database';
import { type Kysely, sql } from 'kysely';

/** A stored object by what its key says: an original by its SHA-256, derived pictures by their capture, an export by its id. */
export interface StoredName {
  companyId: string;
  kind: 'originals' | 'derived' | 'exports';
  name: string;
}

/** Which of a company's objects no row knows, in one question. */
export async function findUnknown<T extends StoredName>(
  { db }: { db: Kysely<DB> },
  { companyId, objects }: { companyId: string; objects: readonly T[] },
): Promise<T[]> {
  const names = (kind: StoredName['kind']) =>
    objects.filter((object) => object.kind === kind).map(({ name }) => nameOf(kind, name));
  return inCompany(db, { companyId, userId: null }, async (trx) => {
    const { rows } = await sql<{ name: string }>`
      select sha256 as name from app.objects
        where company_id = ${companyId}::uuid and sha256 = any(${names('originals')})
      union all
      select id::text from app.captures
        where company_id = ${companyId}::uuid and id = any(${names('derived')}::uuid[])
      union all
      select id::text from app.exports
        where company_id = ${companyId}::uuid and id = any(${names('exports')}::uuid[])`.execute(trx);
    const known = new Set(rows.map((row) => row.name));
    return objects.filter(({ kind, name }) => !known.has(nameOf(kind, name)));
  });
}

function nameOf(kind: StoredName['kind'], name: string): string {
  return kind === 'originals' ? name : name.slice(0, 36);
}
