import { existsSync } from 'node:fs';
import path from 'node:path';
import { possibleDataFolders } from '@readout/database/data-folder';
import { type AddedModel, modelsIn, openModelFolder } from '@readout/image-reader/added-models';
import { say } from '../say.ts';
import { UsageError } from '../usage-error.ts';

/**
 * The text models that are chosen in a folder, or in the installation that `npm start` would run here; none where there is no
 * installation. One that was damaged is named on stderr.
 *
 * @throws UsageError where the folder that was named has no choice of models
 */
export async function modelsForReading(named: string | undefined): Promise<AddedModel[]> {
  const folder =
    named === undefined ? possibleDataFolders().map(modelsIn).find(hasChoice) : path.resolve(named);
  if (folder === undefined) return [];
  if (!hasChoice(folder)) throw new UsageError(`--models, ${choiceIn(folder)}: ${say('cli.file.not_found')}`);
  const models = openModelFolder({
    folder,
    fetchAddress: (address) => Promise.reject(new Error(`Reading fetches nothing from ${address}.`)),
  });
  const { models: loaded, damaged } = await models.load(await models.chosen());
  for (const name of damaged)
    process.stderr.write(`readout: model.wrong_bytes ${say('cli.models.damaged', { name })}\n`);
  return loaded;
}

const choiceIn = (folder: string): string => path.join(folder, 'chosen.json');
const hasChoice = (folder: string): boolean => existsSync(choiceIn(folder));
