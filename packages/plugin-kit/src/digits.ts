/** The figure that a letter or a sign is read for, or that is read for it. */
export const figureAlike: Readonly<Record<string, string>> = {
  O: '0',
  o: '0',
  Q: '0',
  D: '0',
  I: '1',
  l: '1',
  '|': '1',
  Z: '2',
  z: '2',
  S: '5',
  s: '5',
  G: '6',
  B: '8',
};

/** Not in what is a number already: there `G` and `z` begin a unit or a currency. */
const { G: _gram, z: _zloty, ...repairable } = figureAlike;

/** Characters that may stand for a digit, for use inside a character class. */
export const digitLike = '0-9OoQDIl|SsBZ';

/**
 * The text with letters that look like digits replaced, or undefined unless digits outnumber them clearly:
 * `1O.50` is `10.50`, `SOLD` is nothing.
 */
export function repairDigits(text: string): string | undefined {
  let digits = 0;
  let repaired = 0;
  let out = '';
  for (const character of text) {
    const digit = repairable[character];
    if (digit !== undefined) repaired++;
    else if (character >= '0' && character <= '9') digits++;
    out += digit ?? character;
  }
  return repaired === 0 || (digits >= 2 && repaired * 2 <= digits) ? out : undefined;
}
