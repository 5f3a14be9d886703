import type { Reading } from '@readout/image-reader';
import type { AddedModel } from '@readout/image-reader/added-models';
import type { CompanyIdentity } from '@readout/plugin-kit';
import type { InstalledPlugin, PluginRecord } from '@readout/plugin-sandbox';

/** What a process of a trial is started with. */
export interface TrialInit {
  models: AddedModel[];
}

/** One page to read. */
export interface TrialJob {
  bytes: Uint8Array;
  /** 1-based. */
  page: number;
  maxCpuMs: number;
  languages: string[];
  locale: string;
  /** ISO 8601. */
  today: string;
  company: CompanyIdentity;
  readers: InstalledPlugin[];
}

/** What came of it. */
export interface TrialAnswer {
  lines: Pick<Reading['lines'][number], 'text' | 'box'>[];
  records: Pick<PluginRecord, 'plugin' | 'type' | 'fields'>[];
  /** Milliseconds reading and the readers took. */
  ms: number;
}
