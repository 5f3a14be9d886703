import type { NetworkName } from '../text/infer.ts';
import type { ModelRole } from '../text/scripts.ts';
import type { AddedModelAssets, DescribedFile, UnloadedModel } from './contract.ts';
import type { Downloads } from './downloads.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** An added model whose files are those that were described. */
export interface FetchedModel {
  role: ModelRole;
  name: string;
  bytes: Bytes;
  /** Empty for a detector. */
  characters: Bytes;
}

/** Which network of the engine a model is. */
export const networkOf = (role: ModelRole): NetworkName => (role === 'detect' ? role : `recognise-${role}`);

/** Fetches the models that were added and verifies them; one that cannot be had whole is left out and named. */
export async function fetchAddedModels(
  added: readonly AddedModelAssets[],
  downloads: Downloads,
): Promise<{ models: FetchedModel[]; unloaded: UnloadedModel[] }> {
  const found = await Promise.all(
    added.map(async ({ role, name, model, characters }): Promise<FetchedModel | UnloadedModel> => {
      try {
        const [bytes, listed] = await Promise.all([
          downloads.fetch(model.address, model.bytes),
          characters ? downloads.fetch(characters.address, characters.bytes) : new Uint8Array(),
        ]);
        const isWhole =
          (await isAsDescribed(bytes, model)) && (!characters || (await isAsDescribed(listed, characters)));
        return isWhole ? { role, name, bytes, characters: listed } : { name, code: 'model.wrong_bytes' };
      } catch {
        return { name, code: 'model.unreachable' };
      }
    }),
  );
  return {
    models: found.filter((each) => 'bytes' in each),
    unloaded: found.filter((each) => 'code' in each),
  };
}

/** Over plain HTTP browsers compute no hashes, and everything else comes as unproven: there the size has to do. */
const isAsDescribed = async (bytes: Bytes, described: DescribedFile): Promise<boolean> =>
  bytes.length === described.bytes && [described.sha256, undefined].includes(await sha256Of(bytes));

/** 64 hex digits; undefined over plain HTTP. */
export async function sha256Of(bytes: Bytes): Promise<string | undefined> {
  if (!isSecureContext) return undefined;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
