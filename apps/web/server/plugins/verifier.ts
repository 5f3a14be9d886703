import { AppError } from '@readout/domain/errors';
import type { PackageVerifier } from '@readout/domain/plugins/keys/package-verifier';
import { trustedKeys } from '@readout/domain/plugins/keys/trusted-keys';
import { openPackage, PackageError, verifyPackage } from '@readout/plugin-kit/package';

/** Verifies packages against the keys in the database, as they are at that moment. */
export const packageVerifier: PackageVerifier = {
  async verify(trx, file, packaged, options) {
    const keys = await trustedKeys(trx, packaged, options);
    try {
      const opened = await openPackage(file);
      const { keyId } = await verifyPackage(opened, keys);
      return { content: opened.content, sha256: opened.sha256, keyId };
    } catch (error) {
      throw error instanceof PackageError ? refusal(error) : error;
    }
  },
};

function refusal({ code, message, cause }: PackageError): AppError {
  const options = { cause };
  switch (code) {
    case 'package.malformed':
      return new AppError('package.malformed', { message }, options);
    case 'package.too_large':
      return new AppError('package.too_large', { message }, options);
    case 'package.bad_manifest':
      return new AppError('package.bad_manifest', { message }, options);
    case 'package.tampered':
      return new AppError('package.tampered', { message }, options);
    case 'package.untrusted':
      return new AppError('package.untrusted', { message }, options);
  }
}
