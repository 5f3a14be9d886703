import type { BulkAction, CaptureFilter } from '@readout/domain/captures/rules';

/** What makes sense for what one looks at, likeliest first: nothing is archived in the trash. */
export function bulkActionsFor({ place = 'inbox', review }: CaptureFilter): readonly BulkAction[] {
  const deciding: readonly BulkAction[] =
    review === 'confirmed' || review === 'rejected'
      ? ['reopen', 'assign', 'confirm', 'reject']
      : ['confirm', 'reject', 'assign', 'reopen'];
  const without: Record<typeof place, readonly BulkAction[]> = {
    inbox: ['unarchive', 'restore'],
    archive: ['archive', 'restore'],
    trash: [...deciding, 'tag', 'untag', 'reread', 'archive', 'unarchive', 'trash'],
    kept: ['restore'],
    all: [],
  };
  return (
    [...deciding, 'tag', 'untag', 'reread', 'archive', 'unarchive', 'restore', 'trash'] as const
  ).filter((action) => !without[place].includes(action));
}

/** What moves captures, and what moves them back: operators, who have no bulk actions, may do these too. */
export const inverse = {
  archive: 'unarchive',
  unarchive: 'archive',
  trash: 'restore',
  restore: 'trash',
} as const satisfies Partial<Record<BulkAction, BulkAction>>;

export const isMove = (action: BulkAction): action is keyof typeof inverse => Object.hasOwn(inverse, action);

/** These are about records; all others about captures. */
export const isDecision = (action: BulkAction): action is 'confirm' | 'reject' | 'reopen' =>
  action === 'confirm' || action === 'reject' || action === 'reopen';
