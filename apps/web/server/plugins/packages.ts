import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '@readout/domain/errors';
import { companySigningKey } from '@readout/domain/plugins/keys/company-signing-key';
import { platformSigningKey } from '@readout/domain/plugins/keys/platform-signing-key';
import { trustedKeys } from '@readout/domain/plugins/keys/trusted-keys';
import type { BuiltPackage, Packages } from '@readout/domain/plugins/packages';
import {
  openPackage,
  PackageError,
  type SigningKey,
  signPackage,
  type TrustedKey,
  verifyPackage,
} from '@readout/plugin-kit/package';
import { derivedSecret } from '../accounts/auth.ts';
import { createKeyVault } from './keys.ts';
import type { ProgramBuilder } from './program-builder.ts';

const sealBytes = 32;

export interface ServerPackages extends Packages {
  /** A program as it is kept with the bytes it was built of. */
  seal(sha256: string, code: string): Buffer;
}

/** Verifies packages against the keys in the database, as they are at that moment, and builds what they hold. */
export function createPackages({
  secret,
  builder,
}: {
  secret: string;
  builder: ProgramBuilder;
}): ServerPackages {
  const key = Buffer.from(derivedSecret(secret, 'programs of plugins'), 'hex');
  const vault = createKeyVault(secret);
  /** Of a program and the bytes it was built of: a row that is changed in the database, or copied, is built again. */
  const sealOf = (sha256: string, code: Uint8Array): Buffer =>
    createHmac('sha256', key).update(`${sha256} `).update(code).digest();
  const seal = (sha256: string, program: string): Buffer => {
    const code = Buffer.from(program);
    return Buffer.concat([sealOf(sha256, code), code]);
  };
  return {
    seal,
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
    async adopt(trx, scope, file) {
      const keys = await trustedKeys(trx, { source: 'company', companyId: scope.companyId }, { takes: true });
      return signedHere(file, keys, () => companySigningKey(trx, scope, vault));
    },
    async adoptForAll(platform, file) {
      const packaged = { source: 'catalogue', publisherCompanyId: null } as const;
      const keys = await platform.transaction().execute((trx) => trustedKeys(trx, packaged, { takes: true }));
      return signedHere(file, keys, () => platformSigningKey({ platform, vault }));
    },
    async build({ content, sha256 }, companyId) {
      const program = await builder.build(content, companyId);
      return { ...program, kept: seal(sha256, program.code) };
    },
    open({ content: { manifest }, sha256 }, kept): BuiltPackage | undefined {
      if (kept === null || kept.length <= sealBytes) return undefined;
      const code = Buffer.from(kept.subarray(sealBytes));
      if (!timingSafeEqual(sealOf(sha256, code), kept.subarray(0, sealBytes))) return undefined;
      return {
        manifest,
        code: code.toString(),
        sha256: createHash('sha256').update(code).digest('hex'),
        kept,
      };
    },
  };
}

/** @throws AppError where a key that is trusted is said to have signed it and did not */
async function signedHere(
  file: Uint8Array,
  trusted: readonly TrustedKey[],
  ownKey: () => Promise<SigningKey>,
): Promise<Uint8Array> {
  try {
    const opened = await openPackage(file);
    const isNamed = opened.signatures.some(({ keyId }) => trusted.some((each) => each.keyId === keyId));
    if (isNamed) await verifyPackage(opened, trusted);
    return await signPackage(opened.payload, await ownKey());
  } catch (error) {
    throw error instanceof PackageError ? refusal(error) : error;
  }
}

/** What a package is refused for, as pages, programs and the interface say it. */
export function refusal({ code, message, cause }: PackageError): AppError {
  const options = { cause };
  switch (code) {
    case 'package.malformed':
      return new AppError('package.malformed', { message }, options);
    case 'package.too_large':
      return new AppError('package.too_large', { message }, options);
    case 'package.bad_manifest':
      return new AppError('package.bad_manifest', { message }, options);
    case 'package.no_source':
      return new AppError('package.no_source', undefined, options);
    case 'package.tampered':
      return new AppError('package.tampered', { message }, options);
    case 'package.untrusted':
      return new AppError('package.untrusted', { message }, options);
  }
}
