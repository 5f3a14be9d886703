import { AppError } from '@readout/domain/errors';
import type { StudioMaker } from '@readout/domain/plugins/drafts/studio-maker';
import { type Manifest, manifestSchema } from '@readout/plugin-kit/manifest';
import { PackageError, packPlugin } from '@readout/plugin-kit/package';
import { bundlePlugin } from '@readout/plugin-sandbox/bundle';
import { createTurns } from './in-turn.ts';
import type { CompanySigner } from './keys.ts';

/** Makes packages of what is written in the studio. */
export function createStudioMaker(signer: CompanySigner): StudioMaker {
  const inTurn = createTurns();
  return {
    async makePackage({ pluginId, manifestText, source, readme }, companyId) {
      const manifest = manifestOf(manifestText);
      if (manifest.id !== pluginId)
        throw new AppError('draft.not_ready', { reason: 'other_id', manifestId: manifest.id, pluginId });
      const bundle = await inTurn(companyId, () => bundlePlugin(source));
      if ('problems' in bundle) {
        const [problem] = bundle.problems;
        const { line, message = '' } = problem ?? {};
        throw new AppError(
          'draft.not_ready',
          line === undefined
            ? { reason: 'not_bundled', message }
            : { reason: 'not_bundled_at', line, message },
        );
      }
      try {
        return packPlugin({ manifest, code: bundle.code, source, readme, fixtures: [] });
      } catch (error) {
        throw error instanceof PackageError
          ? new AppError('draft.not_ready', { message: error.message })
          : error;
      }
    },
    sign: (trx, scope, payload) => signer.sign(trx, scope, payload),
  };
}

function manifestOf(text: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AppError('draft.not_ready', { reason: 'not_json' });
  }
  const parsed = manifestSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new AppError('draft.not_ready', {
    reason: 'not_a_manifest',
    path: issue?.path.join('.') ?? '',
    message: issue?.message ?? '',
  });
}
