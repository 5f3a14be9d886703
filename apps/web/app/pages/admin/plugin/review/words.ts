import type { ReviewItem } from '@readout/domain/platform/review/list-reviews';
import type { Check, Checks } from '@readout/domain/platform/review/rules';
import type { SayText } from '../../../../ui/texts.tsx';

export type Tone = 'signal' | 'notice' | 'alarm' | 'plain';

export const checkTones = {
  passed: 'signal',
  warning: 'notice',
  failed: 'alarm',
} as const satisfies Record<Check['status'], Tone>;

/** All checks of a version in a few words. */
export function checksInWords(
  checks: Pick<Checks, 'status' | 'checks'> | null,
  text: SayText,
): { tone: Tone; sum: string } {
  const sum = 'operation.review.checks_sum';
  if (checks === null) return { tone: 'plain', sum: text(sum, { outcome: 'not_begun' }) };
  if (checks.status === 'running') return { tone: 'plain', sum: text(sum, { outcome: 'running' }) };
  const count = (status: Check['status']) => checks.checks.filter((each) => each.status === status).length;
  const [failed, remarks] = [count('failed'), count('warning')];
  if (failed > 0) return { tone: 'alarm', sum: text(sum, { outcome: 'failed', count: failed }) };
  if (remarks > 0) return { tone: 'notice', sum: text(sum, { outcome: 'remarks', count: remarks }) };
  return { tone: 'signal', sum: text(sum, { outcome: 'passed', count: count('passed') }) };
}

const maxLength = 120;

/** What changed, in one line: how the author's notes begin. */
export function whatChanged(
  { notes, previousVersion }: Pick<ReviewItem, 'notes' | 'previousVersion'>,
  text: SayText,
): string {
  const line = notes.trim().split('\n', 1)[0]!.trim();
  if (line) return line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line;
  return text('operation.review.no_note', { place: previousVersion === null ? 'first' : 'later' });
}

export const reviewTones = {
  in_review: 'plain',
  published: 'signal',
  deprecated: 'notice',
  rejected: 'alarm',
  withdrawn: 'plain',
} as const satisfies Record<ReviewItem['state'], Tone>;

/** Address of the page on which a version is decided about. */
export const reviewAddress = ({ pluginId, version }: { pluginId: string; version: string }): string =>
  `/admin/plugin/review/${encodeURIComponent(pluginId)}/${encodeURIComponent(version)}`;
