import type { ModelRole } from '@readout/image-reader/added-models';
import type { JsonValue } from '@readout/plugin-kit';

/** A line that is read otherwise. `null`: on that side there is no line at that place. */
export interface ChangedLine {
  companyId: string;
  captureId: string;
  from: string | null;
  to: string | null;
}

/** A value that becomes right, or stops being so. `undefined`: on that side the reader gives no value. */
export interface ChangedField {
  companyId: string;
  captureId: string;
  reader: string;
  field: string;
  becomes: 'right' | 'wrong';
  confirmed: JsonValue;
  from: JsonValue | undefined;
  to: JsonValue | undefined;
}

/** A capture that one of the two choices of models could not read. */
export interface FailedCapture {
  companyId: string;
  captureId: string;
  /** With which models. */
  with: 'now' | 'tried';
  /** As the engine says it, or `original.missing` where its bytes are not what was captured. */
  code: string;
}

/** Confirmed values of one field of one reader, by what becomes of them. */
export interface FieldTally {
  reader: string;
  field: string;
  staysRight: number;
  becomesRight: number;
  becomesWrong: number;
  staysWrong: number;
}

/** What would change: numbers alone, nothing that was read. Plain data. */
export interface TrialReport {
  model: string;
  role: ModelRole;
  /** What has the role now; `packaged`: what comes with Readout. */
  instead: string;
  captures: {
    /** Read with both. */
    compared: number;
    /** Not read by the one, the other, or both. */
    failed: number;
    /** Left when the time was over. */
    notReached: number;
  };
  lines: { compared: number; changed: number };
  /** By reader and field. */
  fields: FieldTally[];
  /** Confirmed records of readers that cannot be run here. */
  recordsLeftOut: number;
  /** Mean milliseconds a page, readers included; 0 where none was compared. */
  pageMs: { now: number; tried: number };
}
