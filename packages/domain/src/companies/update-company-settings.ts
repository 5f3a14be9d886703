import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { AppError } from '../errors.ts';
import { inScope } from '../in-scope.ts';
import { demandChange } from '../policy.ts';
import { type CompanySettings, settingsColumns } from './company-settings.ts';

const languageTag = z.string().regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'This is not a language.');

const schema = z.object({
  languages: z
    .array(languageTag)
    .min(1, 'Choose at least one language.')
    .max(10, 'Choose at most 10 languages.'),
  locale: languageTag,
  operatorsMayConfirm: z.boolean(),
  keepLocation: z.boolean(),
});

/**
 * Changes what a company decides for itself; what was read before stays as it was read.
 * @throws AppError `company.bad_settings` with detail `{fields: {languages?: string, …}}`, sentences
 */
export async function updateCompanySettings(
  { db }: { db: Kysely<DB> },
  { scope, settings }: { scope: Scope; settings: CompanySettings },
): Promise<CompanySettings> {
  demandChange(scope, 'company.profile');
  const parsed = schema.safeParse(settings);
  if (!parsed.success) {
    const fields = Object.fromEntries(
      parsed.error.issues.toReversed().map((issue) => [String(issue.path[0]), issue.message]),
    );
    throw new AppError('invalid', 'company.bad_settings', 'Some of what was entered cannot be used.', {
      fields,
    });
  }
  const next = parsed.data;
  const { companyId } = scope;
  return inScope(db, scope, async (trx) => {
    const before = await trx
      .selectFrom('app.company_settings')
      .select(settingsColumns)
      .where('company_id', '=', companyId)
      .forUpdate()
      .executeTakeFirst();
    if (!before) throw new AppError('not_found', 'company.not_found', 'There is no such company.');
    const names = Object.keys(next) as (keyof CompanySettings)[];
    const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(next[name]));
    if (changed.length === 0) return before;
    await trx
      .updateTable('app.company_settings')
      .set({
        languages: next.languages,
        locale: next.locale,
        operators_may_confirm: next.operatorsMayConfirm,
        keep_location: next.keepLocation,
      })
      .where('company_id', '=', companyId)
      .execute();
    await recordAuditEvent(trx, scope, {
      action: 'company.settings_changed',
      subjectType: 'company',
      subjectId: companyId,
      detail: Object.fromEntries(changed.map((name) => [name, { from: before[name], to: next[name] }])),
    });
    return next;
  });
}
