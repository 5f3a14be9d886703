import type { ReviewItem } from '@readout/domain/platform/review/list-reviews';
import type { Check, CheckName, Checks } from '@readout/domain/platform/review/rules';
import { plural } from '../../../ui/numbers.ts';

export const checkTitles: Record<CheckName, string> = {
  manifest: 'Signature and manifest',
  size: 'Size',
  permissions: 'What it asks for and uses',
  fixtures_node: 'Fixtures on the server',
  fixtures_browser: 'Fixtures in your browser',
  time: 'Time',
  patterns: 'Suspicious patterns',
  rebuild: 'Program and source',
};

export type Tone = 'signal' | 'notice' | 'alarm' | 'plain';

export const checkTones: Record<Check['status'], { tone: Tone; word: string }> = {
  passed: { tone: 'signal', word: 'passed' },
  warning: { tone: 'notice', word: 'remark' },
  failed: { tone: 'alarm', word: 'failed' },
  waiting: { tone: 'plain', word: 'waits' },
};

/** All checks of a version in a few words. */
export function checksInWords(checks: Pick<Checks, 'status' | 'checks'> | null): {
  tone: Tone;
  text: string;
} {
  if (checks === null) return { tone: 'plain', text: 'not begun' };
  if (checks.status === 'running') return { tone: 'plain', text: 'running' };
  const count = (status: Check['status']) => checks.checks.filter((each) => each.status === status).length;
  const [failed, remarks] = [count('failed'), count('warning')];
  if (failed > 0) return { tone: 'alarm', text: `${failed} failed` };
  if (remarks > 0) return { tone: 'notice', text: plural(remarks, 'remark') };
  return { tone: 'signal', text: `${count('passed')} passed` };
}

const maxLength = 120;

/** What changed, in one line: how the author's notes begin. */
export function whatChanged({
  notes,
  previousVersion,
}: Pick<ReviewItem, 'notes' | 'previousVersion'>): string {
  const line = notes.trim().split('\n', 1)[0]!.trim();
  if (line) return line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line;
  return previousVersion === null
    ? 'New in the catalogue; its author left no note.'
    : 'Its author left no note.';
}

export const reviewStates: Record<ReviewItem['state'], { tone: Tone; word: string }> = {
  in_review: { tone: 'plain', word: 'in review' },
  published: { tone: 'signal', word: 'published' },
  deprecated: { tone: 'notice', word: 'published, no longer offered' },
  rejected: { tone: 'alarm', word: 'rejected' },
  withdrawn: { tone: 'plain', word: 'withdrawn' },
};

/** Address of the page on which a version is decided about. */
export const reviewAddress = ({ pluginId, version }: { pluginId: string; version: string }): string =>
  `/admin/plugin/review/${encodeURIComponent(pluginId)}/${encodeURIComponent(version)}`;
