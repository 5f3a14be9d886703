import { font } from './font.ts';

/** Stands for a character beyond U+FFFF, which no code of two bytes is. */
const box = 0x25a1;

/**
 * A text in the codes it is drawn by, those of its characters. What the font does not have is drawn as an empty box; the page's text
 * has it all the same.
 */
export const codesOf = (text: string): number[] =>
  [...text.normalize('NFC')].flatMap((character): number[] => {
    if (/\s/.test(character)) return [0x20];
    if (/[\p{Cc}\p{Cf}]/u.test(character)) return [];
    const code = character.codePointAt(0)!;
    return [code > 0xffff || /\p{Cs}/u.test(character) ? box : code];
  });

/** In thousandths of the size. */
export const widthOf = (codes: readonly number[]): number =>
  codes.reduce((sum, code) => sum + font().widthOf(code), 0);
