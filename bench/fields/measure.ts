import type { Reading } from '@readout/image-reader';
import type { PluginRecord, PluginRun } from '@readout/plugin-sandbox/node';
import type { CachedReadings } from './cached-readings.ts';

export interface FieldsContext {
  /** Folder of the sample data. */
  data: string;
  readings: CachedReadings;
  /** Whether the half of a set that is measured holds the picture at this place, from 0, of its sorted listing. */
  takes(index: number): boolean;
  /** Print every value that is not as expected. */
  verbose: boolean;
  run(reading: Reading, locale?: string): { records: PluginRecord[]; runs: PluginRun[] };
}

export interface Section {
  title: string;
  method: string;
  columns: string[];
  rows: (string | number)[][];
}

/** Counts of one field. */
export interface Score {
  correct: number;
  given: number;
  expected: number;
}

export const newScore = (): Score => ({ correct: 0, given: 0, expected: 0 });

/** Precision, recall and their harmonic mean. */
export function rates({ correct, given, expected }: Score): [precision: number, recall: number, f1: number] {
  return [
    correct / Math.max(1, given),
    correct / Math.max(1, expected),
    (2 * correct) / Math.max(1, given + expected),
  ];
}
