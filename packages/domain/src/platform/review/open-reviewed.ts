import { isDeepStrictEqual } from 'node:util';
import { AppError, type ErrorValues } from '../../errors.ts';
import type { Trx } from '../../in-scope.ts';
import type { Packages, VerifiedPackage } from '../../plugins/packages.ts';

/**
 * The package of a version that was handed in, as its publisher signed it.
 * @param takes - whether it is about to become everybody's: then keys that were revoked meanwhile do not count
 * @throws AppError `plugin.not_intact` where the bytes are not those that were handed in; `package.untrusted`
 */
export async function openReviewed(
  trx: Trx,
  packages: Packages,
  stored: {
    pluginId: string;
    version: string;
    package: Uint8Array;
    sha256: string;
    /** As the catalogue would tell it. */
    manifest: unknown;
    publisherCompanyId: string | null;
  },
  { takes }: { takes: boolean },
): Promise<VerifiedPackage> {
  const companyId = stored.publisherCompanyId;
  const ref = { pluginId: stored.pluginId, version: stored.version };
  const broken = (why: ErrorValues<'plugin.not_intact'>, cause?: unknown) =>
    new AppError('plugin.not_intact', why, { cause });
  const opened = await packages
    .verify(
      trx,
      stored.package,
      companyId === null
        ? { source: 'catalogue', publisherCompanyId: null }
        : { source: 'company', companyId },
      { takes },
    )
    .catch((error: unknown) => {
      // A key can be revoked rightly, which is another matter than bytes somebody changed.
      throw error instanceof AppError && error.code !== 'package.untrusted'
        ? broken({ reason: 'not_trusted', message: error.message, ...ref }, error)
        : error;
    });
  if (opened.sha256 !== stored.sha256) throw broken({ reason: 'not_trusted_bytes', ...ref });
  const { id, version } = opened.content.manifest;
  if (id !== stored.pluginId || version !== stored.version)
    throw broken({ reason: 'not_trusted_other_plugin', ...ref });
  // Without what JSON leaves out.
  if (!isDeepStrictEqual(stored.manifest, JSON.parse(JSON.stringify(opened.content.manifest))))
    throw broken({ reason: 'not_trusted_manifest', ...ref });
  return opened;
}
