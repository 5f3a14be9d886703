// cspell:disable -- words as misread
const capitals: Record<string, string> = { '0': 'O', '1': 'I', '5': 'S', '8': 'B' };
const small: Record<string, string> = { '0': 'o', '1': 'l', '5': 's', '8': 'B' };

/**
 * Text with digits inside words read as the letters they resemble and letters inside numbers as digits: `L0T` is
 * `LOT`, `Ja1an` is `Jalan`, `52oo0` is `52000`, `7/1l4` is `7/114`, `F-1l` is `F-11`. Mixed codes (`U13`, `1Z`, `B12`) stay as they are.
 */
export function repairLetters(text: string): string {
  return text.replace(/[\p{L}\d]+/gu, (token, start: number) => {
    if (/^\d+$/.test(token)) return token;
    if (/^No[lI]$/.test(token)) return 'No1';
    // No word has a capital I before a small letter but at its start: `JIn` is `Jln`. (`McIntosh` has.)
    if (/^\p{L}+$/u.test(token)) return token.replace(/(?<!^.?[cC]|^)I(?=\p{Ll})/gu, 'l');
    // A number of some length with one or two round letters in it.
    if (/^\d[\doO]{3,}$/.test(token)) return token.replace(/[oO]/g, '0');
    // A stroke between digits is a one, whatever letter ends the number: `1l4C`.
    if (/^\d+l\d+\p{Lu}?$/u.test(token)) return token.replace('l', '1');
    if (/^\d+l$/.test(token) && /[-/]/.test(text[start - 1] ?? '')) return token.replace('l', '1');
    // As long as a postal code, with digits at both ends: `40I70`.
    if (/^\d[\doOlI]{3,}\d$/.test(token) && token.replace(/\D/g, '').length > 3)
      return token.replace(/[oO]/g, '0').replace(/[lI]/g, '1');
    // No number begins a word of capitals: `0SL0`.
    if (/^0\p{Lu}{2,}0?$/u.test(token)) return token.replaceAll('0', 'O');
    const letters = token.replace(/\d/g, '').length;
    const digits = token.length - letters;
    if (/^(?:[CN]0|C0[SM])$/.test(token)) return token.replace('0', 'O');
    if (letters < 2 || digits * 2 > letters) return token;
    return token.replace(/\d/g, (digit, at: number) => {
      const before = token[at - 1];
      const after = token[at + 1];
      const inside =
        before !== undefined && after !== undefined && /\p{L}/u.test(before) && /\p{L}/u.test(after);
      const table =
        /\p{Lu}/u.test(before ?? after ?? '') && (after === undefined || /\p{Lu}|\d/u.test(after))
          ? capitals
          : small;
      if (inside && (digit === '0' || letters > 2)) return table[digit] ?? digit;
      // At an end of a word only where nothing else is likely: `Leve1`, `8OOK`.
      if (after === undefined && digit === '1' && /\p{Ll}{3}/u.test(token.slice(at - 3, at))) return 'l';
      if (before === undefined && digit === '0' && /^\p{L}{3}/u.test(token.slice(1))) return 'O';
      if (before === undefined && digit === '8' && /^\p{Lu}{3}/u.test(token.slice(1))) return 'B';
      return digit;
    });
  });
}
