import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { recordPlatformEvent } from '../audit/record-platform-event.ts';
import { AppError } from '../errors.ts';
import { demandOnPlatform, type PlatformActor } from '../platform-actor.ts';
import { isUuid } from '../uuid.ts';
import {
  findAudit,
  findDays,
  findInvitations,
  findMembers,
  findPlatformEvents,
  findPlugins,
} from './get-company-for-platform.ts';
import { companiesById } from './list-companies.ts';

const maxAuditEvents = 10_000;

/**
 * The administrative data of a company: profile, settings, limits, members, plugins, open invitations, use, and who did
 * what. No captures, readings or records: the full export is the owner's.
 *
 * @throws AppError `company.not_found`
 */
export async function exportCompany(
  { platform }: { platform: Kysely<DB> },
  { actor, companyId, now = new Date() }: { actor: PlatformActor; companyId: string; now?: Date },
): Promise<Record<string, unknown>> {
  demandOnPlatform(actor, 'lists.export');
  const company = isUuid(companyId) ? (await companiesById(platform, [companyId]))[0] : undefined;
  if (!company) throw new AppError('company.not_found');
  const { rows: settings } = await sql<Record<string, unknown>>`
    select languages, locale, other_names as "otherNames", address, tax_ids as "taxIds", ibans, keep_location as "keepLocation", operators_may_confirm as "operatorsMayConfirm",
      second_person_above as "secondPersonAbove",
      require_two_factor as "requireTwoFactor", acting_refused as "actingRefused", support_scope as "supportScope", support_until as "supportUntil", created_at as "createdAt"
    from app.company_settings where company_id = ${companyId}::uuid`.execute(platform);
  const [members, plugins, days, invitations, audit, platformEvents] = await Promise.all([
    findMembers(platform, companyId, 1_000_000),
    findPlugins(platform, companyId),
    findDays(platform, companyId),
    findInvitations(platform, companyId),
    findAudit(platform, companyId, maxAuditEvents),
    findPlatformEvents(platform, companyId, maxAuditEvents),
  ]);
  await recordPlatformEvent(platform, actor, {
    action: 'company.exported',
    subjectType: 'company',
    subjectId: company.id,
    subjectName: company.name,
  });
  const { id, name, slug, status, statusReason, closingAt, createdAt, limits, ...use } = company;
  return {
    exportedAt: now.toISOString(),
    company: { id, name, slug, status, statusReason, closingAt, createdAt },
    settings: settings[0] ?? {},
    limits,
    use: {
      members: use.memberCount,
      captures30d: use.captures30d,
      failedPages30d: use.failed30d,
      storedBytes: use.bytes,
      lastCaptureAt: use.lastActiveAt,
      countedAt: use.countedAt,
      days,
    },
    members,
    plugins,
    invitations,
    audit,
    platformEvents,
  };
}
