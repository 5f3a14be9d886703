import { type DB, inCompany } from '@readout/database';
import { AppError, type ErrorValues } from '@readout/domain/errors';
import type { BuiltPackage, Packages } from '@readout/domain/plugins/packages';
import {
  findVersionBytes,
  type PinnedVersion,
  type VersionRef,
  versionNotFound,
} from '@readout/domain/plugins/plugin-versions';
import type { LoadedPlugin } from '@readout/plugin-sandbox';
import { type Kysely, sql } from 'kysely';

/**
 * A version ready to run: its bytes have the hash they are known by, somebody trusted signed them, and its program was
 * built here of the source in them.
 */
export interface LoadedVersion extends LoadedPlugin {
  /** Of the signed bytes, lower-case hex; {@link LoadedPlugin.sha256} is of the program. */
  packageSha256: string;
}

export interface PluginStore {
  /**
   * The version, verified; from memory where these bytes were verified before.
   * @param ref with `sha256`, which the caller read with the installation, nothing is asked of the database for those
   * @throws AppError `plugin.version_not_found`, `plugin.not_intact`
   */
  load(companyId: string, ref: VersionRef & Partial<Pick<PinnedVersion, 'sha256'>>): Promise<LoadedVersion>;
}

/** Characters of code that are kept in memory. */
const maxKeptCharacters = 64 * 1024 * 1024;

export function createPluginStore({ db, packages }: { db: Kysely<DB>; packages: Packages }): PluginStore {
  const kept = new Map<string, LoadedVersion>();
  let characters = 0;

  const keep = (key: string, version: LoadedVersion) => {
    if (!kept.has(key)) characters += version.code.length;
    kept.set(key, version);
    for (const [oldest, { code }] of kept) {
      if (characters <= maxKeptCharacters || oldest === key) break;
      kept.delete(oldest);
      characters -= code.length;
    }
  };

  const broken = (why: ErrorValues<'plugin.not_intact'>) => new AppError('plugin.not_intact', why);

  const verify = async (companyId: string, ref: VersionRef) =>
    inCompany(db, { companyId, userId: null }, async (trx) => {
      const stored = await findVersionBytes(trx, companyId, ref);
      if (!stored) throw versionNotFound(ref);
      const { pluginId, version } = ref;
      const opened = await packages
        .verify(
          trx,
          stored.package,
          ref.source === 'company'
            ? { source: 'company', companyId }
            : { source: 'catalogue', publisherCompanyId: stored.publisherCompanyId },
          { takes: false },
        )
        .catch((error: unknown) => {
          throw error instanceof AppError
            ? broken({ reason: 'not_run', message: error.message, pluginId, version })
            : error;
        });
      const { manifest } = opened.content;
      if (opened.sha256 !== stored.sha256) throw broken({ reason: 'not_run_bytes', pluginId, version });
      // What comes with Readout and was changed under the same number carries the start of its hash behind it.
      if (manifest.id !== ref.pluginId || manifest.version !== ref.version.split('+')[0])
        throw broken({ reason: 'not_run_other_plugin', pluginId, version });
      return { opened, program: stored.program };
    });

  const read = async (companyId: string, ref: VersionRef): Promise<LoadedVersion> => {
    const { opened, program } = await verify(companyId, ref);
    const { manifest, code, sha256 } =
      packages.open(opened, program) ?? (await buildAgain(companyId, ref, opened));
    return { manifest: { ...manifest, version: ref.version }, code, sha256, packageSha256: opened.sha256 };
  };

  /** Of what was taken in by Readout 0.3, or under another secret of this installation. */
  const buildAgain = async (
    companyId: string,
    { pluginId, version }: VersionRef,
    opened: Parameters<Packages['build']>[0],
  ): Promise<BuiltPackage> => {
    const built = await packages.build(opened).catch((error: unknown) => {
      throw error instanceof AppError
        ? broken({ reason: 'not_run', message: error.message, pluginId, version })
        : error;
    });
    await inCompany(db, { companyId, userId: null }, (trx) =>
      sql`select platform.keep_program(${opened.sha256}, ${Buffer.from(built.kept)})`.execute(trx),
    );
    return built;
  };

  return {
    async load(companyId, ref) {
      const owner = ref.source === 'company' ? companyId : '';
      const keyOf = (sha256: string) => `${owner} ${ref.pluginId} ${ref.version} ${sha256}`;
      const held = ref.sha256 === undefined ? undefined : kept.get(keyOf(ref.sha256));
      if (held) return held;
      const version = await read(companyId, ref);
      keep(keyOf(version.packageSha256), version);
      return version;
    },
  };
}
