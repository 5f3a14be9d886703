import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { demandOnPlatform, type PlatformActor } from '../platform-actor.ts';

export interface StoreFindings {
  /** Originals that are not whole, over all companies. */
  altered: number;
  missing: number;
  /** How many companies have such originals; the fifty with the most are named. */
  companyCount: number;
  companies: { companyId: string; companyName: string; altered: number; missing: number }[];
  /** When the original that was not looked at for the longest was looked at, ISO 8601; null where there is none. */
  oldestCheckAt: string | null;
  /** The sweep found more orphans than it may move by itself. `isAllowed`: the next one may. */
  hold: { since: string; orphans: number; files: number; cap: number; isAllowed: boolean } | null;
  sweptAt: string | null;
}

const shownCompanies = 50;

/** How the store is, in numbers and without anything of what it holds. @throws AppError `platform.admin_only` */
export async function storeFindings(
  { platform }: { platform: Kysely<DB> },
  { actor }: { actor: PlatformActor },
): Promise<StoreFindings> {
  demandOnPlatform(actor, 'system.see');
  const [{ rows: companies }, { rows: checks }, { rows: cares }] = await Promise.all([
    sql<{
      companyId: string;
      companyName: string;
      altered: number;
      missing: number;
      all_altered: number;
      all_missing: number;
      all_companies: number;
    }>`
      with damaged as (
        select company_id, count(*) filter (where state = 'altered')::int as altered,
          count(*) filter (where state = 'missing')::int as missing
        from app.objects where state <> 'whole' group by company_id
      )
      select d.company_id as "companyId", c.name as "companyName", d.altered, d.missing,
        (sum(d.altered) over ())::int as all_altered, (sum(d.missing) over ())::int as all_missing,
        (count(*) over ())::int as all_companies
      from damaged d join app.platform_companies c on c.id = d.company_id
      order by d.altered + d.missing desc, c.name limit ${shownCompanies}`.execute(platform),
    sql<{ oldest: Date }>`select checked_at as oldest from app.objects order by checked_at limit 1`.execute(
      platform,
    ),
    sql<{
      held_at: Date | null;
      held_orphans: number | null;
      held_files: number | null;
      held_cap: number | null;
      allowed_orphans: number | null;
      swept_at: Date | null;
    }>`select held_at, held_orphans, held_files, held_cap, allowed_orphans, swept_at from platform.store_care`.execute(
      platform,
    ),
  ]);
  const care = cares[0];
  return {
    altered: companies[0]?.all_altered ?? 0,
    missing: companies[0]?.all_missing ?? 0,
    companyCount: companies[0]?.all_companies ?? 0,
    companies: companies.map(({ companyId, companyName, altered, missing }) => ({
      companyId,
      companyName,
      altered,
      missing,
    })),
    oldestCheckAt: checks[0]?.oldest.toISOString() ?? null,
    hold: care?.held_at
      ? {
          since: care.held_at.toISOString(),
          orphans: Number(care.held_orphans),
          files: Number(care.held_files),
          cap: Number(care.held_cap),
          isAllowed: care.allowed_orphans !== null,
        }
      : null,
    sweptAt: care?.swept_at?.toISOString() ?? null,
  };
}
