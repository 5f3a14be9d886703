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
        throw notReady(`The manifest's id is "${manifest.id}"; the draft was begun as "${pluginId}".`);
      const bundle = await inTurn(companyId, () => bundlePlugin(source));
      if ('problems' in bundle) {
        const [problem] = bundle.problems;
        const place = problem?.line === undefined ? '' : `Line ${problem.line}: `;
        throw notReady(`The program cannot be made into a script. ${place}${problem?.message ?? ''}`);
      }
      try {
        return packPlugin({ manifest, code: bundle.code, source, readme, fixtures: [] });
      } catch (error) {
        throw error instanceof PackageError ? notReady(error.message) : error;
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
    throw notReady('The manifest is no JSON yet.');
  }
  const parsed = manifestSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw notReady(`The manifest is not one yet. ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
}

const notReady = (message: string) => new AppError('invalid', 'draft.not_ready', message);
