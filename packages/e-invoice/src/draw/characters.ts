// cspell:ignore lslash dotlessi
/** Characters of WinAnsi beyond Latin-1, from 0x80 on; a nought where there is none (ISO 32000-1, annex D.2). */
const windows = '€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ';
/** Those that the fonts of pdfium have besides, at codes that are free. */
const added: Readonly<Record<string, number>> = { ł: 0x81, Ł: 0x8d, ı: 0x8f };
export const differences = '[129/lslash 141/Lslash 143/dotlessi]';
/** Letters that are no other letter with a mark. */
const plainer: Readonly<Record<string, string>> = { đ: 'd', Đ: 'D', ħ: 'h', Ħ: 'H', ŋ: 'n', ĸ: 'k', ẞ: 'SS' };

/** Widths of Helvetica from the space on, thousandths of its size (Adobe, Core 14 AFM). */
const widths = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
  556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
  500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
  556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
  278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

/**
 * A text in the codes of its font. A letter that the font has only without its mark is drawn without it; of another script a
 * question mark stands for each.
 */
export function codesOf(text: string): number[] {
  return [...text.normalize('NFC')].flatMap((character): number[] => {
    const code = codeOf(character);
    if (code !== undefined) return [code];
    if (/\s/.test(character)) return [0x20];
    if (/\p{C}/u.test(character)) return [];
    const bare = plainer[character] ?? character.normalize('NFKD').replaceAll(/\p{M}/gu, '');
    return [...bare].map((each) => codeOf(each) ?? 0x3f);
  });
}

function codeOf(character: string): number | undefined {
  if (Object.hasOwn(added, character)) return added[character];
  const beyond = character === '\0' ? -1 : windows.indexOf(character);
  if (beyond >= 0) return 0x80 + beyond;
  const point = character.codePointAt(0)!;
  return (point >= 0x20 && point < 0x7f) || (point > 0xa0 && point <= 0xff) ? point : undefined;
}

/** In thousandths of the size. */
export const widthOf = (codes: readonly number[]): number =>
  codes.reduce((sum, code) => sum + (widths[code - 0x20] ?? 600), 0);
