import type { ModelManifest } from '@readout/image-reader/added-models';
import type { TrialReport } from '@readout/model-trial';

/** What is being done with a text model, or was done last. */
export interface TextModelJob {
  kind: 'add' | 'try';
  name: string;
  by: string;
  /** ISO 8601. */
  startedAt: string;
  /** `broken_off`: its process is gone; the job can be started again. */
  state: 'running' | 'done' | 'failed' | 'broken_off';
  /** Bytes or captures, of so many. */
  done: number;
  of: number;
  /** Of a failure, with the values of its sentence. */
  failure: { code: string; values: Record<string, string | number> } | null;
  /** Of a trial that is done. */
  report: TrialReport | null;
}

/** Does what takes long beside the requests; one job of a kind and model at a time. */
export interface TextModelJobs {
  /** The most recent job of each kind for each model. */
  list(): Promise<TextModelJob[]>;
  /**
   * Fetches, verifies, tries and keeps a model.
   *
   * @param address of a folder; undefined: where the catalogue says
   * @throws AppError `model.job_runs`
   */
  add(
    manifest: ModelManifest,
    options: { address: string | undefined; by: string; onAdded: () => Promise<void> },
  ): Promise<void>;
  /** @throws AppError `model.job_runs` */
  compare(name: string, options: { by: string }): Promise<void>;
}
