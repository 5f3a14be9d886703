/** A character nobody sees, by its place in the text. */
export interface HiddenCharacter {
  start: number;
  code: number;
  /** It changes the order in which the text around it is shown. */
  turns: boolean;
}

const turning = /[\u202A-\u202E\u2066-\u2069\u200E\u200F\u061C]/u;
const hidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each is looked for alone
  /[\u034F\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF9-\uFFFB\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}\u0000-\u0008\u000B\u000E-\u001B\u007F-\u009F]/gu;
const maxFound = 50;

/** Characters that are not seen or turn the order of others around ("Trojan Source", CVE-2021-42574). */
export function hiddenCharacters(text: string): HiddenCharacter[] {
  const found: HiddenCharacter[] = [];
  for (const match of text.matchAll(hidden)) {
    found.push({ start: match.index, code: match[0].codePointAt(0)!, turns: turning.test(match[0]) });
    if (found.length === maxFound) break;
  }
  return found;
}
