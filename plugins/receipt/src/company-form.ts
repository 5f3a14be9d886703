// cspell:disable -- legal forms of many countries
import { knownWords, type Line, repairWords } from '@readout/plugin-kit';

/** Legal forms and words for trades, long enough to be told when a letter is wrong. */
const longForms = knownWords(
  'Hardware,Stationery,Restaurant,Restoran,Ristorante,Restaurante,Supermarket,Supermarkt,Supermercado,Supermarché,Hypermarket,Pharmacy,Apotheke,Pharmacie,Farmacia,Bakeries,Bäckerei,Boulangerie,Bookstore,Bookshop,Buchhandlung,Librairie,Electronics,Furnishing,Minimarket,Tankstelle,Enterprise,Enterprises,Limited,Corporation,Incorporated,Holdings,Trading,Company,Berhad,Sendirian,Aktiengesellschaft,Gesellschaft,Genossenschaft,Aktiebolag,Limitada,Unlimited'.split(
    ',',
  ),
);

/**
 * A company's name with its legal form put right where the recogniser doubts it: `HARBOUR RAIL SLII BHD` is
 * `HARBOUR RAIL SDN BHD`. The name itself stays as it was read.
 */
export function repairForm(name: string, isDoubtful: (word: string) => boolean): string {
  const put = (form: string) => (all: string, before: string, seen: string, behind: string) =>
    isDoubtful(seen) ? before + inCase(seen, form) + behind : all;
  return (
    repairWords(name, longForms, isDoubtful)
      .replace(/(\S\s+\S+\s+)(S[\p{L}\d]{1,3})(\.?\s+BHD(?![\p{L}\d]))/iu, put('SDN'))
      // What is left of SDN where print is faint: no word of a name is one of these.
      .replace(/(\S\s+)(?:SD|SN|S[DL]?(?:\s[I1l|!:]){1,2})(?=\.?\s+BHD(?![\p{L}\d]))/u, '$1SDN')
      .replace(/((?<![\p{L}\d])SDN\.?\s+)(B[\p{L}\d]{1,3})(\W*)$/iu, put('BHD'))
      .replace(/((?<![\p{L}\d])PT[EY]\.?\s+)(L[\p{L}\d]{1,3})(\W*)$/iu, put('LTD'))
  );
}

const inCase = (seen: string, form: string) =>
  seen === seen.toUpperCase() ? form : form.charAt(0) + form.slice(1).toLowerCase();

/**
 * A name with the brackets that were read as letters: `CMEADOW LANEI` is `(MEADOW LANE)` where the page prints both words
 * elsewhere and the recogniser doubts what it made of them.
 * @param lines what the page prints.
 */
export function repairBrackets(
  name: string,
  lines: readonly Pick<Line, 'words'>[],
  isDoubtful: (word: string) => boolean,
): string {
  const printed = new Set<string>();
  for (const { words } of lines)
    for (const { text } of words)
      for (const part of text.split(/[^\p{L}\d]+/u)) printed.add(part.toLowerCase());
  const isMade = (seen: string, word: string) =>
    word.length > 2 && printed.has(word.toLowerCase()) && isDoubtful(seen);
  const words = name.split(' ');
  const opens = words.findIndex((word) => word.startsWith('('));
  const closes = words.findIndex((word) => word.endsWith(')'));
  // Where one of the two was read as a bracket only the other has to be found.
  const from =
    opens >= 0 ? opens : words.findIndex((word) => word.startsWith('C') && isMade(word, word.slice(1)));
  const to =
    closes >= 0
      ? closes
      : words.findIndex(
          (word, at) =>
            at >= from &&
            /[IJl1]$/.test(word) &&
            (isMade(word, word.slice(0, -1)) || (opens >= 0 && /[.\]]\w$/.test(word))),
        );
  if (from < 0 || to < from || (opens >= 0 && closes >= 0)) return name;
  if (opens < 0) words[from] = `(${words[from]!.slice(1)}`;
  if (closes < 0) words[to] = `${words[to]!.replace(/\.?.$/, '')})`;
  return words.join(' ');
}
