import type { TextKey } from '@readout/texts';
import type { KeyPlace } from './keyboard.ts';

/** Every key of the workspace: what it does, in which words the key list says so. */
export type KeyAction =
  | 'next-row'
  | 'previous-row'
  | 'open'
  | 'back'
  | 'select'
  | 'extend-selection'
  | 'select-all'
  | 'search'
  | 'confirm'
  | 'save-and-confirm'
  | 'reject'
  | 'reopen'
  | 'next-review'
  | 'next-field'
  | 'previous-field'
  | 'archive'
  | 'trash'
  | 'assign'
  | 'tags'
  | 'filter'
  | 'views'
  | 'sort'
  | 'table'
  | 'columns'
  | 'export'
  | 'previous-place'
  | 'next-place'
  | 'add-files'
  | 'bulk-actions'
  | 'reread'
  | 'undo'
  | 'zoom-in'
  | 'zoom-out'
  | 'fit'
  | 'actual-size'
  | 'rotate'
  | 'rotate-back'
  | 'boxes'
  | 'flatten'
  | 'next-page'
  | 'previous-page'
  | 'help';

export const keyGroups = ['list', 'review', 'picture', 'everywhere'] as const;

interface Binding {
  action: KeyAction;
  /** As `event.key` names them, `Mod+` for Ctrl or ⌘, `Shift+` only where the key itself does not tell. */
  keys: readonly string[];
  label: Extract<TextKey, `workspace.keys.${string}`>;
  group: (typeof keyGroups)[number];
  /** Works while one types, too. */
  inFields?: true;
  /** Goes on while the key is held down. */
  repeats?: true;
}

export const keyMap: readonly Binding[] = [
  {
    action: 'next-row',
    keys: ['j', 'ArrowDown'],
    label: 'workspace.keys.next_capture',
    group: 'list',
    repeats: true,
  },
  {
    action: 'previous-row',
    keys: ['k', 'ArrowUp'],
    label: 'workspace.keys.previous_capture',
    group: 'list',
    repeats: true,
  },
  { action: 'open', keys: ['Enter'], label: 'workspace.keys.open', group: 'list' },
  { action: 'select', keys: ['x', ' '], label: 'workspace.keys.select_or_clear', group: 'list' },
  { action: 'extend-selection', keys: ['X'], label: 'workspace.keys.select_up_to_here', group: 'list' },
  { action: 'select-all', keys: ['Mod+a'], label: 'workspace.keys.select_all_that_match', group: 'list' },
  { action: 'archive', keys: ['e'], label: 'workspace.keys.archive', group: 'list' },
  { action: 'trash', keys: ['#', 'Delete'], label: 'workspace.keys.move_to_trash', group: 'list' },
  { action: 'assign', keys: ['a'], label: 'workspace.keys.claim_for_me_or_let_go', group: 'list' },
  { action: 'tags', keys: ['t'], label: 'workspace.keys.tags', group: 'list' },
  { action: 'filter', keys: ['l'], label: 'workspace.keys.filter', group: 'list' },
  { action: 'views', keys: ['v'], label: 'workspace.keys.views', group: 'list' },
  { action: 'sort', keys: ['s'], label: 'workspace.keys.sort', group: 'list' },
  { action: 'table', keys: ['T'], label: 'workspace.keys.table', group: 'list' },
  { action: 'columns', keys: ['y'], label: 'workspace.keys.columns', group: 'list' },
  { action: 'previous-place', keys: ['<'], label: 'workspace.keys.previous_place', group: 'list' },
  { action: 'next-place', keys: ['>'], label: 'workspace.keys.next_place', group: 'list' },
  { action: 'export', keys: ['d'], label: 'workspace.keys.export', group: 'list' },
  { action: 'add-files', keys: ['u'], label: 'workspace.keys.add_files', group: 'list' },
  { action: 'bulk-actions', keys: ['Z'], label: 'workspace.keys.bulk_actions', group: 'list' },
  { action: 'confirm', keys: ['c'], label: 'workspace.keys.confirm_record', group: 'review' },
  {
    action: 'save-and-confirm',
    keys: ['Mod+Enter'],
    label: 'workspace.keys.save_field_and_confirm_record',
    group: 'review',
    inFields: true,
  },
  { action: 'reject', keys: ['r'], label: 'workspace.keys.reject_with_a_reason', group: 'review' },
  { action: 'reopen', keys: ['o'], label: 'workspace.keys.reopen', group: 'review' },
  { action: 'next-review', keys: ['n'], label: 'workspace.keys.next_that_needs_review', group: 'review' },
  {
    action: 'next-field',
    keys: ['f'],
    label: 'workspace.keys.next_field_doubtful_first',
    group: 'review',
    repeats: true,
  },
  {
    action: 'previous-field',
    keys: ['F'],
    label: 'workspace.keys.previous_field',
    group: 'review',
    repeats: true,
  },
  { action: 'reread', keys: ['R'], label: 'workspace.keys.read_again', group: 'review' },
  { action: 'zoom-in', keys: ['+', '='], label: 'workspace.keys.zoom_in', group: 'picture', repeats: true },
  { action: 'zoom-out', keys: ['-'], label: 'workspace.keys.zoom_out', group: 'picture', repeats: true },
  { action: 'fit', keys: ['0'], label: 'workspace.keys.whole_picture', group: 'picture' },
  { action: 'actual-size', keys: ['1'], label: 'workspace.keys.actual_size', group: 'picture' },
  { action: 'rotate', keys: [']'], label: 'workspace.keys.turn_right', group: 'picture' },
  { action: 'rotate-back', keys: ['['], label: 'workspace.keys.turn_left', group: 'picture' },
  { action: 'boxes', keys: ['b'], label: 'workspace.keys.show_or_hide_all_boxes', group: 'picture' },
  { action: 'flatten', keys: ['p'], label: 'workspace.keys.flattened_or_as_it_was_taken', group: 'picture' },
  {
    action: 'next-page',
    keys: ['PageDown'],
    label: 'workspace.keys.next_page',
    group: 'picture',
    repeats: true,
  },
  {
    action: 'previous-page',
    keys: ['PageUp'],
    label: 'workspace.keys.previous_page',
    group: 'picture',
    repeats: true,
  },
  { action: 'search', keys: ['/'], label: 'workspace.keys.search', group: 'everywhere' },
  { action: 'undo', keys: ['z', 'Mod+z'], label: 'workspace.keys.undo', group: 'everywhere' },
  { action: 'back', keys: ['Escape'], label: 'workspace.keys.back_clear_the_selection', group: 'everywhere' },
  {
    action: 'help',
    keys: ['?', 'Mod+/'],
    label: 'workspace.keys.show_these_keys',
    group: 'everywhere',
    inFields: true,
  },
];

/**
 * The action of a key press, undefined where there is none or where the key belongs to what has the focus.
 * @param pressed - `name`: as in {@link keyMap}
 */
export function actionOf(
  { name, isRepeated }: { name: string | undefined; isRepeated: boolean },
  { typing, pressing }: KeyPlace,
): KeyAction | undefined {
  if (name === undefined || (pressing && (name === 'Enter' || name === ' '))) return undefined;
  const isCharacter = [...name].length === 1;
  const binding = keyMap.find(({ keys }) => keys.includes(name));
  if (!binding || (typing && (isCharacter || !binding.inFields)) || (isRepeated && !binding.repeats))
    return undefined;
  return binding.action;
}

/** How a key is printed. */
export function keyName(key: string, isMac = false): string {
  const names: Record<string, string> = {
    ArrowDown: '↓',
    ArrowUp: '↑',
    Escape: 'Esc',
    PageDown: 'Page ↓',
    PageUp: 'Page ↑',
    Delete: 'Del',
    ' ': 'Space',
  };
  return key
    .split(/(?<=Mod)\+/)
    .map((part) =>
      part === 'Mod'
        ? isMac
          ? '⌘'
          : 'Ctrl'
        : /^[A-Z]$/.test(part)
          ? `Shift ${part}`
          : (names[part] ?? part),
    )
    .map((part) => (/^[a-z]$/.test(part) ? part.toUpperCase() : part))
    .join(' ');
}
