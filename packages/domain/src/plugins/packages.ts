import type { DB } from '@readout/database';
import type { Manifest } from '@readout/plugin-kit/manifest';
import type { OpenedPackage, PackageContent } from '@readout/plugin-kit/package';
import type { Kysely } from 'kysely';
import type { Scope } from '../actor.ts';
import type { Trx } from '../in-scope.ts';
import type { Packaged } from './keys/trusted-keys.ts';

/** A plugin as it is run: manifest and bundled script. */
export interface BundledPlugin {
  manifest: Manifest;
  code: string;
  /** Of `code`, lower-case hex. */
  sha256: string;
}

/** A package whose bytes somebody trusted signed. */
export interface VerifiedPackage extends Pick<OpenedPackage, 'content' | 'sha256'> {
  /** Whose signature counted. */
  keyId: string;
}

/** The program of a package, as it runs. */
export interface BuiltPackage extends BundledPlugin {
  /** To be kept with the version: this installation knows it as its own work again. */
  kept: Uint8Array;
}

/** Opens packages, sees to their signatures, and builds the programs of what they hold; part of the server, injected. */
export interface Packages {
  /**
   * Opens a package and sees to it that a key signed it that counts for whom it belongs to.
   * @param takes whether it is about to be stored: then revoked keys do not count
   * @throws AppError `package.malformed`, `package.too_large`, `package.bad_manifest`, `package.no_source`,
   * `package.tampered`, `package.untrusted`
   */
  verify(
    trx: Trx,
    file: Uint8Array,
    packaged: Packaged,
    options: { takes: boolean },
  ): Promise<VerifiedPackage>;
  /**
   * What somebody brings, signed with the company's own key: they answer for it. It need not be signed before; a signature
   * said to be of a key that counts has to be right.
   * @throws AppError as `verify`, but `package.untrusted`
   */
  adopt(trx: Trx, scope: Scope, file: Uint8Array): Promise<Uint8Array>;
  /** The same for everybody's catalogue, with the key of the installation. */
  adoptForAll(platform: Kysely<DB>, file: Uint8Array): Promise<Uint8Array>;
  /**
   * Builds the program of a package out of its source. Takes seconds at most; not within a transaction.
   * @param companyId whose turn it takes; absent: the platform's
   * @throws AppError `package.no_source`, `package.not_built`, `plugin.busy`
   */
  build(opened: Built, companyId?: string): Promise<BuiltPackage>;
  /** What was kept of a build; undefined where there is nothing, or it is not what this installation made of these bytes. */
  open(opened: Built, kept: Uint8Array | null): BuiltPackage | undefined;
}

type Built = { content: Pick<PackageContent, 'manifest' | 'source'>; sha256: string };
