// cspell:disable -- words of many languages, as printed
import { type PlacedLine, type Sighting, seenPart } from '@readout/plugin-kit';

/** Not the number of a standard: `UL 508A`. A letter like a zero counts as one, see {@link plainRating}. */
const quantity = String.raw`(?<![\p{L}\d.,/-]|(?:UL|EN|IEC|CSA|VDE|NEMA|ISO|DIN)\s{0,2})\d[\dOo]{0,4}(?:[.,]\d{1,3})?`;
const more = String.raw`(?:\s?[-–/…]\s?\d{1,5}(?:[.,]\d{1,3})?)*`;
const behind = String.raw`(?![\p{L}\d]|\s?\/\s?[\p{L}])`;

const forms = {
  voltage: new RegExp(
    `${quantity}${more}\\s?[kK]?V(?![\\p{Ll}A-BE-Z\\d])(?:\\s?(?:AC|DC|3\\s?~|1\\s?~|3\\s?[Pp]h|[~=⎓ΔY]))?(?:\\s?\\/\\s?\\d{1,4}\\s?V(?:\\s?[ΔY~])?)?`,
    'u',
  ),
  current: new RegExp(`${quantity}${more}\\s?m?A${behind}(?:\\s?(?:AC|DC))?`, 'u'),
  power: new RegExp(`${quantity}${more}\\s?[kKM]?(?:W|VA)${behind}`, 'u'),
};

export type Rating = keyof typeof forms;

/** The rating as printed: the input of what has an input and an output, else the first on the plate. */
export function ratingOf(lines: readonly PlacedLine[], rating: Rating): Sighting | undefined {
  const found = lines.flatMap(({ line }) => {
    const match = forms[rating].exec(line.text);
    return match ? [{ line, at: match.index, length: match[0].trimEnd().length }] : [];
  });
  const inputs = found.filter(
    ({ line }) => !/^\W*(?:output|ausgang|sortie|salida|uscita|out)/i.test(line.text),
  );
  const [best] = [
    ...inputs.filter(({ line }) => /^\W*(?:input|eingang|entr|ingresso|in\b)/i.test(line.text)),
    ...inputs,
    ...(rating === 'power' ? found : []),
  ];
  return best && seenPart(best.line, best.at, best.length);
}

/** `24V DC` as `24 V DC`; a comma that marks decimals as a point. */
export function plainRating(text: string): string {
  return text
    .replace(/(?<=\d[oO]?)[oO](?=[oO]?\s?[kKM]?(?:V|A|W))/g, '0')
    .replace(/(\d),(\d)/g, '$1.$2')
    .replace(/(\d)\s*(?=[kKmM]?(?:V|A|W)(?!\p{Ll}))/gu, '$1 ')
    .replace(/K(?=V|W)/g, 'k')
    .replace(/–/g, '-')
    .replace(/\s+/g, ' ')
    .trim();
}
