export type { AddedModel } from '../text/added-model.ts';
export { type ModelRole, modelRoles, scripts } from '../text/scripts.ts';
export { catalogue } from './catalogue.ts';
export type { FetchAddress } from './fetch-file.ts';
export { isModelName, type ModelManifest } from './manifest.ts';
export { ModelError, type ModelErrorCode, type ModelErrorValues } from './model-error.ts';
export {
  type ChosenModels,
  type FileInUse,
  type ModelFolder,
  type ModelPlace,
  modelsIn,
  openModelFolder,
} from './model-folder.ts';
