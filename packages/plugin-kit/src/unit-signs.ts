/** Signs that keyboards, print and recognisers write in several ways, first the way they are compared in. */
const alike: readonly (readonly [shown: string, others: string])[] = [
  ['\u00b5', '\u03bc'],
  ['\u03a9', '\u2126'],
  ['\u00b0', '\u00ba\u02da\u2218\u1d52\u25e6'],
  ['-', '\u2212\u2010\u2011\u2012\u2013\u2014\ufe63\uff0d'],
  ['2', '\u00b2'],
  ['3', '\u00b3'],
  ['\u00b7', '\u22c5\u2219\u2022\u2027*'],
  ['/', '\u2044\u2215'],
  ['%', '\uff05'],
  ['K', '\u212a'],
  ['\u00c5', '\u212b'],
  ['l', '\u2113'],
];
const shownAs = new Map(alike.flatMap(([shown, others]) => [...others].map((other) => [other, shown])));
const written: Record<string, string> = { '\u2103': '\u00b0C', '\u2109': '\u00b0F' };

/**
 * A unit for comparing: without spaces, and each sign as one of all that are written alike: U+03BC as U+00B5, the ohm sign as
 * omega, every minus as `-`, raised figures as figures. Upper and lower case stay: `mW` is not `MW`.
 */
export const plainUnit = (unit: string): string =>
  [...unit]
    .map((character) => written[character] ?? shownAs.get(character) ?? character)
    .join('')
    .replace(/\s/g, '');
