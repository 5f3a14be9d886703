/** Letters of other scripts, and digits, that look like a Latin letter: the look-alikes of UTS 39 that names are made of. */
const looksLike: Record<string, string> = {
  // Cyrillic
  ...{
    а: 'a',
    в: 'b',
    с: 'c',
    ԁ: 'd',
    е: 'e',
    г: 'r',
    һ: 'h',
    і: 'l',
    ј: 'j',
    к: 'k',
    м: 'm',
    н: 'h',
    о: 'o',
    п: 'n',
  },
  ...{ р: 'p', ԛ: 'q', ѕ: 's', т: 't', у: 'y', ѵ: 'v', ԝ: 'w', х: 'x', ӏ: 'l', з: '3', ь: 'b' },
  // Greek
  ...{
    α: 'a',
    β: 'b',
    γ: 'y',
    ε: 'e',
    η: 'n',
    ι: 'l',
    κ: 'k',
    ν: 'v',
    ο: 'o',
    ρ: 'p',
    τ: 't',
    υ: 'u',
    χ: 'x',
    ω: 'w',
  },
  // Armenian
  ...{ օ: 'o', ս: 'u', ո: 'n', հ: 'h', ց: 'g', զ: 'q' },
  // Latin letters and digits among each other
  ...{
    ı: 'l',
    i: 'l',
    '1': 'l',
    '0': 'o',
    '5': 's',
    ɡ: 'g',
    ɑ: 'a',
    ß: 'ss',
    ø: 'o',
    ł: 'l',
    đ: 'd',
    ħ: 'h',
  },
};

/**
 * What a name looks like: two that people take for each other have the same look, whatever their case, accents, spaces,
 * punctuation and scripts.
 */
export const lookOf = (name: string): string =>
  [...name.normalize('NFKD').toLowerCase()]
    .map((letter) => looksLike[letter] ?? letter)
    .join('')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
