import { serveJobs } from '../process/child.ts';
import type { AddedModel } from '../text/added-model.ts';
import { checkModel } from './check-model.ts';
import { ModelError, type ModelErrorCode, type ModelErrorValues } from './model-error.ts';

/** What came of a check: undefined is that the engine can run the model. */
export type CheckAnswer = { code: ModelErrorCode; values: ModelErrorValues } | undefined;

await serveJobs(async () => async (job): Promise<CheckAnswer> => {
  try {
    await checkModel(job as AddedModel);
    return undefined;
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return { code: error.code, values: error.values };
  }
});
