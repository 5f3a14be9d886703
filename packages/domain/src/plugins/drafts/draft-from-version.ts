import type { DB } from '@readout/database';
import type { PackageContent } from '@readout/plugin-kit/package';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../../actor.ts';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import { AppError } from '../../errors.ts';
import { inChange, inScope, type Trx } from '../../in-scope.ts';
import { demandChange } from '../../policy.ts';
import { toStorableJson } from '../../storable-json.ts';
import type { Packages } from '../packages.ts';
import { findVersionBytes, type VersionRef, versionNotFound } from '../plugin-versions.ts';
import { checkContent } from './check-draft.ts';
import { demandFreeId, findStudioDraft, insertDraft } from './draft-rows.ts';

const maxFixtures = 100;

/**
 * Opens a published version in the studio: of the company's own plugin as the plugin's draft (the one that is there
 * already, if there is one: nothing that was written is lost), of anybody else's as a copy under an id of its own. The
 * fixtures its package carries become fixtures of the draft.
 * @throws AppError `plugin.version_not_found`, `draft.too_many`; those of `Packages`
 */
export async function draftFromVersion(
  { db, packages }: { db: Kysely<DB>; packages: Packages },
  { scope, ref }: { scope: Scope; ref: VersionRef },
): Promise<{ draftId: string; isNew: boolean }> {
  demandChange(scope, 'studio.use');
  const { companyId } = scope;
  const { content, isOwn } = await inScope(db, scope, async (trx) => {
    const stored = await findVersionBytes(trx, companyId, ref);
    if (!stored) throw versionNotFound(ref);
    const verified = await packages.verify(
      trx,
      stored.package,
      ref.source === 'company'
        ? { source: 'company', companyId }
        : { source: 'catalogue', publisherCompanyId: stored.publisherCompanyId },
      { takes: false },
    );
    return { content: verified.content, isOwn: stored.publisherCompanyId === companyId };
  });
  const { source } = content;
  if (source === '') throw new AppError('package.no_source');
  return inChange(db, scope, async (trx) => {
    if (isOwn) {
      const kept = await findStudioDraft(trx, companyId, content.manifest.id);
      if (kept) return { draftId: kept, isNew: false };
    }
    const manifest = isOwn ? content.manifest : await asCopy(trx, companyId, content.manifest);
    await demandFreeId(trx, companyId, manifest.id, { isOwn });
    const draftId = await insertDraft(
      trx,
      scope,
      manifest.id,
      checkContent({
        manifestText: `${JSON.stringify(manifest, null, 2)}\n`,
        source,
        readme: content.readme,
      }),
    );
    await keepFixtures(trx, scope, manifest.id, content.fixtures);
    await recordAuditEvent(trx, scope, {
      action: 'plugin_draft.made',
      subjectType: 'plugin',
      subjectId: manifest.id,
      detail: { from: ref.pluginId, version: ref.version },
    });
    return { draftId, isNew: true };
  });
}

/** `receipt` is `receipt-copy`, numbered where that is taken; its versions begin again. */
async function asCopy(trx: Trx, companyId: string, manifest: PackageContent['manifest']) {
  const base = `${manifest.id.slice(0, 50).replace(/-+$/, '')}-copy`;
  const { rows } = await sql<{ id: string }>`
    select id from platform.plugins where starts_with(id, ${base})
    union select plugin_id from app.plugin_versions where company_id = ${companyId}::uuid and starts_with(plugin_id, ${base})
    union select plugin_id from app.plugin_drafts
      where company_id = ${companyId}::uuid and starts_with(plugin_id, ${base})`.execute(trx);
  const taken = new Set(rows.map((row) => row.id));
  let id = base;
  for (let number = 2; taken.has(id); number++) id = `${base}-${number}`;
  return { ...manifest, id, version: '0.1.0', name: `${manifest.name.slice(0, 70)} (copy)` };
}

/** Those whose names are free; pictures stay in the package. */
async function keepFixtures(
  trx: Trx,
  { companyId, actor }: Scope,
  pluginId: string,
  fixtures: PackageContent['fixtures'],
): Promise<void> {
  for (const { name, reading, settings, expected } of fixtures.slice(0, maxFixtures)) {
    const { locale, today, records } = expected;
    await sql`
      insert into app.plugin_fixtures (company_id, plugin_id, name, input, expected, created_by)
      values (${companyId}::uuid, ${pluginId}, ${name.slice(0, 120)},
        ${toStorableJson({ reading, settings, locale, today })}::jsonb, ${toStorableJson(records)}::jsonb, ${actor.userId}::uuid)
      on conflict do nothing`.execute(trx);
  }
}
