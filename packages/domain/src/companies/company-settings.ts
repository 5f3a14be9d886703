import { sql } from 'kysely';
import type { SupportScope } from '../actor.ts';
import { AppError } from '../errors.ts';
import type { Trx } from '../in-scope.ts';
import { companyNotFound } from './read-company.ts';

/** What a company decides for itself about reading. */
export interface CompanySettings {
  /** BCP 47 tags of what is read, most important first. */
  languages: string[];
  /** BCP 47 tag that settles ambiguous dates and amounts. */
  locale: string;
  /** Whether operators may confirm what they captured themselves. */
  operatorsMayConfirm: boolean;
  /** Whether where pictures were taken is kept, in their views and in exports. */
  keepLocation: boolean;
  /** Records of a larger total, whatever its currency, are confirmed by two people; null: by one. */
  secondPersonAbove: number | null;
}

export const settingsColumns = [
  'languages',
  'locale',
  'operators_may_confirm as operatorsMayConfirm',
  'keep_location as keepLocation',
  'second_person_above as secondPersonAbove',
] as const;

/** The row of the company's settings, locked. */
export interface LockedSettings extends CompanySettings {
  revision: number;
  status: 'active' | 'suspended' | 'closing';
  closingAt: Date | null;
  statusBeforeClosing: 'active' | 'suspended' | null;
  closedByPlatform: boolean;
  requireTwoFactor: boolean;
  actingRefused: boolean;
  /** What those who act as a member may do besides reading, until then; both null: nothing. */
  supportScope: SupportScope | null;
  supportUntil: Date | null;
}

/** Locks the settings until the transaction ends. @throws AppError `company.not_found` */
export async function lockSettings(trx: Trx, companyId: string): Promise<LockedSettings> {
  const row = await trx
    .selectFrom('app.company_settings')
    .select([
      ...settingsColumns,
      'revision',
      'status',
      'closing_at as closingAt',
      'status_before_closing as statusBeforeClosing',
      'closed_by_platform as closedByPlatform',
      'require_two_factor as requireTwoFactor',
      'acting_refused as actingRefused',
      'support_scope as supportScope',
      'support_until as supportUntil',
    ])
    .where('company_id', '=', companyId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw companyNotFound();
  return row as LockedSettings;
}

/**
 * Of two people who change the same at once, the second is told and sees both.
 * @throws AppError `company.changed_meanwhile` with `{current, revision}`
 */
export function demandRevision(
  locked: LockedSettings,
  revision: number,
  current: Record<string, unknown>,
): void {
  if (locked.revision === revision) return;
  throw new AppError('company.changed_meanwhile', { current, revision: locked.revision });
}

/** Counts a change. */
export async function nextRevision(trx: Trx, companyId: string): Promise<number> {
  const { rows } = await sql<{ revision: number }>`
    update app.company_settings set revision = revision + 1 where company_id = ${companyId}::uuid returning revision`.execute(
    trx,
  );
  return rows[0]?.revision ?? 0;
}
