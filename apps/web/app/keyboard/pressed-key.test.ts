import { expect, test } from 'vitest';
import { actionOf } from './key-map.ts';
import { nameOf, type PressedKey } from './pressed-key.ts';

type Held = 'ctrl' | 'alt' | 'meta' | 'AltGraph';
const press = (key: string, ...held: Held[]): PressedKey => ({
  key,
  ctrlKey: held.includes('ctrl'),
  altKey: held.includes('alt'),
  metaKey: held.includes('meta'),
  getModifierState: (name) => held.includes(name as Held),
});
const does = (event: PressedKey, isMac = false) =>
  actionOf({ name: nameOf(event, isMac), isRepeated: false }, { typing: false, pressing: false });

// How systems tell of AltGr: Windows as Ctrl and Alt, Linux alone. How ⌥ is told: some browsers say AltGr besides.
test.each<[layout: string, key: string, held: Held[], isMac: boolean, action: string]>([
  ['French and Swiss on Windows', '#', ['ctrl', 'alt', 'AltGraph'], false, 'trash'],
  ['French and Swiss on Linux', '#', ['AltGraph'], false, 'trash'],
  ['German on Windows', '[', ['ctrl', 'alt', 'AltGraph'], false, 'rotate-back'],
  ['German on Windows', ']', ['ctrl', 'alt', 'AltGraph'], false, 'rotate'],
  ['British on a Mac', '#', ['alt'], true, 'trash'],
  ['French on a Mac, Firefox', '#', ['alt', 'AltGraph'], true, 'trash'],
  ['German on a Mac', '[', ['alt'], true, 'rotate-back'],
  ['German, Shift 7', '/', [], false, 'search'],
  ['German, Shift ß', '?', [], false, 'help'],
  ['Swiss, Ctrl Shift 7', '/', ['ctrl'], false, 'help'],
])('%s: %s acts as its shortcut', (_, key, held, isMac, action) => {
  expect(does(press(key, ...held), isMac)).toBe(action);
});

test.each<[what: string, key: string, held: Held[], isMac: boolean]>([
  ['Ctrl Alt C, which is the system’s', 'c', ['ctrl', 'alt'], false],
  ['Alt E, which is the browser’s menu', 'e', ['alt'], false],
  ['Alt and an arrow', 'ArrowDown', ['alt'], false],
  ['AltGr and an arrow', 'ArrowDown', ['ctrl', 'alt', 'AltGraph'], false],
  ['⌃ ⌥ C', 'c', ['ctrl', 'alt', 'AltGraph'], true],
  ['⌘ ⌥ J', 'j', ['meta', 'alt'], true],
  ['⌥ and an arrow', 'ArrowUp', ['alt', 'AltGraph'], true],
])('%s does nothing here', (_, key, held, isMac) => {
  expect(does(press(key, ...held), isMac)).toBeUndefined();
});
