import type { BulkAction, CaptureFilter } from '@readout/domain/captures/rules';

const bulkActions = [
  'confirm',
  'reject',
  'assign',
  'reread',
  'archive',
  'unarchive',
  'restore',
  'trash',
] as const satisfies readonly BulkAction[];

/** What makes sense in a place: nothing is archived in the trash. */
export function bulkActionsIn(place: NonNullable<CaptureFilter['place']>): readonly BulkAction[] {
  const without: Record<typeof place, readonly BulkAction[]> = {
    inbox: ['unarchive', 'restore'],
    archive: ['archive', 'restore'],
    trash: ['confirm', 'reject', 'assign', 'reread', 'archive', 'unarchive', 'trash'],
    kept: ['restore'],
    all: [],
  };
  return bulkActions.filter((action) => !without[place].includes(action));
}

/** The action that takes back one that operators, who have no bulk actions, run on single captures. */
export const inverse = {
  archive: 'unarchive',
  unarchive: 'archive',
  trash: 'restore',
  restore: 'trash',
} as const satisfies Partial<Record<BulkAction, BulkAction>>;
