import { figureAlike } from './digits.ts';

/**
 * What follows the country and the check digits of an account: so many figures (`n`), capitals (`a`), or either (`c`). Source:
 * SWIFT IBAN Registry.
 */
const structures: Record<string, string> = Object.fromEntries(
  'AD8n12c AE19n AL8n16c AT16n AZ4a20c BA16n BE12n BG4a6n8c BH4a14c BR23n1a1c BY4c4n16c CH5n12c CR18n CY8n16c CZ20n DE18n DK14n DO4c20n EE16n EG25n ES20n FI14n FO14n FR10n11c2n GB4a14n GE2a16n GI4a15c GL14n GR7n16c GT24c HR17n HU24n IE4a14n IL19n IQ4a15n IS22n IT1a10n12c JO4a4n18c KW4a22c KZ3n13c LB4n20c LC4a24c LI5n12c LT16n LU3n13c LV4a13c MC10n11c2n MD20c ME18n MK3n10c2n MR23n MT4a5n18c MU4a19n3a NL4a10n NO11n PK4a16c PL24n PS4a21c PT21n QA4a21c RO4a16c RS18n SA2n18c SC4a20n3a SE20n SI15n SK20n SM1a10n12c ST21n SV4a20n TL19n TN20n TR6n16c UA6n19c VA18n VG4a16n XK16n'
    .split(' ')
    .map((entry) => [
      entry.slice(0, 2),
      entry.slice(2).replace(/(\d+)([nac])/g, (_, count: string, kind: string) => kind.repeat(Number(count))),
    ]),
);

/** Characters of an IBAN of its country; undefined where no country has such accounts. */
export const ibanLength = (iban: string): number | undefined => {
  const structure = structures[iban.slice(0, 2)];
  return structure === undefined ? undefined : 4 + structure.length;
};

/**
 * ISO 13616: the account moved before its country and check digits, letters as numbers, leaves 1 when divided by 97.
 *
 * @param iban without spaces, in capitals
 */
export function ibanHolds(iban: string): boolean {
  let rest = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

/** Whether it is an account of its country: length and check digits. Without spaces, in capitals. */
export const holdsIban = (iban: string): boolean => iban.length === ibanLength(iban) && ibanHolds(iban);

/** In capitals, as accounts are written: the `l` that is read for a 1 is an `L`. */
const alike = Object.entries(figureAlike).map(([letter, figure]) => [letter.toUpperCase(), figure] as const);
const figures = new Map(alike);
const capitalsOf = (figure: string): string[] =>
  [...figures].flatMap(([letter, each]) => (each === figure && letter !== '|' ? [letter] : []));
/** Readings that are tried: three capitals of a bank read as figures have at most so many. */
const mostReadings = 27;

/**
 * The account a text begins with: as it is read, or with letters read as figures where accounts of its country have figures, and
 * the other way around.
 *
 * @param read without spaces, in capitals
 * @returns undefined where check digits hold in none of these readings, or in several
 */
export function ibanIn(read: string): string | undefined {
  const asRead = read.slice(0, ibanLength(read));
  if (holdsIban(asRead)) return asRead;
  const [found, another] = readingsOf(read.slice(0, 2), 'aa')
    .flatMap((country) =>
      readingsOf(read.slice(2, ibanLength(country)), `nn${structures[country] ?? ''}`).map(
        (rest) => country + rest,
      ),
    )
    .filter(holdsIban);
  return another === undefined ? found : undefined;
}

/** What may be printed where each character is of a kind; none where one cannot be, or where there are too many. */
function readingsOf(read: string, kinds: string): string[] {
  let readings = [''];
  for (const [at, character] of [...read].entries()) {
    const isFigure = /\d/.test(character);
    const others =
      kinds[at] === 'n' && !isFigure
        ? [figures.get(character)].filter((figure) => figure !== undefined)
        : kinds[at] === 'a' && isFigure
          ? capitalsOf(character)
          : [character];
    if (readings.length * others.length > mostReadings) return [];
    readings = readings.flatMap((reading) => others.map((other) => reading + other));
  }
  return readings;
}
