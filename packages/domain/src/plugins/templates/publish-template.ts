import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../../actor.ts';
import { AppError } from '../../errors.ts';
import { fieldText } from '../../field-text.ts';
import { inChange, type Trx } from '../../in-scope.ts';
import { demandChange } from '../../policy.ts';
import { demandRevision } from '../drafts/draft-rows.ts';
import type { AccuracyMeasurer } from '../measure-company-version.ts';
import type { Packages } from '../packages.ts';
import type { VersionRef } from '../plugin-versions.ts';
import { publishCompanyVersion } from '../publish-company-version.ts';
import { idsOfPages } from '../rules.ts';
import type { TemplateMaker } from './rules.ts';
import { selectTemplateDraft } from './template-rows.ts';

/**
 * Makes an ordinary plugin of a draft, as a version of the company's own, and switches it on: the next captures are read
 * by it.
 * @throws AppError `draft.not_found`, `draft.changed_meanwhile`, `template.no_values`, `template.no_name`; those of `publishCompanyVersion`
 */
export async function publishTemplate(
  deps: { db: Kysely<DB>; templates: TemplateMaker; packages: Packages; accuracy?: AccuracyMeasurer },
  { scope, draftId, revision }: { scope: Scope; draftId: string; revision: number },
): Promise<VersionRef> {
  const { db, templates } = deps;
  demandChange(scope, 'templates.manage');
  const { companyId } = scope;
  const file = await inChange(db, scope, async (trx) => {
    const draft = await selectTemplateDraft(trx, companyId, draftId, { lock: true });
    demandRevision(draft, revision);
    const name = draft.name.trim();
    if (name === '')
      throw new AppError('template.no_name', { fields: { name: fieldText('kind_of_document') } });
    if (draft.marks.length === 0) throw new AppError('template.no_values');
    const pluginId = draft.published?.pluginId ?? (await freeId(trx, companyId, name, draftId));
    const { rows } = await sql<{ version: string }>`
      select version from app.plugin_versions
      where company_id = ${companyId}::uuid and plugin_id = ${pluginId}`.execute(trx);
    const version = nextVersion(rows.map((row) => row.version));
    const made = await templates.makePackage({ ...draft, name }, { pluginId, version });
    await sql`
      update app.plugin_drafts set plugin_id = ${pluginId}
      where company_id = ${companyId}::uuid and id = ${draft.id}::uuid`.execute(trx);
    return made;
  });
  const { source, pluginId, version } = await publishCompanyVersion(deps, {
    scope,
    package: file,
    madeBy: 'template',
    use: true,
  });
  return { source, pluginId, version };
}

/** Above all there are, no matter who gave them their numbers: a template can have been gone on with in the studio. */
function nextVersion(versions: readonly string[]): string {
  let newest: readonly [number, number] | undefined;
  for (const version of versions) {
    const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10));
    if (!newest || major > newest[0] || (major === newest[0] && minor > newest[1])) newest = [major, minor];
  }
  return newest ? `${newest[0]}.${newest[1] + 1}.0` : '1.0.0';
}

/** `Goods inward` is `goods-inward`, numbered where that is taken. */
async function freeId(trx: Trx, companyId: string, name: string, draftId: string): Promise<string> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`plugin_draft ${companyId}`}, 0))`.execute(trx);
  const slug = name
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')
    .slice(0, 50)
    .replace(/-+$/, '');
  const base = slug || 'template';
  const { rows } = await sql<{ id: string }>`
    select id from platform.plugins where id like ${`${base}%`}
    union select plugin_id from app.plugin_versions where company_id = ${companyId}::uuid and plugin_id like ${`${base}%`}
    union select plugin_id from app.plugin_drafts
      where company_id = ${companyId}::uuid and plugin_id like ${`${base}%`} and id <> ${draftId}::uuid and trashed_at is null`.execute(
    trx,
  );
  const taken = new Set([...idsOfPages, ...rows.map((row) => row.id)]);
  let id = base;
  for (let number = 2; taken.has(id); number++) id = `${base}-${number}`;
  return id;
}
