import { ibanHolds } from './iban.ts';

/** Check digits. Every function takes the code with its check digit, without spaces, and says whether it holds. */

const onlyDigits = (code: string, ...lengths: number[]) =>
  /^\d+$/.test(code) && (lengths.length === 0 || lengths.includes(code.length));

/** Check digit of the GS1 modulo-10 scheme (weights 3, 1 from the right): GTIN, GLN, SSCC, and USPS barcodes. */
export function gs1CheckDigit(body: string): number {
  let sum = 0;
  for (let i = 0; i < body.length; i++) sum += Number(body[body.length - 1 - i]) * (i % 2 === 0 ? 3 : 1);
  return (10 - (sum % 10)) % 10;
}

/** GS1 modulo 10 over any number of digits. */
export function hasGs1CheckDigit(code: string): boolean {
  return onlyDigits(code) && code.length > 1 && gs1CheckDigit(code.slice(0, -1)) === Number(code.at(-1));
}

/** GTIN-8, -12, -13 or -14. */
export function isGtin(code: string): boolean {
  return onlyDigits(code, 8, 12, 13, 14) && hasGs1CheckDigit(code);
}

/** Serial Shipping Container Code: 18 digits. */
export function isSscc(code: string): boolean {
  return onlyDigits(code, 18) && hasGs1CheckDigit(code);
}

/** The 12 digits behind the 8 of a UPC-E symbol (with number system 0 or 1 and check digit); undefined when it has none. */
export function expandUpcE(code: string): string | undefined {
  if (!/^[01]\d{7}$/.test(code)) return undefined;
  const [system, a, b, c, dd, e, last, check] = code;
  const body =
    last === '0' || last === '1' || last === '2'
      ? `${a}${b}${last}0000${c}${dd}${e}`
      : last === '3'
        ? `${a}${b}${c}00000${dd}${e}`
        : last === '4'
          ? `${a}${b}${c}${dd}00000${e}`
          : `${a}${b}${c}${dd}${e}0000${last}`;
  return `${system}${body}${check}`;
}

function weighted(digits: string, weights: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) sum += Number(digits[i]) * weights[i % weights.length]!;
  return sum;
}

/** UPU S10 item identifier, for instance `RR473124829GB`: two letters, eight digits, check digit, country. */
export function isS10(code: string): boolean {
  if (!/^[A-Z]{2}\d{9}[A-Z]{2}$/.test(code)) return false;
  // UPU standard S10-12: weights 8 6 4 2 3 5 9 7, 11 minus the remainder, 10 becomes 0 and 11 becomes 5.
  const rest = 11 - (weighted(code.slice(2, 10), [8, 6, 4, 2, 3, 5, 9, 7]) % 11);
  return Number(code[10]) === (rest === 10 ? 0 : rest === 11 ? 5 : rest);
}

/** UPS tracking number: `1Z`, 15 letters or digits, check digit. Letters count as their place from A = 2, modulo 10. */
export function isUps1Z(code: string): boolean {
  if (!/^1Z[0-9A-Z]{15}\d$/.test(code)) return false;
  let sum = 0;
  for (let i = 0; i < 15; i++) {
    const character = code[i + 2]!;
    const value = character <= '9' ? Number(character) : (character.charCodeAt(0) - 63) % 10;
    sum += value * (i % 2 === 0 ? 1 : 2);
  }
  return (10 - (sum % 10)) % 10 === Number(code[17]);
}

/** FedEx Express, 12 digits: weights 3 1 7, modulo 11, then modulo 10. */
export function isFedEx12(code: string): boolean {
  return onlyDigits(code, 12) && (weighted(code.slice(0, 11), [3, 1, 7]) % 11) % 10 === Number(code[11]);
}

/** FedEx Ground, 15 digits: modulo 10 with weights 3, 1 from the right. */
export function isFedEx15(code: string): boolean {
  return onlyDigits(code, 15) && hasGs1CheckDigit(code);
}

/** FedEx Ground "96", 22 digits: the check digit covers the last 15. */
export function isFedEx22(code: string): boolean {
  return onlyDigits(code, 22) && code.startsWith('96') && hasGs1CheckDigit(code.slice(7));
}

/** FedEx SmartPost in its 20-digit form: as the postal number without its leading `92`. */
export function isFedEx20(code: string): boolean {
  return onlyDigits(code, 20) && hasGs1CheckDigit(`92${code}`);
}

/** FedEx 34-digit barcode; the tracking number is in its last 14 digits (12 with two zeros in front). */
export function isFedEx34(code: string): boolean {
  return onlyDigits(code, 34) && (weighted(code.slice(20, 33), [1, 7, 3]) % 11) % 10 === Number(code[33]);
}

/** USPS: 20 digits, or 22 digits of an Intelligent Mail package barcode (91 to 95), or 26 digits. */
export function isUsps(code: string): boolean {
  return onlyDigits(code, 20, 22, 26) && hasGs1CheckDigit(code);
}

/** DHL Express waybill, 10 digits: the last one is the rest of the first nine divided by seven. */
export function isDhlWaybill(code: string): boolean {
  return onlyDigits(code, 10) && Number(code.slice(0, 9)) % 7 === Number(code[9]);
}

/** Deutsche Post Identcode (12 digits) and Leitcode (14): modulo 10 with weights 4, 9. */
export function isDeutschePostCode(code: string): boolean {
  return (
    onlyDigits(code, 12, 14) && (10 - (weighted(code.slice(0, -1), [4, 9]) % 10)) % 10 === Number(code.at(-1))
  );
}

const alphanumeric = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** ISO/IEC 7064 MOD 37,36 over letters and digits (DPD parcel labels). */
export function hasMod37And36(code: string): boolean {
  if (!/^[0-9A-Z]{2,}$/.test(code)) return false;
  let product = 36;
  for (const character of code.slice(0, -1)) {
    let sum = (product + alphanumeric.indexOf(character)) % 36;
    if (sum === 0) sum = 36;
    product = (sum * 2) % 37;
  }
  return alphanumeric[(37 - product) % 36] === code.at(-1);
}

/** ISO/IEC 7812-1 (Luhn). */
export function hasLuhn(code: string): boolean {
  if (!onlyDigits(code) || code.length < 2) return false;
  let sum = 0;
  for (let i = 0; i < code.length; i++) {
    const digit = Number(code[code.length - 1 - i]);
    sum += i % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;
  }
  return sum % 10 === 0;
}

/** ISO 11649 creditor reference, `RF18539007547034`: as an IBAN, the country and check digits moved behind leave 1 by 97. */
export const hasCreditorReferenceDigits = (reference: string): boolean =>
  /^RF\d\d[A-Z0-9]{1,21}$/.test(reference) && ibanHolds(reference);

const carries = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5] as const;

/** Modulo 10, recursive: Swiss QR references and those of the orange slips before them. */
export function hasRecursiveModulo10(code: string): boolean {
  if (!onlyDigits(code) || code.length < 2) return false;
  let carry = 0;
  for (const digit of code.slice(0, -1)) carry = carries[(carry + Number(digit)) % 10]!;
  return (10 - carry) % 10 === Number(code.at(-1));
}

/** The nine digits of a Swiss business (UID, eCH-0097): modulo 11, weights 5 4 3 2 7 6 5 4; a rest of 10 is not given out. */
export const isSwissUid = (code: string): boolean =>
  onlyDigits(code, 9) &&
  (11 - (weighted(code.slice(0, 8), [5, 4, 3, 2, 7, 6, 5, 4]) % 11)) % 11 === Number(code[8]);
