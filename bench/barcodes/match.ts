/** A picture of the sample data. */
export interface Sample {
  file: string;
  symbology: string | null;
  /** null: the picture holds no readable code. */
  text: string | null;
  /** The text includes an EAN/UPC add-on. */
  addon?: boolean;
}

/**
 * Whether a content read is the one in the picture, by the rules of the sample data: control characters do
 * not count; UPC-A as EAN-13 with a leading 0, UPC-E expanded; the main code without its add-on; Code 39
 * with or without its check character; Codabar with or without start and stop letters.
 */
export function matches(sample: Sample & { text: string }, read: string): boolean {
  const wanted = clean(sample.text);
  const got = clean(read);
  if (sameProduct(wanted, got)) return true;
  if (sample.addon === true) {
    const mains = [wanted.split(/[ +]/)[0]!, wanted.slice(0, -2).trim(), wanted.slice(0, -5).trim()];
    if (mains.some((main) => sameProduct(main, got))) return true;
  }
  if (sample.symbology === 'code39' && (wanted.slice(0, -1) === got || wanted === got.slice(0, -1)))
    return true;
  return sample.symbology === 'codabar' && withoutLetters(wanted) === withoutLetters(got);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
const clean = (text: string): string => text.replace(/[\u0000-\u001f\u007f]/g, '').trim();
const withoutLetters = (text: string): string => text.replace(/^[A-Da-d]|[A-Da-d]$/g, '');

function sameProduct(a: string, b: string): boolean {
  return a === b || asEan13(a) === asEan13(b);
}

function asEan13(code: string): string {
  if (/^\d{8}$/.test(code)) return `0${expandUpcE(code)}`;
  return /^\d{12}$/.test(code) ? `0${code}` : code;
}

/** UPC-E with number system and check digit to UPC-A (GS1 General Specifications, 5.2.2.4.2). */
function expandUpcE(code: string): string {
  const [system, d, check] = [code[0]!, code.slice(1, 7), code[7]!];
  const last = d[5]!;
  const middle = '012'.includes(last)
    ? `${d.slice(0, 2)}${last}0000${d.slice(2, 5)}`
    : last === '3'
      ? `${d.slice(0, 3)}00000${d.slice(3, 5)}`
      : last === '4'
        ? `${d.slice(0, 4)}00000${d[4]}`
        : `${d.slice(0, 5)}0000${last}`;
  return system + middle + check;
}
