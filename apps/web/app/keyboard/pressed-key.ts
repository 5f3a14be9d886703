/** What of a keyboard event says which key was meant. */
export type PressedKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey' | 'getModifierState'>;

export const isCharacter = (key: string): boolean => [...key].length === 1;

/**
 * A sign on the third level of a layout, where AltGr or ⌥ only chooses it. Windows says Ctrl and Alt of AltGr; on a Mac some
 * browsers say AltGr of every ⌥, also beside ⌃ or ⌘.
 */
export function isComposed(event: PressedKey, isMac: boolean): boolean {
  if (!isCharacter(event.key)) return false;
  return isMac ? event.altKey && !event.ctrlKey && !event.metaKey : event.getModifierState('AltGraph');
}

/** As shortcuts name it: `event.key`, with `Mod+` before it while Ctrl or ⌘ is held. Undefined while Alt is. */
export function nameOf(event: PressedKey, isMac: boolean): string | undefined {
  if (isComposed(event, isMac)) return event.key;
  if (event.altKey) return undefined;
  return `${event.ctrlKey || event.metaKey ? 'Mod+' : ''}${event.key}`;
}
