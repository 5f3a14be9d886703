import type { CheckedFixture, Finding } from '@readout/domain/platform/review/rules';
import type { Accuracy } from '@readout/domain/plugins/plugin-versions';

/** What the thread found before it ended or time was up. */
export interface ThreadFindings {
  fixtures: CheckedFixture[];
  accuracy: Accuracy | null;
  /** Kinds of content the reader needs; null: not tried. */
  needed: string[] | null;
  findings: Finding[] | null;
  fixturesMs: number;
  patternsMs: number;
  /** Whether all of it was done. */
  isWhole: boolean;
}
