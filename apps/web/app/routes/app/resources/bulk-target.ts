import type { BulkAction, CaptureFilter } from '@readout/domain/captures/rules';
import { parseFilter } from '../list/filters.ts';
import { text, textList } from './answer.ts';

/** What a bulk request names: some rows, or everything a filter (in address form) matches. */
export function bulkTarget(
  given: Record<string, unknown>,
): { action: BulkAction } & ({ ids: string[] } | { filter: CaptureFilter }) {
  // The use case checks the action itself: a name it does not know is refused there.
  const action = text(given.action) as BulkAction;
  return typeof given.query === 'string'
    ? { action, filter: parseFilter(new URLSearchParams(given.query)) }
    : { action, ids: textList(given.ids) };
}

export function bulkPayload(given: Record<string, unknown>): { userId?: string | null; reason?: string } {
  return {
    ...('userId' in given ? { userId: text(given.userId) || null } : {}),
    ...('reason' in given ? { reason: text(given.reason) } : {}),
  };
}
