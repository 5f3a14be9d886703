// cspell:disable -- codes of many countries
const states =
  'AL|AK|AZ|AR|CA|CO|CT|DC|DE|FL|GA|HI|IA|ID|IL|IN|KS|KY|LA|MA|MD|ME|MI|MN|MO|MS|MT|NC|ND|NE|NH|NJ|NM|NV|NY|OH|OK|OR|PA|PR|RI|SC|SD|TN|TX|UT|VA|VT|WA|WI|WV|WY';
const isState = new RegExp(`^(?:${states})$`);

/** What postal codes look like, by the country whose form it is; only forms that hardly anything else has. */
const forms = {
  US: new RegExp(`\\b(?:${states})[,.]?\\s+\\d{5}(?:-\\d{4})?\\b`),
  GB: /\b(?:GIR 0AA|[A-Z]{1,2}\d[A-Z\d]?\s\d[ABD-HJLNP-UW-Z]{2})\b/,
  // The letters and the routing keys Eircode allows.
  IE: /\b(?:D6W|[AC-FHKNPRTV-Y]\d\d)\s?(?=\d*[A-Z])[\dAC-FHKNPRTV-Y]{4}\b/,
  CA: /\b[ABCEGHJ-NPRSTVXY]\d[A-Z]\s?\d[A-Z]\d\b/,
  NL: /\b[1-9]\d{3}\s?(?!SA|SD|SS)[A-Z]{2}\b(?=[\s,]+\p{L}|$)/u,
  AU: /\b(?:NSW|VIC|QLD|SA|WA|TAS|NT|ACT)[,.]?\s+\d{4}\b/,
  PL: /(?<![\d-])\d{2}-\d{3}(?![\d-])\s+\p{Lu}/u,
  JP: /(?:^|\p{L}[,.]?\s+|〒\s?)\d{3}-\d{4}(?![\d-])/u,
  PT: /(?<![\d-])\d{4}-\d{3}(?![\d-])\s+\p{Lu}/u,
} satisfies Record<string, RegExp>;

export type PostalCountry = keyof typeof forms;

/** The country whose form of postal code a line holds, where the form belongs to one country only. */
export function postalCountry(text: string): PostalCountry | undefined {
  const repaired = repairPostalCode(text);
  return (Object.keys(forms) as PostalCountry[]).find((country) => forms[country].test(repaired));
}

/** `Denver, c0 80206` is Colorado, `Y017 7PQ` is in York: O where a state or a postal area has it and no zero can be. */
export function repairPostalCode(text: string): string {
  return text
    .replace(/\b([A-Za-z0]{2})(?=[,.]?\s+\d{5}(?:-\d{4})?\b)/g, (token) => {
      const state = token.toUpperCase().replace(/0/g, 'O');
      return token.includes('0') && isState.test(state) ? state : token;
    })
    .replace(/\b([AC-FH-KO-RT-VX-Z])0(?=\d{1,2}\s\d[A-Z]{2}\b)/g, '$1O');
}
