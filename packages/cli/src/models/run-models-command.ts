import path from 'node:path';
import { findInstallation } from '@readout/database';
import {
  type ChosenModels,
  catalogue,
  ModelError,
  type ModelFolder,
  type ModelManifest,
  type ModelPlace,
  modelRoles,
  modelsIn,
  openModelFolder,
} from '@readout/image-reader/added-models';
import { createOutboundDispatcher, parseNetworks } from '@readout/store/outbound-guard';
import { formatText } from '@readout/texts';
import { fetch } from 'undici';
import { fileSize } from '../format-units.ts';
import { CommandError } from '../plugin/command-error.ts';
import { locale, say } from '../say.ts';
import type { ModelsCommand } from './models-arguments.ts';
import { named } from './role-in-words.ts';

type Print = (text: string) => Promise<void>;

/** @throws CommandError */
export async function runModelsCommand(command: ModelsCommand, print: Print): Promise<void> {
  if (command.name === 'help') return print(say('cli.models.help'));
  const models = openHere();
  try {
    if (command.name === 'try') {
      // Nothing that only looks after files loads a database.
      const { tryModelHere } = await import('./try-model-here.ts');
      await tryModelHere(models, command, print);
    } else if (command.name === 'list') await list(models, command, print);
    else if (command.name === 'add') await add(models, command, print);
    else if (command.name === 'remove') {
      await models.remove(command.model);
      await print(say('cli.models.removed', { name: command.model }));
    } else {
      await models.choose(command.role, command.model);
      const name = command.model ?? 'packaged';
      await print(say('cli.models.in_use', { role: named(command.role), name }));
    }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    const { code, values } = error;
    throw new CommandError(`${code} ${formatText(locale, `error.${code}.sentence`, values as never)}`, {
      cause: error,
    });
  }
}

/** The models of the installation that `npm start` would run here. */
function openHere(): ModelFolder {
  let dataFolder: string;
  try {
    ({ dataFolder } = findInstallation());
  } catch (error) {
    throw new CommandError((error as Error).message, { cause: error });
  }
  const dispatcher = createOutboundDispatcher({
    allow: parseNetworks(process.env.READOUT_OUTBOUND_ALLOW ?? ''),
  });
  return openModelFolder({
    folder: modelsIn(dataFolder),
    fetchAddress: (address, headers) => fetch(address, { headers, dispatcher }),
  });
}

async function list(models: ModelFolder, { json }: { json: boolean }, print: Print): Promise<void> {
  const added = await models.list();
  const chosen = await models.chosen();
  const all = [
    ...added.map((manifest) => ({ manifest, state: stateOf(manifest, chosen) })),
    ...catalogue
      .filter(({ name }) => !added.some((each) => each.name === name))
      .map((manifest) => ({ manifest, state: undefined })),
  ];
  for (const { manifest, state } of all) {
    const { name, role, about, licence } = manifest;
    await print(
      json
        ? JSON.stringify({ ...manifest, state: state ?? 'known' })
        : say('cli.models.one', {
            name,
            role: named(role),
            about,
            licence,
            state,
            size: fileSize(sizeOf(manifest)),
          }),
    );
  }
  if (json) return;
  for (const role of modelRoles)
    await print(say('cli.models.in_use', { role: named(role), name: chosen[role] ?? 'packaged' }));
}

const stateOf = ({ name, role }: ModelManifest, chosen: ChosenModels): 'in_use' | 'added' =>
  chosen[role] === name ? 'in_use' : 'added';

const sizeOf = ({ model, characters }: ModelManifest): number => model.bytes + (characters?.bytes ?? 0);

async function add(
  models: ModelFolder,
  { model, from, yes }: { model: string; from: string | undefined; yes: boolean },
  print: Print,
): Promise<void> {
  const place: ModelPlace =
    from === undefined
      ? undefined
      : /^https?:\/\//.test(from)
        ? { address: from }
        : { folder: path.resolve(from) };
  const manifest = await models.describe(model, place);
  const { name, role, about, source, licence } = manifest;
  await print(say('cli.models.described', { name, role: named(role), about, source, licence }));
  for (const file of [manifest.model, manifest.characters])
    if (file) await print(`  ${file.file}  ${fileSize(file.bytes)}  SHA-256 ${file.sha256}`);
  if (!yes) return print(say('cli.models.say_yes'));
  await models.add(model, place);
  await print(say('cli.models.added', { name, role }));
}
