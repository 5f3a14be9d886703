import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { AppError } from '../errors.ts';
import { inChange, type Trx } from '../in-scope.ts';
import { type Action, demandChange } from '../policy.ts';
import { isForeignInCatalogue } from './catalogue-ids.ts';
import { demandOwnName } from './demand-own-name.ts';
import { demandRunnable, insertInstallation, moveInstallation } from './installation-change.ts';
import { readInstallations } from './list-installations.ts';
import { type AccuracyMeasurer, measureCompanyVersion } from './measure-company-version.ts';
import type { Packages } from './packages.ts';
import { getVersion, type VersionRef } from './plugin-versions.ts';
import { demandNoPage } from './rules.ts';

export type MadeBy = 'template' | 'studio' | 'package';

const actions = {
  template: 'templates.manage',
  studio: 'studio.use',
  package: 'studio.use',
} as const satisfies Record<MadeBy, Action>;
const maxNotes = 4000;

/**
 * Keeps a version of the company's own, usable there without review; the same bytes once more change nothing. With
 * `use` it is installed, or the installation moves to it. With an `accuracy` measurer it is measured on its fixtures next;
 * what goes wrong there leaves it published and not measured.
 * What runs is built here of the source in the package.
 * @param input.package - the file, signed by anyone or not at all
 * @throws AppError `api_key.not_for_plugin`, `plugin.id_taken`, `plugin.version_taken`; those of `Packages`; with `use` as `installPlugin` does
 */
export async function publishCompanyVersion(
  { db, packages, accuracy }: { db: Kysely<DB>; packages: Packages; accuracy?: AccuracyMeasurer },
  input: {
    scope: Scope;
    package: Uint8Array;
    madeBy: MadeBy;
    use: boolean;
    /** Ids of the plugins it may be of; absent: any of the company's own. */
    only?: readonly string[] | null;
    notes?: string;
  },
): Promise<VersionRef & { sha256: string }> {
  const { scope, madeBy, notes = '' } = input;
  demandChange(scope, actions[madeBy]);
  const { companyId, actor } = scope;
  const opened = await inChange(db, scope, async (trx) => {
    const packaged = { source: 'company', companyId } as const;
    const file = await packages.adopt(trx, scope, input.package);
    const verified = await packages.verify(trx, file, packaged, { takes: true });
    const { id } = verified.content.manifest;
    if (input.only && !input.only.includes(id))
      throw new AppError('api_key.not_for_plugin', { pluginId: id });
    await demandFreeId(trx, companyId, id);
    return { ...verified, file };
  });
  const { manifest } = opened.content;
  const { sha256, file } = opened;
  const ref: VersionRef = { source: 'company', pluginId: manifest.id, version: manifest.version };
  // Outside of a transaction: it takes as long as a compiler takes.
  const { kept } = await packages.build(opened, companyId);
  const published = await inChange(db, scope, async (trx) => {
    await demandFreeId(trx, companyId, manifest.id);
    const { rows } = await sql`
      insert into app.plugin_versions (company_id, plugin_id, version, manifest, package, sha256, program, notes, made_by, created_by)
      values (${companyId}::uuid, ${ref.pluginId}, ${ref.version}, ${JSON.stringify(manifest)}::jsonb, ${Buffer.from(file)},
        ${sha256}, ${Buffer.from(kept)}, ${[...notes.replaceAll('\0', '').trim()].slice(0, maxNotes).join('')},
        ${madeBy}, ${actor.userId}::uuid)
      on conflict do nothing returning 1`.execute(trx);
    const version = await getVersion(trx, scope, ref);
    if (version.sha256 !== sha256)
      throw new AppError('plugin.version_taken', { name: manifest.name, version: ref.version });
    if (rows.length > 0)
      await recordAuditEvent(trx, scope, {
        action: 'plugin.version_published',
        subjectType: 'plugin',
        subjectId: ref.pluginId,
        detail: { name: manifest.name, version: ref.version, madeBy, sha256 },
      });
    if (input.use) {
      await demandRunnable(trx, scope, version);
      const installations = await readInstallations(trx, scope);
      // What somebody here points at is called what they call it.
      if (madeBy !== 'template') demandOwnName(version, installations);
      const current = installations.find((each) => each.plugin === ref.pluginId && each.revision > 0);
      if (!current) await insertInstallation(trx, scope, version);
      else if (current.installedVersion !== ref.version || current.source !== ref.source)
        await moveInstallation(trx, scope, { current, version, action: 'plugin.updated' });
    }
    return { ...ref, sha256 };
  });
  if (accuracy)
    await measureCompanyVersion({ db, packages, accuracy }, { scope, ...published }).catch(() => null);
  return published;
}

/** What everybody's catalogue has is somebody else's, unless the company publishes it, or had its own under that id before. */
async function demandFreeId(trx: Trx, companyId: string, pluginId: string): Promise<void> {
  demandNoPage(pluginId);
  const { rows } = await sql`
    select 1 where ${isForeignInCatalogue(companyId, pluginId)}
      and not exists (select from app.plugin_versions where company_id = ${companyId}::uuid and plugin_id = ${pluginId})`.execute(
    trx,
  );
  if (rows.length > 0) throw new AppError('plugin.id_taken', { pluginId });
}
