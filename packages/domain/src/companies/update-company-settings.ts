import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { AppError } from '../errors.ts';
import { fieldText } from '../field-text.ts';
import { inChange } from '../in-scope.ts';
import { demandChange } from '../policy.ts';
import { type CompanySettings, demandRevision, lockSettings, nextRevision } from './company-settings.ts';

const languageTag = z.string().regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, fieldText('language'));

const schema = z.object({
  languages: z
    .array(languageTag)
    .min(1, fieldText('languages_min'))
    .max(10, fieldText('languages_max', { max: 10 })),
  locale: languageTag,
  operatorsMayConfirm: z.boolean(),
  keepLocation: z.boolean(),
  secondPersonAbove: z
    .number(fieldText('amount'))
    .nonnegative(fieldText('amount'))
    .max(1e12, fieldText('amount'))
    .nullable(),
});

/**
 * Changes what a company decides for itself about reading; what was read before stays as it was read. `revision`: as
 * `getCompanySettings` gave it.
 * @throws AppError `company.bad_settings` with detail `{fields: {languages?: string, …}}`, sentences;
 *   `company.changed_meanwhile` with detail `{current: CompanySettings, revision}`
 */
export async function updateCompanySettings(
  { db }: { db: Kysely<DB> },
  { scope, settings, revision }: { scope: Scope; settings: CompanySettings; revision: number },
): Promise<CompanySettings & { revision: number }> {
  demandChange(scope, 'company.profile');
  const parsed = schema.safeParse(settings);
  if (!parsed.success) {
    const fields = Object.fromEntries(
      parsed.error.issues.toReversed().map((issue) => [String(issue.path[0]), issue.message]),
    );
    throw new AppError('company.bad_settings', { fields });
  }
  const next = parsed.data;
  const { companyId } = scope;
  return inChange(db, scope, async (trx) => {
    const locked = await lockSettings(trx, companyId);
    const { languages, locale, operatorsMayConfirm, keepLocation, secondPersonAbove } = locked;
    const before: CompanySettings = {
      languages,
      locale,
      operatorsMayConfirm,
      keepLocation,
      secondPersonAbove,
    };
    const names = Object.keys(next) as (keyof CompanySettings)[];
    const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(next[name]));
    // Who sends what is kept already wants nothing else, for instance by sending it twice.
    if (changed.length === 0) return { ...before, revision: locked.revision };
    demandRevision(locked, revision, { ...before });
    await trx
      .updateTable('app.company_settings')
      .set({
        languages: next.languages,
        locale: next.locale,
        operators_may_confirm: next.operatorsMayConfirm,
        keep_location: next.keepLocation,
        second_person_above: next.secondPersonAbove,
      })
      .where('company_id', '=', companyId)
      .execute();
    await recordAuditEvent(trx, scope, {
      action: 'company.settings_changed',
      subjectType: 'company',
      subjectId: companyId,
      detail: Object.fromEntries(changed.map((name) => [name, { from: before[name], to: next[name] }])),
    });
    return { ...next, revision: await nextRevision(trx, companyId) };
  });
}
