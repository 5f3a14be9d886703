/** Every key of the workspace: what it does, in which words the key list says so. */
export type KeyAction =
  | 'next-row'
  | 'previous-row'
  | 'open'
  | 'back'
  | 'select'
  | 'select-all'
  | 'search'
  | 'confirm'
  | 'reject'
  | 'reopen'
  | 'next-review'
  | 'next-field'
  | 'previous-field'
  | 'archive'
  | 'trash'
  | 'assign'
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

interface Binding {
  action: KeyAction;
  /** As `event.key` names them, `Mod+` for Ctrl or ⌘, `Shift+` only where the key itself does not tell. */
  keys: readonly string[];
  label: string;
  group: 'List' | 'Review' | 'Picture' | 'Everywhere';
  /** Works while one types, too. */
  inFields?: true;
}

export const keyMap: readonly Binding[] = [
  { action: 'next-row', keys: ['j', 'ArrowDown'], label: 'Next capture', group: 'List' },
  { action: 'previous-row', keys: ['k', 'ArrowUp'], label: 'Previous capture', group: 'List' },
  { action: 'open', keys: ['Enter'], label: 'Open', group: 'List' },
  { action: 'select', keys: ['x'], label: 'Select or clear', group: 'List' },
  { action: 'select-all', keys: ['Mod+a'], label: 'Select all that match', group: 'List' },
  { action: 'archive', keys: ['e'], label: 'Archive', group: 'List' },
  { action: 'trash', keys: ['#', 'Delete'], label: 'Move to trash', group: 'List' },
  { action: 'assign', keys: ['a'], label: 'Claim for me, or let go', group: 'List' },
  { action: 'confirm', keys: ['c'], label: 'Confirm record', group: 'Review' },
  {
    action: 'confirm',
    keys: ['Mod+Enter'],
    label: 'Save field and confirm record',
    group: 'Review',
    inFields: true,
  },
  { action: 'reject', keys: ['r'], label: 'Reject with a reason', group: 'Review' },
  { action: 'reopen', keys: ['o'], label: 'Reopen', group: 'Review' },
  { action: 'next-review', keys: ['n'], label: 'Next that needs review', group: 'Review' },
  { action: 'next-field', keys: ['f'], label: 'Next field, doubtful first', group: 'Review' },
  { action: 'previous-field', keys: ['F'], label: 'Previous field', group: 'Review' },
  { action: 'reread', keys: ['R'], label: 'Read again', group: 'Review' },
  { action: 'zoom-in', keys: ['+', '='], label: 'Zoom in', group: 'Picture' },
  { action: 'zoom-out', keys: ['-'], label: 'Zoom out', group: 'Picture' },
  { action: 'fit', keys: ['0'], label: 'Whole picture', group: 'Picture' },
  { action: 'actual-size', keys: ['1'], label: 'Actual size', group: 'Picture' },
  { action: 'rotate', keys: [']'], label: 'Turn right', group: 'Picture' },
  { action: 'rotate-back', keys: ['['], label: 'Turn left', group: 'Picture' },
  { action: 'boxes', keys: ['b'], label: 'Show or hide all boxes', group: 'Picture' },
  { action: 'flatten', keys: ['p'], label: 'Flattened, or as it was taken', group: 'Picture' },
  { action: 'next-page', keys: ['PageDown'], label: 'Next page', group: 'Picture' },
  { action: 'previous-page', keys: ['PageUp'], label: 'Previous page', group: 'Picture' },
  { action: 'search', keys: ['/'], label: 'Search', group: 'Everywhere' },
  { action: 'undo', keys: ['z', 'Mod+z'], label: 'Undo', group: 'Everywhere' },
  { action: 'back', keys: ['Escape'], label: 'Back, clear the selection', group: 'Everywhere' },
  { action: 'help', keys: ['?'], label: 'Show these keys', group: 'Everywhere' },
];

interface Pressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/**
 * The action of a key press, undefined where there is none or where the key belongs to what has the focus.
 * @param typing the focus is in something one types or chooses in
 * @param pressing the focus is on a button or link, which Enter and the space bar press
 */
export function actionOf(
  pressed: Pressed,
  { typing, pressing }: { typing: boolean; pressing: boolean },
): KeyAction | undefined {
  if (pressed.altKey) return undefined;
  const name = `${pressed.ctrlKey || pressed.metaKey ? 'Mod+' : ''}${pressed.key}`;
  if (pressing && (name === 'Enter' || name === ' ')) return undefined;
  return keyMap.find((binding) => binding.keys.includes(name) && (!typing || binding.inFields))?.action;
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
