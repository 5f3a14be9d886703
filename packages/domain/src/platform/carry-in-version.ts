import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { recordPlatformEvent } from '../audit/record-platform-event.ts';
import { AppError } from '../errors.ts';
import { demandOnPlatform, type PlatformActor } from '../platform-actor.ts';
import type { AccuracyMeasurer } from '../plugins/measure-company-version.ts';
import type { BuiltPackage, Packages, VerifiedPackage } from '../plugins/packages.ts';
import type { Accuracy } from '../plugins/plugin-versions.ts';
import { demandNoPage } from '../plugins/rules.ts';

export interface CarriedInVersion {
  pluginId: string;
  version: string;
  sha256: string;
  /** False: the same bytes were there. */
  isNew: boolean;
  /** Null: it comes without fixtures, or they took too long. */
  accuracy: Accuracy | null;
}

const maxPublisher = 200;

/**
 * Puts a package that was carried in as a file into the catalogue, offered to every company at once: an administrator
 * vouches for it, and the installation signs it. The same bytes once more change nothing. Then it is measured on its
 * fixtures, which decides nothing.
 *
 * @param input.package - the file
 * @throws AppError `platform.admin_only`, `plugin.id_taken`, `plugin.version_taken`; those of `Packages`
 */
export async function carryInVersion(
  deps: { platform: Kysely<DB>; packages: Packages; accuracy: AccuracyMeasurer },
  { actor, package: brought }: { actor: PlatformActor; package: Uint8Array },
): Promise<CarriedInVersion> {
  demandOnPlatform(actor, 'plugins.change');
  const { platform, packages } = deps;
  const packaged = { source: 'catalogue', publisherCompanyId: null } as const;
  const file = await packages.adoptForAll(platform, brought);
  const verified = await platform
    .transaction()
    .execute((trx) => packages.verify(trx, file, packaged, { takes: true }));
  demandNoPage(verified.content.manifest.id);
  const built = await packages.build(verified);
  const { version, isNew } = await platform
    .transaction()
    .execute((trx) => keep(trx, actor, file, verified, built));
  return {
    pluginId: verified.content.manifest.id,
    version,
    sha256: verified.sha256,
    isNew,
    accuracy: await measure(deps, { verified, built, version }),
  };
}

async function keep(
  trx: Kysely<DB>,
  actor: PlatformActor,
  file: Uint8Array,
  { content: { manifest }, sha256, keyId }: VerifiedPackage,
  { kept }: BuiltPackage,
): Promise<{ version: string; isNew: boolean }> {
  const { rows: keys } = await sql<{ name: string }>`
    select name from platform.trusted_keys where key_id = ${keyId}`.execute(trx);
  const publisher = [...(manifest.author || keys[0]?.name || keyId)].slice(0, maxPublisher).join('');
  await sql`
    insert into platform.plugins (id, publisher_name) values (${manifest.id}, ${publisher})
    on conflict (id) do nothing`.execute(trx);
  // Of two who carry the same in at once the second finds the first's.
  await sql`select from platform.plugins where id = ${manifest.id} for update`.execute(trx);
  const keptAs = await findKept(trx, { pluginId: manifest.id, version: manifest.version, sha256 });
  if (keptAs !== null) return { version: keptAs, isNew: false };
  await sql`
    insert into platform.plugin_versions (plugin_id, version, state, manifest, package, sha256, program, submitted_by,
      submitted_by_name, decided_by, decided_by_name, decided_at)
    values (${manifest.id}, ${manifest.version}, 'published', ${JSON.stringify(manifest)}::jsonb, ${Buffer.from(file)},
      ${sha256}, ${Buffer.from(kept)}, ${actor.userId}::uuid, ${actor.name}, ${actor.userId}::uuid, ${actor.name}, now())`.execute(
    trx,
  );
  await recordPlatformEvent(trx, actor, {
    action: 'plugin.carried_in',
    subjectType: 'plugin',
    subjectId: manifest.id,
    subjectName: manifest.name,
    detail: { version: manifest.version, sha256, keyId },
  });
  return { version: manifest.version, isNew: true };
}

/**
 * Under which number the same bytes are there: what comes with Readout may be kept under a longer one. Null: they are not,
 * and there is room for them.
 * @throws AppError `plugin.id_taken`, `plugin.version_taken`
 */
async function findKept(
  trx: Kysely<DB>,
  { pluginId, version, sha256 }: Pick<CarriedInVersion, 'pluginId' | 'version' | 'sha256'>,
): Promise<string | null> {
  const { rows } = await sql<{
    publisher: string;
    is_publishers: boolean;
    kept_as: string | null;
    is_taken: boolean;
  }>`
    select p.publisher_name as publisher, p.publisher_company_id is not null as is_publishers,
      (select v.version from platform.plugin_versions v where v.plugin_id = p.id and v.sha256 = ${sha256}
        and v.state in ('published', 'deprecated') limit 1) as kept_as,
      exists (select from platform.plugin_versions v where v.plugin_id = p.id and v.version = ${version}) as is_taken
    from platform.plugins p where p.id = ${pluginId}`.execute(trx);
  const { publisher, is_publishers, kept_as, is_taken } = rows[0]!;
  if (is_publishers) throw new AppError('plugin.id_taken', { reason: 'publisher', publisher, pluginId });
  if (kept_as === null && is_taken)
    throw new AppError('plugin.version_taken', { reason: 'package', pluginId, version });
  return kept_as;
}

async function measure(
  { platform, accuracy }: { platform: Kysely<DB>; accuracy: AccuracyMeasurer },
  {
    verified: { content },
    built,
    version,
  }: { verified: VerifiedPackage; built: BuiltPackage; version: string },
): Promise<Accuracy | null> {
  const { id } = content.manifest;
  const { rows } = await sql<{ accuracy: Accuracy | null }>`
    select accuracy from platform.plugin_versions where plugin_id = ${id} and version = ${version}`.execute(
    platform,
  );
  const known = rows[0]?.accuracy ?? null;
  if (known !== null || content.fixtures.length === 0) return known;
  // Not measured is something the catalogue knows how to say; the version is there all the same.
  const measured = await accuracy.measure(built, content.fixtures).catch(() => null);
  if (measured)
    await sql`
      update platform.plugin_versions set accuracy = ${JSON.stringify(measured)}::jsonb
      where plugin_id = ${id} and version = ${version}`.execute(platform);
  return measured;
}
