import type { CaptureListItem } from '@readout/domain/captures/rules';
import type { SayText } from '../ui/texts.tsx';

/** Marks for states. The tone never stands alone: a text and a shape go with it. */
export type Tone = 'quiet' | 'busy' | 'signal' | 'notice' | 'alarm';

/** The one thing a row says about where its capture stands. */
export function standing(
  item: Pick<CaptureListItem, 'state' | 'recordCount' | 'reviewCount' | 'records' | 'trashedAt'>,
  text: SayText,
): { tone: Tone; label: string } {
  if (item.state === 'received') return { tone: 'busy', label: text('common.capture_waits') };
  if (item.state === 'reading') return { tone: 'busy', label: text('common.capture_reading') };
  if (item.state === 'failed') return { tone: 'alarm', label: text('common.capture_failed') };
  if (item.reviewCount > 0)
    return { tone: 'notice', label: text('common.capture_to_review', { count: item.reviewCount }) };
  if (item.recordCount === 0) return { tone: 'quiet', label: text('common.no_record_found') };
  if (item.records.length > 0 && item.records.every((record) => record.state === 'rejected'))
    return { tone: 'quiet', label: text('common.record_state', { state: 'rejected' }) };
  return { tone: 'signal', label: text('common.record_state', { state: 'confirmed' }) };
}
