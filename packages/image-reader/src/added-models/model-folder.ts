import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createChildReader } from '../process/host.ts';
import type { AddedModel } from '../text/added-model.ts';
import { type ModelRole, modelRoles } from '../text/scripts.ts';
import { addressOf, catalogue } from './catalogue.ts';
import type { CheckAnswer } from './check-child.ts';
import { type FetchAddress, fetchFile, sizeOf, verifyFile, wrongBytes } from './fetch-file.ts';
import { isModelName, type ModelFile, type ModelManifest, maxModelBytes, parseManifest } from './manifest.ts';
import { ModelError } from './model-error.ts';

/** Which added model has which role; a role without one is the packaged models'. */
export type ChosenModels = Partial<Record<ModelRole, string>>;

/** Where a model is taken from: a folder or the address of one. Undefined: from where the catalogue says. */
export type ModelPlace = { folder: string } | { address: string } | undefined;

/**
 * The text models that were added to an installation: a folder for each, with its manifest, and a file that says which are
 * used. What is in it is whole: models are renamed into it once they were verified and tried.
 */
export interface ModelFolder {
  /** Those that were added, by name. */
  list(): Promise<ModelManifest[]>;
  /**
   * What would be added, before anything is fetched but its manifest.
   *
   * @throws ModelError `model.unknown`, `model.no_manifest`, `model.unreachable`
   */
  describe(name: string, place?: ModelPlace): Promise<ModelManifest>;
  /**
   * Fetches, verifies, tries and keeps a model; it is not used yet. After a failure what was fetched is gone on with.
   *
   * @throws ModelError
   */
  add(name: string, place?: ModelPlace): Promise<ModelManifest>;
  /** Bytes of a model's files that were fetched and are not added yet. */
  fetchedOf(manifest: ModelManifest): Promise<number>;
  /** @throws ModelError `model.unknown`, `model.in_use` */
  remove(name: string): Promise<void>;
  chosen(): Promise<ChosenModels>;
  /**
   * Gives a role to a model, or back to the packaged ones.
   *
   * @throws ModelError `model.unknown` where no model of that name was added for that role
   */
  choose(role: ModelRole, name: string | undefined): Promise<void>;
  /**
   * The models as the engine takes them. Each file is verified again; one that was damaged is left out, and the packaged models
   * read in its place.
   */
  load(chosen: ChosenModels): Promise<{ models: AddedModel[]; damaged: string[] }>;
  /** Those that are in use, in the order of the roles. */
  inUse(): Promise<ModelManifest[]>;
  /** A file of a model that is in use, as it was added; undefined where none has that hash. */
  fileOf(sha256: string): Promise<FileInUse | undefined>;
}

export interface FileInUse {
  path: string;
  kind: 'model' | 'characters';
  bytes: number;
}

const [modelFile, charactersFile, manifestFile] = ['model.onnx', 'characters.txt', 'model.json'];
const mostManifestBytes = 20_000;

/**
 * @param folder is made where it is missing.
 * @param check what tries a model; default: {@link checkInChild}.
 */
export function openModelFolder({
  folder,
  fetchAddress,
  check = checkInChild,
}: {
  folder: string;
  fetchAddress: FetchAddress;
  check?: (model: AddedModel) => Promise<void>;
}): ModelFolder {
  const placeOf = (name: string): string => join(folder, name);
  const unfinished = ({ sha256 }: ModelFile): string => join(folder, `.unfinished-${sha256}`);
  const chosenFile = join(folder, 'chosen.json');

  async function manifestOf(name: string): Promise<ModelManifest> {
    const text = isModelName(name)
      ? await readFile(join(placeOf(name), manifestFile), 'utf8').catch(() => undefined)
      : undefined;
    if (text === undefined) throw new ModelError('model.unknown', { name });
    return parseManifest(text, name);
  }

  async function list(): Promise<ModelManifest[]> {
    const names = await readdir(folder).catch(() => []);
    const found = await Promise.all(
      names
        .filter((name) => existsSync(join(folder, name, manifestFile)) && isModelName(name))
        .sort()
        .map((name) => manifestOf(name).catch(() => undefined)),
    );
    return found.filter((manifest) => manifest !== undefined);
  }

  async function chosen(): Promise<ChosenModels> {
    const text = await readFile(chosenFile, 'utf8').catch(() => '{}');
    const found = JSON.parse(text) as Record<string, unknown>;
    return Object.fromEntries(
      modelRoles.flatMap((role) => {
        const name = found[role];
        return typeof name === 'string' && isModelName(name) ? [[role, name]] : [];
      }),
    );
  }

  async function inUse(): Promise<ModelManifest[]> {
    const names = await chosen();
    const found = await Promise.all(
      modelRoles.map(async (role) => {
        const name = names[role];
        return name === undefined ? undefined : manifestOf(name).catch(() => undefined);
      }),
    );
    return found.filter((manifest) => manifest !== undefined);
  }

  async function describe(name: string, place: ModelPlace): Promise<ModelManifest> {
    const known = catalogue.find((entry) => entry.name === name);
    if (known) return known;
    if (!isModelName(name) || !place) throw new ModelError('model.unknown', { name });
    const text =
      'folder' in place
        ? await readFile(join(place.folder, manifestFile), 'utf8').catch(() => '')
        : await textAt(fetchAddress, name, inAddress(place.address, manifestFile));
    const manifest = parseManifest(text.slice(0, mostManifestBytes), name);
    if (manifest.name !== name) throw new ModelError('model.no_manifest', { name });
    return manifest;
  }

  /** @returns the path of the verified file. */
  async function bring(manifest: ModelManifest, kind: 'model' | 'characters', place: ModelPlace) {
    const { name } = manifest;
    const expected = manifest[kind] as ModelFile;
    const to = unfinished(expected);
    if (place && 'folder' in place) {
      const from = join(place.folder, expected.file);
      await copyFile(from, to).catch((cause: Error) => {
        throw new ModelError('model.unreachable', { name, address: from, why: cause.message }, { cause });
      });
      await verifyFile(to, { name, expected });
      return to;
    }
    const address = place ? inAddress(place.address, expected.file) : addressOf(name, kind);
    await fetchFile(fetchAddress, address as string, to, { name, expected });
    return to;
  }

  return {
    list,
    chosen,
    describe,
    async add(name, place) {
      if (existsSync(join(placeOf(name), manifestFile)) && isModelName(name))
        throw new ModelError('model.already_there', { name });
      const manifest = await describe(name, place);
      await mkdir(folder, { recursive: true });
      const files = {
        model: await bring(manifest, 'model', place),
        characters: manifest.characters && (await bring(manifest, 'characters', place)),
      };
      const bytes = await readFile(files.model);
      const characters = files.characters ? await readFile(files.characters) : new Uint8Array();
      try {
        await check({ role: manifest.role, name, bytes, characters });
      } catch (error) {
        // Fetching it again would change nothing.
        if (error instanceof ModelError)
          for (const file of Object.values(files)) if (file) await rm(file, { force: true });
        throw error;
      }
      const fresh = join(folder, `.new-${name}-${process.pid}`);
      await rm(fresh, { recursive: true, force: true });
      await mkdir(fresh);
      await rename(files.model, join(fresh, modelFile));
      if (files.characters) await rename(files.characters, join(fresh, charactersFile));
      await writeDurably(join(fresh, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`);
      await syncFolder(fresh);
      await rename(fresh, placeOf(name)).catch((cause: NodeJS.ErrnoException) => {
        throw cause.code === 'ENOTEMPTY' ? new ModelError('model.already_there', { name }, { cause }) : cause;
      });
      await syncFolder(folder);
      return manifest;
    },
    async fetchedOf({ model, characters }) {
      const sizes = [model, characters].map(async (file) => (file ? sizeOf(unfinished(file)) : 0));
      return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    },
    async remove(name) {
      await manifestOf(name);
      if (Object.values(await chosen()).includes(name)) throw new ModelError('model.in_use', { name });
      // Gone at once; what is left of it afterwards is no model.
      const gone = join(folder, `.gone-${name}-${process.pid}`);
      await rename(placeOf(name), gone);
      await rm(gone, { recursive: true, force: true });
    },
    async choose(role, name) {
      if (name !== undefined && (await manifestOf(name)).role !== role)
        throw new ModelError('model.unknown', { name });
      const { [role]: _, ...others } = await chosen();
      const next: ChosenModels = name === undefined ? others : { ...others, [role]: name };
      await mkdir(folder, { recursive: true });
      const partial = `${chosenFile}.${process.pid}`;
      await writeDurably(partial, `${JSON.stringify(next)}\n`);
      await rename(partial, chosenFile);
      await syncFolder(folder);
    },
    async load(wanted) {
      const models: AddedModel[] = [];
      const damaged: string[] = [];
      for (const role of modelRoles) {
        const name = wanted[role];
        if (name === undefined) continue;
        try {
          const manifest = await manifestOf(name);
          const read = (file: string, expected: ModelFile | null) =>
            expected ? readVerified(join(placeOf(name), file), name, expected) : new Uint8Array();
          const [bytes, characters] = await Promise.all([
            read(modelFile, manifest.model),
            read(charactersFile, manifest.characters),
          ]);
          models.push({ role, name, bytes, characters });
        } catch {
          damaged.push(name);
        }
      }
      return { models, damaged };
    },
    inUse,
    async fileOf(sha256) {
      for (const { name, model, characters } of await inUse()) {
        const file = (kind: FileInUse['kind'], { bytes }: ModelFile) => ({
          path: join(placeOf(name), kind === 'model' ? modelFile : charactersFile),
          kind,
          bytes,
        });
        if (model.sha256 === sha256) return file('model', model);
        if (characters?.sha256 === sha256) return file('characters', characters);
      }
      return undefined;
    },
  };
}

/** Where in the data folder of an installation its models are. */
export const modelsIn = (dataFolder: string): string => join(dataFolder, 'models');

/**
 * Tries a model in a process of its own, which can reach nothing.
 *
 * @throws ModelError
 */
async function checkInChild(model: AddedModel): Promise<void> {
  const child = createChildReader({
    entry: new URL('./check-child.ts', import.meta.url),
    timeoutMs: 60_000,
    maxRssMb: 1500,
  });
  try {
    const answer = (await child.run(model)) as CheckAnswer;
    if (answer) throw new ModelError(answer.code, answer.values);
  } catch (cause) {
    if (cause instanceof ModelError) throw cause;
    const why = ((cause as Error).cause as Error | undefined)?.message ?? (cause as Error).message;
    throw new ModelError('model.does_not_run', { name: model.name, why: why.slice(0, 300) }, { cause });
  } finally {
    await child.close();
  }
}

const inAddress = (address: string, file: string): string => `${address.replace(/\/+$/, '')}/${file}`;

async function textAt(fetchAddress: FetchAddress, name: string, address: string): Promise<string> {
  let size = 0;
  const chunks: Uint8Array[] = [];
  try {
    const { status, body } = await fetchAddress(address, {});
    if (status !== 200 || !body) throw new Error(`HTTP ${status}`);
    for await (const chunk of body) {
      size += chunk.length;
      if (size > mostManifestBytes) break;
      chunks.push(chunk);
    }
  } catch (error) {
    const { message, cause } = error as Error;
    const why = (cause as Error | undefined)?.message ?? message;
    throw new ModelError('model.unreachable', { name, address, why }, { cause: error });
  }
  return Buffer.concat(chunks).toString();
}

async function readVerified(path: string, name: string, expected: ModelFile): Promise<Uint8Array> {
  const bytes = await readFile(path);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (bytes.length > maxModelBytes || sha256 !== expected.sha256) throw wrongBytes(name, expected, sha256);
  return bytes;
}

async function writeDurably(path: string, text: string): Promise<void> {
  await writeFile(path, text, { flush: true });
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}
