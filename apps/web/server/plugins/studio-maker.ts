import { AppError } from '@readout/domain/errors';
import type { StudioMaker } from '@readout/domain/plugins/drafts/studio-maker';
import { type Manifest, manifestSchema } from '@readout/plugin-kit/manifest';
import { PackageError, packPlugin, unsignedPackage } from '@readout/plugin-kit/package';
import { refusal } from './packages.ts';

/** Makes packages of what is written in the studio; they are built where they are taken in, like all others. */
export function createStudioMaker(): StudioMaker {
  return {
    async makePackage({ pluginId, manifestText, source, readme }) {
      const manifest = manifestOf(manifestText);
      if (manifest.id !== pluginId)
        throw new AppError('draft.not_ready', { reason: 'other_id', manifestId: manifest.id, pluginId });
      try {
        return unsignedPackage(packPlugin({ manifest, source, readme, fixtures: [] }));
      } catch (error) {
        throw error instanceof PackageError ? refusal(error) : error;
      }
    },
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
