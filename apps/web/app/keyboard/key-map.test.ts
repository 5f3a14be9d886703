import { describe, expect, it } from 'vitest';
import { actionOf, keyMap, keyName } from './key-map.ts';

const press = (name: string | undefined, isRepeated = false) => ({ name, isRepeated });
const free = { typing: false, pressing: false };

describe('the keys of the workspace', () => {
  it('give each key one meaning only', () => {
    const keys = keyMap.flatMap((binding) => binding.keys);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('never take a character away from someone who types', () => {
    for (const { keys } of keyMap)
      for (const key of keys.filter((each) => each.length === 1 || each === 'Mod+z' || each === 'Mod+a'))
        expect(actionOf(press(key), { typing: true, pressing: false })).toBeUndefined();
  });

  it('confirm from inside a field with the modifier', () => {
    expect(actionOf(press('Mod+Enter'), { typing: true, pressing: false })).toBe('save-and-confirm');
  });

  it('leave Enter to a focused button', () => {
    expect(actionOf(press('Enter'), { typing: false, pressing: true })).toBeUndefined();
    expect(actionOf(press('Enter'), free)).toBe('open');
  });

  it("leave the browser's own combinations alone", () => {
    expect(actionOf(press('Mod+r'), free)).toBeUndefined();
    expect(actionOf(press('Mod+c'), free)).toBeUndefined();
    expect(actionOf(press(undefined), free)).toBeUndefined();
  });

  it('held down, move on and do nothing else again', () => {
    expect(actionOf(press('j', true), free)).toBe('next-row');
    for (const key of ['#', 'c', 'e', 'Mod+z', 'Enter'])
      expect(actionOf(press(key, true), free)).toBeUndefined();
  });

  it('tell letters apart from their shifted form, in words too', () => {
    expect(actionOf(press('r'), free)).toBe('reject');
    expect(actionOf(press('R'), free)).toBe('reread');
    expect(keyName('R')).toBe('Shift R');
    expect(keyName('r')).toBe('R');
    expect(keyName('Mod+z')).toBe('Ctrl Z');
    expect(keyName('Mod+Enter', true)).toBe('⌘ Enter');
    expect(keyName('+')).toBe('+');
  });
});
