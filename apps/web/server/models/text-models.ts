import { kindOf } from '@readout/domain/error-catalogue';
import { AppError } from '@readout/domain/errors';
import {
  type FetchAddress,
  ModelError,
  type ModelFolder,
  modelsIn,
  openModelFolder,
} from '@readout/image-reader/added-models';

/** The guard of outgoing calls is in every connection of this process. */
const guarded: FetchAddress = (address, headers) => fetch(address, { headers });

/** The text models of the installation, whose errors are the catalogue's. */
export function openTextModels(dataFolder: string, fetchAddress: FetchAddress = guarded): ModelFolder {
  const folder = openModelFolder({ folder: modelsIn(dataFolder), fetchAddress });
  return {
    ...folder,
    describe: (...input) => folder.describe(...input).catch(asAppError),
    add: (...input) => folder.add(...input).catch(asAppError),
    remove: (...input) => folder.remove(...input).catch(asAppError),
    choose: (...input) => folder.choose(...input).catch(asAppError),
  };
}

/** @throws AppError where the catalogue knows the error, else the error */
export function asAppError(error: unknown): never {
  if (error instanceof ModelError && error.code in kindOf)
    throw new AppError(error.code, error.values as never, { cause: error });
  throw error;
}
