import type { ChosenModels, ModelFolder, ModelManifest } from '@readout/image-reader/added-models';
import { demandOnPlatform, type PlatformActor } from '../../platform-actor.ts';
import type { TextModelJob, TextModelJobs } from './text-model-jobs.ts';

export interface TextModels {
  /** Those that were added, then those of the catalogue that were not. */
  models: { manifest: ModelManifest; state: 'in_use' | 'added' | 'known' }[];
  chosen: ChosenModels;
  jobs: TextModelJob[];
}

/** The text models of the installation and of the catalogue. @throws AppError `platform.admin_only` */
export async function listTextModels(
  {
    folder,
    catalogue,
    jobs,
  }: {
    folder: Pick<ModelFolder, 'list' | 'chosen'>;
    catalogue: readonly ModelManifest[];
    jobs: Pick<TextModelJobs, 'list'>;
  },
  { actor }: { actor: PlatformActor },
): Promise<TextModels> {
  demandOnPlatform(actor, 'models.see');
  const [added, chosen, running] = await Promise.all([folder.list(), folder.chosen(), jobs.list()]);
  const known = catalogue.filter(({ name }) => !added.some((each) => each.name === name));
  return {
    models: [
      ...added.map((manifest) => ({
        manifest,
        state: chosen[manifest.role] === manifest.name ? ('in_use' as const) : ('added' as const),
      })),
      ...known.map((manifest) => ({ manifest, state: 'known' as const })),
    ],
    chosen,
    jobs: running,
  };
}
