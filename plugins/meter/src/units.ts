// cspell:disable -- words of many languages, as printed
import { plainUnit } from '@readout/plugin-kit';

/** What a meter counts, how its units are printed and read, and how many whole digits its counter can have. */
export interface Kind {
  name: string;
  words: RegExp;
  /** Fewest and most digits before the mark. */
  wholeDigits: [number, number];
}

/** Compared with text in lower case without marks on letters. */
export const kinds: Kind[] = [
  {
    name: 'heat meter',
    words:
      /warme(?:mengen)?zahler|heat meter|compteur d.energie thermique|contatore di calore|calorim|varmemaler|varmematare|licznik ciepla|warmtemeter/,
    wholeDigits: [1, 8],
  },
  {
    name: 'gas meter',
    words:
      /gaszahler|gas meter|compteur (?:de |a )?gaz|contatore (?:del )?gas|contador de gas|gasmeter|gasmaler|gazomierz/,
    wholeDigits: [3, 8],
  },
  {
    name: 'water meter',
    words:
      /wasserzahler|water meter|compteur (?:d.)?eau|contatore (?:d.)?acqua|contador de agua|watermeter|vattenmatare|vandmaler|vannmaler|wodomierz|vesimittari/,
    wholeDigits: [3, 8],
  },
  {
    name: 'electricity meter',
    words:
      /stromzahler|drehstrom|wechselstrom|electric\w* meter|energy meter|kilowatt|compteur (?:d.)?elec|contatore (?:di )?energia|contador (?:de )?(?:energia|elec)|licznik energii|elmatare|elmaler|strommaler|slimme meter|smart meter|kwh-?meter|sahkomittari|(?:imp|rev|tr|obr|u|r)\.?\s?\/\s?k?wh/,
    wholeDigits: [3, 9],
  },
];

const anyMeter = /zahler|\bcompteur|contador\b|contatore\b|\bmeter\b|\blicznik|\bmatare|\bmaler\b/;

const folded = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('³', '3');

export const namesMeter = (text: string): boolean => anyMeter.test(folded(text));

/** Whether a plate is that of a meter of water or gas, which count cubic metres; one of heat names a flow, too. */
export function countsVolume(text: string): boolean {
  const kind = kindOf(text);
  return kind ? /water|gas/.test(kind.name) : /m[3³]\s?\/\s?h/i.test(text);
}

export function kindOf(text: string): Kind | undefined {
  const plain = folded(text);
  return kinds.find((kind) => kind.words.test(plain));
}

/** Units that counts of meters come in, as read: a recogniser drops raised figures and changes case. */
const units: [pattern: RegExp, unit: string][] = [
  [/^kwh$/i, 'kWh'],
  [/^mwh$/i, 'MWh'],
  [/^kvar?h$/i, 'kvarh'],
  [/^m3$/i, 'm³'],
  [/^GJ$/i, 'GJ'],
  [/^MJ$/, 'MJ'],
  [/^ft3$/i, 'ft³'],
];

/** Characters that a unit can be printed with, for use where one is looked for behind digits. */
export const unitLetters = '[A-Za-z]{1,5}[3³]?';

export function meterUnit(text: string): string | undefined {
  const compact = plainUnit(text);
  return units.find(([pattern]) => pattern.test(compact))?.[1];
}
