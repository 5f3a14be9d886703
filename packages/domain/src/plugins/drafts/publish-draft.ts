import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import type { Scope } from '../../actor.ts';
import { inChange } from '../../in-scope.ts';
import { demandChange } from '../../policy.ts';
import type { AccuracyMeasurer } from '../measure-company-version.ts';
import type { Packages } from '../packages.ts';
import type { VersionRef } from '../plugin-versions.ts';
import { publishCompanyVersion } from '../publish-company-version.ts';
import { demandRevision, selectDraft } from './draft-rows.ts';
import type { StudioMaker } from './studio-maker.ts';

/**
 * Makes a version of the company's own out of a draft, under the number of its manifest, and switches it on: the next
 * captures are read by it. No review, because nobody else can install it.
 * @throws AppError `draft.not_found`, `draft.changed_meanwhile` with `{current: {revision, by, at}}`, `draft.not_ready`;
 *   those of `publishCompanyVersion`
 */
export async function publishDraft(
  deps: { db: Kysely<DB>; studio: StudioMaker; packages: Packages; accuracy?: AccuracyMeasurer },
  { scope, draftId, revision, notes }: { scope: Scope; draftId: string; revision: number; notes: string },
): Promise<VersionRef> {
  const { db, studio } = deps;
  demandChange(scope, 'studio.use');
  const draft = await inChange(db, scope, (trx) => selectDraft(trx, scope.companyId, draftId));
  demandRevision(draft, revision);
  const { source, pluginId, version } = await publishCompanyVersion(deps, {
    scope,
    package: await studio.makePackage(draft),
    madeBy: 'studio',
    use: true,
    notes,
  });
  return { source, pluginId, version };
}
