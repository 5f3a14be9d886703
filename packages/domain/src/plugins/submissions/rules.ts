import type { JsonValue, ReaderInput } from '@readout/plugin-kit';
import type { Difference, ExpectedRecord } from '@readout/plugin-kit/expectation';
import type { PackageContent } from '@readout/plugin-kit/package';
import type { VersionState } from '../plugin-versions.ts';
import type { PrivateResults } from './submit-version.ts';

/** What of a fixture leaves the company: its result alone, what was read, or the picture, too. */
export const leavings = ['private', 'reading', 'picture'] as const;
export type Leaves = (typeof leavings)[number];

export type SubmissionState = 'preparing' | 'waiting' | 'submitted' | 'declined' | 'withdrawn';

/** A fixture as it would leave, and what the version makes of it. */
export interface FixtureOutcome {
  /** Without files: what they say is nowhere to be seen on the page. */
  input: ReaderInput;
  expected: ExpectedRecord[];
  /** Empty: as expected. */
  differences: Difference[];
  /** Of the program; null: it did not fail. */
  failure: string | null;
  passed: boolean;
}

export interface SubmissionFixture {
  id: string;
  name: string;
  /** Whose picture it is of; null: of none that is there. */
  captureId: string | null;
  /** Whether there is a picture that could leave. */
  hasPicture: boolean;
  leaves: Leaves;
  outcome: FixtureOutcome;
  /** Of the picture as it leaves; null: none does. */
  pictureBytes: number | null;
}

export interface Submission {
  id: string;
  pluginId: string;
  version: string;
  state: SubmissionState;
  /** Grows with every change. */
  revision: number;
  notes: string;
  /** Of what was to be confirmed; null: still preparing. */
  sha256: string | null;
  privateResults: PrivateResults | null;
  preparedBy: string;
  /** Who asked for confirmation, and when (ISO 8601). */
  asked: { by: string; at: string } | null;
  decided: { by: string; at: string; note: string } | null;
  /** What became of it in review; null: it was not handed in. */
  review: { state: VersionState; note: string } | null;
}

/** How packages, pictures and programs are handled: the server's, injected. */
export interface SubmissionMaker {
  open(file: Uint8Array): Promise<PackageContent>;
  /**
   * Runs the version's program as captures are read, and says what is not as expected. In the order of the cases.
   * @throws AppError `submission.run_failed`, `plugin.busy`
   */
  run(
    content: PackageContent,
    cases: readonly { input: ReaderInput; expected: ExpectedRecord[] }[],
    companyId: string,
  ): Promise<Pick<FixtureOutcome, 'differences' | 'failure' | 'passed'>[]>;
  /**
   * A picture made of the original's pixels, at most 2,000 a side, without metadata.
   * @throws AppError `submission.picture_missing`, `submission.picture_failed`, `reader.busy`
   */
  picture(source: PictureSource): Promise<{ mediaType: 'image/webp'; bytes: Uint8Array }>;
  /** The bytes that are signed, with their SHA-256. @throws AppError `submission.too_large` */
  pack(content: PackageContent): Promise<{ payload: Uint8Array; sha256: string }>;
}

export type PictureSource =
  | { kind: 'capture'; companyId: string; sha256: string; filePage: number }
  | { kind: 'packaged'; base64: string };

/** Parts of a package that leave besides fixtures, for somebody who decides about them. */
export interface LeavingParts {
  manifest: JsonValue;
  source: string;
  template: JsonValue;
  readme: string;
}
