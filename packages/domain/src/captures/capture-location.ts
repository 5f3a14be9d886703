import { sql } from 'kysely';
import type { Trx } from '../in-scope.ts';

/** Whether the company keeps where its pictures were taken. */
export async function keepsLocation(trx: Trx, companyId: string): Promise<boolean> {
  const { rows } = await sql<{ keep_location: boolean }>`
    select keep_location from app.company_settings where company_id = ${companyId}::uuid`.execute(trx);
  return rows[0]?.keep_location === true;
}

export interface LocatedRow {
  latitude: number | null;
  longitude: number | null;
}

/** Decimal degrees; null where the picture does not say where it was taken. */
export function toLocation({
  latitude,
  longitude,
}: LocatedRow): { latitude: number; longitude: number } | null {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}
