/** Letters a recogniser confuses with digits. Applied only inside what is a number already. */
const lookalikes: Record<string, string> = {
  O: '0',
  o: '0',
  Q: '0',
  D: '0',
  I: '1',
  l: '1',
  '|': '1',
  S: '5',
  s: '5',
  B: '8',
  Z: '2',
};

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
    const digit = lookalikes[character];
    if (digit !== undefined) repaired++;
    else if (character >= '0' && character <= '9') digits++;
    out += digit ?? character;
  }
  return repaired === 0 || (digits >= 2 && repaired * 2 <= digits) ? out : undefined;
}
