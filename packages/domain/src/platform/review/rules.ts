import type { ExpectedRecord } from '@readout/plugin-kit/expectation';
import type { Accuracy } from '../../plugins/plugin-versions.ts';

/** A sentence of the texts, `check.…`, or of an error, with what stands in it: it is said when somebody reads it. */
export interface Remark {
  key: `check.${string}` | `error.${string}`;
  values: Readonly<Record<string, string | number>>;
}

/** In the order they are shown. */
export const checkNames = ['manifest', 'size', 'permissions', 'fixtures_node', 'time', 'patterns'] as const;
export type CheckName = (typeof checkNames)[number];

/** A place in a package that a check points at. */
export interface Finding {
  /** What it means, in a sentence for somebody who did not write the program. */
  text: Remark | string;
  where: 'source' | 'manifest' | 'readme';
  /** From 1; null: of the whole. */
  line: number | null;
  /** From 1, UTF-16 code units. */
  column: number | null;
  /** What stands there, shortened; what cannot be seen is written as `\u{…}`. */
  excerpt: string;
  /** It alone keeps the version from being published. */
  isBlocking: boolean;
}

export interface Check {
  name: CheckName;
  status: 'passed' | 'failed' | 'warning';
  /** What was found, in sentences; those that were kept before there were languages are one text, in English. */
  detail: readonly Remark[] | string;
  ms?: number;
  findings?: Finding[];
}

/** What stands in `platform.plugin_versions.checks`; null: nobody has begun. */
export interface Checks {
  status: 'running' | 'passed' | 'failed';
  /** UUID: each time the checks are begun has its own. */
  run: string;
  /** How often they were begun on these bytes without coming to an end. */
  attempt: number;
  /** ISO 8601. */
  startedAt: string;
  endedAt: string | null;
  checks: Check[];
}

/** What one version made of one fixture. */
export type FixtureOutcome =
  | { ok: true; records: ExpectedRecord[]; ticks: number; ms: number }
  | { ok: false; code: string; message: string; ticks: number | null; ms: number };

export interface CheckedFixture {
  /** As the package has it. */
  name: string;
  /** Whether the host would run the reader on it at all. */
  applies: boolean;
  outcome: FixtureOutcome;
  /** Of the version that was published last; null: there is none. */
  before: FixtureOutcome | null;
}

/** All that a run of the checks found. */
export interface CheckReport {
  checks: Check[];
  fixtures: CheckedFixture[];
  accuracy: Accuracy | null;
}

/** Whether nothing failed. */
export function statusOfChecks(checks: readonly Check[]): 'passed' | 'failed' {
  return checks.some(({ status }) => status === 'failed') ? 'failed' : 'passed';
}
