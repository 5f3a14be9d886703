/** Scripts in which a joiner between two letters changes how they are written (RFC 5892, appendix A). */
const joining =
  '\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Khmer}\\p{Mn}\\p{Mc}';
const meantJoiners = new RegExp(`(?<=[${joining}])[\\u200c\\u200d](?=[${joining}])`, 'gu');
/** Heart, then the sign that asks for its picture; a family of several signs. */
const meantInPictures =
  /(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]|(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d(?=\p{Extended_Pictographic})/gu;
/** Controls, what turns the direction of text around, what shows nothing, and half characters. */
const hidden = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u061c\u2800\ufff9-\ufffb]/u;

/** A name as it is kept: composed (NFC), without space around it, so that what looks the same is the same. */
export const keptName = (text: string): string => text.normalize('NFC').trim();

/**
 * Whether a name holds anything a reader cannot see: two that look alike could be two, and one could turn the text
 * behind it around. Scripts written from right to left need nothing of it.
 */
export const hidesSomething = (name: string): boolean =>
  hidden.test(name.replaceAll(meantJoiners, '').replaceAll(meantInPictures, ''));

/** What to say of such a name. */
export const hidesSentence =
  'This name holds characters that cannot be seen or that turn text around. Type it instead of copying it.';

/** Without what cannot be seen: for names that nobody types here. */
export const withoutHidden = (text: string): string =>
  keptName([...text.toWellFormed()].filter((character) => !hidden.test(character)).join(''));
