import type { OpenedPackage } from '@readout/plugin-kit/package';
import type { Trx } from '../../in-scope.ts';
import type { Packaged } from './trusted-keys.ts';

/** A package whose bytes somebody trusted signed. */
export interface VerifiedPackage extends Pick<OpenedPackage, 'content' | 'sha256'> {
  /** Whose signature counted. */
  keyId: string;
}

/** Opens a package and sees to it that a key signed it that counts for whom it belongs to. */
export interface PackageVerifier {
  /**
   * @param takes whether it is about to be stored: then revoked keys do not count
   * @throws AppError `package.malformed`, `package.too_large`, `package.bad_manifest`, `package.tampered`, `package.untrusted`
   */
  verify(
    trx: Trx,
    file: Uint8Array,
    packaged: Packaged,
    options: { takes: boolean },
  ): Promise<VerifiedPackage>;
}
