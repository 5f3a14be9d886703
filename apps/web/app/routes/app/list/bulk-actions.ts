import type { BulkAction, CaptureFilter } from '@readout/domain/captures/rules';

interface BulkWords {
  action: BulkAction;
  /** On the button. */
  label: string;
  /** `3 captures {done}`. */
  done: string;
  /** Role that may, beyond one's own captures. */
  reviewersOnly: boolean;
}

export const bulkActions: readonly BulkWords[] = [
  { action: 'confirm', label: 'Confirm', done: 'confirmed', reviewersOnly: true },
  { action: 'reject', label: 'Reject', done: 'rejected', reviewersOnly: true },
  { action: 'assign', label: 'Assign', done: 'assigned', reviewersOnly: true },
  { action: 'reread', label: 'Read again', done: 'being read again', reviewersOnly: false },
  { action: 'archive', label: 'Archive', done: 'archived', reviewersOnly: false },
  { action: 'unarchive', label: 'Back to inbox', done: 'back in the inbox', reviewersOnly: false },
  { action: 'restore', label: 'Restore', done: 'restored', reviewersOnly: false },
  { action: 'trash', label: 'Trash', done: 'moved to the trash', reviewersOnly: false },
];

/** What makes sense in a place: nothing is archived in the trash. */
export function bulkActionsIn(place: NonNullable<CaptureFilter['place']>): readonly BulkWords[] {
  const without: Record<typeof place, readonly BulkAction[]> = {
    inbox: ['unarchive', 'restore'],
    archive: ['archive', 'restore'],
    trash: ['confirm', 'reject', 'assign', 'reread', 'archive', 'unarchive', 'trash'],
    kept: ['restore'],
    all: [],
  };
  return bulkActions.filter(({ action }) => !without[place].includes(action));
}

/** The action that takes back one that operators, who have no bulk actions, run on single captures. */
export const inverse: Partial<Record<BulkAction, BulkAction>> = {
  archive: 'unarchive',
  unarchive: 'archive',
  trash: 'restore',
  restore: 'trash',
};
