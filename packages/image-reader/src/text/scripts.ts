/** Scripts that a recogniser can be added for. */
export const scripts = ['latin', 'greek', 'cyrillic', 'east-asian'] as const;
export type Script = (typeof scripts)[number];

/** What a text model is used for: to find lines, or to read those of one script. */
export const modelRoles = ['detect', ...scripts] as const;
export type ModelRole = (typeof modelRoles)[number];

/** Languages beyond those in Latin letters, by script. */
const languagesOf: readonly [script: Script, languages: RegExp][] = [
  ['east-asian', /^(zh|ja|ko|yue)\b/],
  ['greek', /^el\b/],
  ['cyrillic', /^(ru|uk|bg|sr|mk|be)\b/],
];

/** Characters of a script that are letters of it, one at a time. */
export const lettersOf: Record<Script, RegExp> = {
  latin: /\p{Script=Latin}/u,
  greek: /\p{Script=Greek}/u,
  cyrillic: /\p{Script=Cyrillic}/u,
  'east-asian': /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}、。「」《》【】]/u,
};

/**
 * The scripts that languages are written in, in their order, each once.
 *
 * @param languages BCP 47 tags.
 */
export function scriptsOf(languages: readonly string[]): Script[] {
  return [...new Set(languages.map((tag) => languagesOf.find(([, test]) => test.test(tag))?.[0] ?? 'latin'))];
}
