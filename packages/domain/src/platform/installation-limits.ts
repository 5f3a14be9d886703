import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { recordPlatformEvent } from '../audit/record-platform-event.ts';
import { AppError } from '../errors.ts';
import { fieldText } from '../field-text.ts';
import { demandOnPlatform, type PlatformActor } from '../platform-actor.ts';

/** What all companies together may have; null: any amount. */
export interface InstallationLimits {
  maxBytes: number | null;
  maxCapturesPerMonth: number | null;
  maxCompanies: number | null;
  /** Accounts, no matter who makes them; the deleted ones do not count. */
  maxUsers: number | null;
  /** Companies one person may own. */
  maxOwnedCompanies: number;
}

export interface InstallationUse {
  limits: InstallationLimits;
  revision: number;
  /** Stored, and promised to uploads under way. */
  bytes: number;
  capturesThisMonth: number;
  companies: number;
  users: number;
  unfinishedUploads: number;
  unfinishedBytes: number;
}

interface Row {
  max_bytes: number | null;
  max_captures_per_month: number | null;
  max_companies: number | null;
  max_users: number | null;
  max_owned_companies: number;
  revision: number;
}

const columns = sql`max_bytes, max_captures_per_month, max_companies, max_users, max_owned_companies, revision`;

const toLimits = (row: Row): InstallationLimits => ({
  maxBytes: row.max_bytes === null ? null : Number(row.max_bytes),
  maxCapturesPerMonth: row.max_captures_per_month,
  maxCompanies: row.max_companies,
  maxUsers: row.max_users,
  maxOwnedCompanies: row.max_owned_companies,
});

/** Limits of the whole installation and what is used of them. */
export async function getInstallationUse(
  { platform }: { platform: Kysely<DB> },
  { actor }: { actor: PlatformActor },
): Promise<InstallationUse> {
  demandOnPlatform(actor, 'system.see');
  const { rows } = await sql<
    Row & {
      bytes: number;
      captures: number;
      companies: number;
      users: number;
      uploads: number;
      promised: number;
    }
  >`
    select ${columns}, u.bytes, u.captures, r.uploads, r.promised, n.companies, n.users
    from platform.limits, app.platform_counts() n,
      (select coalesce(max(bytes), 0) as bytes,
        coalesce(max(captures) filter (where month = date_trunc('month', now() at time zone 'UTC')::date), 0) as captures
        from platform.ledger) u,
      (select count(*)::int as uploads, coalesce(sum(bytes), 0)::bigint as promised from app.reservations) r`.execute(
    platform,
  );
  const row = rows[0];
  if (!row) throw new Error('platform.limits has lost its only row.');
  return {
    limits: toLimits(row),
    revision: row.revision,
    bytes: Number(row.bytes),
    capturesThisMonth: Number(row.captures),
    companies: row.companies,
    users: row.users,
    unfinishedUploads: row.uploads,
    unfinishedBytes: Number(row.promised),
  };
}

const ranges: Record<keyof InstallationLimits, number> = {
  maxBytes: 1_000_000_000_000_000,
  maxCapturesPerMonth: 2_000_000_000,
  maxCompanies: 1_000_000,
  maxUsers: 10_000_000,
  maxOwnedCompanies: 1_000_000,
};

/**
 * Sets what all companies together may have. Nothing already accepted is touched, also where it is more than that.
 * @throws AppError `platform.admin_only`, `platform.bad_input`, `platform.changed_meanwhile`
 */
export async function setInstallationLimits(
  { platform }: { platform: Kysely<DB> },
  { actor, limits, revision }: { actor: PlatformActor; limits: InstallationLimits; revision: number },
): Promise<void> {
  demandOnPlatform(actor, 'system.change');
  const fields: Record<string, string> = {};
  for (const [name, max] of Object.entries(ranges) as [keyof InstallationLimits, number][]) {
    const value = limits[name];
    if (value === null && name !== 'maxOwnedCompanies') continue;
    if (value === null || !Number.isSafeInteger(value) || value < 0 || value > max)
      fields[name] = fieldText('whole_number', { min: 0, max });
  }
  if (Object.keys(fields).length > 0) throw new AppError('platform.bad_input', { fields });
  await platform.transaction().execute(async (trx) => {
    const { rows } = await sql<Row>`select ${columns} from platform.limits for update`.execute(trx);
    const row = rows[0];
    if (!row) throw new Error('platform.limits has lost its only row.');
    const before = toLimits(row);
    if (row.revision !== revision) throw new AppError('platform.changed_meanwhile', { current: before });
    const changed = (Object.keys(ranges) as (keyof InstallationLimits)[]).filter(
      (name) => before[name] !== limits[name],
    );
    if (changed.length === 0) return;
    await sql`
      update platform.limits set max_bytes = ${limits.maxBytes}::bigint, max_captures_per_month = ${limits.maxCapturesPerMonth}::int,
        max_companies = ${limits.maxCompanies}::int, max_users = ${limits.maxUsers}::int, max_owned_companies = ${limits.maxOwnedCompanies}::int,
        revision = revision + 1`.execute(trx);
    await recordPlatformEvent(trx, actor, {
      action: 'platform.limits_changed',
      subjectType: 'platform',
      subjectId: 'platform',
      detail: Object.fromEntries(changed.map((name) => [name, { from: before[name], to: limits[name] }])),
    });
  });
}
