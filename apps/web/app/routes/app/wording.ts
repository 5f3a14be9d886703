import type { CaptureListItem, CaptureSource, CaptureState } from '@readout/domain/captures/rules';
import type { RecordState } from '@readout/domain/records/rules';

/** Words and marks for states. The tone never stands alone: a text and a shape go with it. */
export type Tone = 'quiet' | 'busy' | 'signal' | 'notice' | 'alarm';

export const placeNames = {
  inbox: 'Inbox',
  archive: 'Archive',
  trash: 'Trash',
  kept: 'Inbox and archive',
  all: 'Everything',
} as const;
export const stateNames: Record<CaptureState, string> = {
  received: 'Waiting',
  reading: 'Reading',
  read: 'Read',
  failed: 'Failed',
};
export const reviewNames: Record<RecordState, string> = {
  needs_review: 'To review',
  confirmed: 'Confirmed',
  rejected: 'Rejected',
};
export const sourceNames: Record<CaptureSource, string> = {
  upload: 'Uploaded',
  paste: 'Pasted',
  camera: 'Camera',
  desktop: 'Desktop',
  api: 'API',
  sample: 'Sample',
};

/** The one thing a row says about where its capture stands. */
export function standing(
  item: Pick<CaptureListItem, 'state' | 'recordCount' | 'reviewCount' | 'records' | 'trashedAt'>,
): { tone: Tone; text: string } {
  if (item.state === 'received') return { tone: 'busy', text: 'Waiting to be read' };
  if (item.state === 'reading') return { tone: 'busy', text: 'Reading' };
  if (item.state === 'failed') return { tone: 'alarm', text: 'Failed' };
  if (item.reviewCount > 0)
    return { tone: 'notice', text: item.reviewCount === 1 ? 'To review' : `${item.reviewCount} to review` };
  if (item.recordCount === 0) return { tone: 'quiet', text: 'No record found' };
  if (item.records.length > 0 && item.records.every((record) => record.state === 'rejected'))
    return { tone: 'quiet', text: 'Rejected' };
  return { tone: 'signal', text: 'Confirmed' };
}
