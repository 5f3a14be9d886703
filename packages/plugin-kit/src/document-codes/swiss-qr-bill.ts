// cspell:ignore SCOR
import { hasCreditorReferenceDigits, hasRecursiveModulo10 } from '../check-digits.ts';
import { holdsIban } from '../iban.ts';
import { type CodeValue, said } from './code-values.ts';
import { linesOf, type Slice, sliceOf } from './slices.ts';
import { parseSwico } from './swico.ts';

/** Of a QR-IBAN: institutions that take QR references. */
const qrInstitutions = { from: 30_000, to: 31_999 };
/** Lines up to the trailer, which have to be there. */
const leastLines = 31;
const mostLines = 34;
/** Latin letters as chapter 4.1.1 lists them (version 2.3; those of 2.2 are among them). */
const characters = /^[\u0020-\u007e\u00a0-\u017f\u0218-\u021b\u20ac]*$/;

/**
 * The Swiss QR Code of a QR-bill.
 *
 * Source: SIX, "Swiss Implementation Guidelines for the QR-bill", versions 2.2 and 2.3, chapter 4; of the billing information Swico
 * S1, which is read where it is right and left out where it is not. Undefined where the rest breaks a rule: header, IBAN, addresses,
 * amount, currency, kind of reference and its check digits, trailer, lengths, characters.
 */
export function parseSwissQrBill(text: string): CodeValue[] | undefined {
  const lines = linesOf(text);
  if (lines[0]?.text !== 'SPC' || lines.length < leastLines || lines.length > mostLines) return undefined;
  if (!lines.every((line) => characters.test(line.text))) return undefined;
  const at = (index: number): Slice => lines[index] ?? sliceOf('', text.length);
  const [version, coding, iban, amount, currency, kind, reference, message, trailer, billing] = [
    1, 2, 3, 18, 19, 27, 28, 29, 30, 31,
  ].map(at) as [Slice, Slice, Slice, Slice, Slice, Slice, Slice, Slice, Slice, Slice];
  const address = (first: number) => lines.slice(first, first + 7).map((line) => line.text);
  const institution = Number(iban.text.slice(4, 9));
  const isQrIban = institution >= qrInstitutions.from && institution <= qrInstitutions.to;
  const isRight =
    /^02\d\d$/.test(version.text) &&
    coding.text === '1' &&
    /^(?:CH|LI)/.test(iban.text) &&
    holdsIban(iban.text) &&
    isAddress(address(4)) &&
    // Kept for a use to come.
    address(11).every((line) => line === '') &&
    (amount.text === '' || /^(?:0|[1-9]\d{0,8})\.\d\d$/.test(amount.text)) &&
    /^(?:CHF|EUR)$/.test(currency.text) &&
    (address(20).every((line) => line === '') || isAddress(address(20))) &&
    isReference(kind.text, reference.text, isQrIban) &&
    trailer.text === 'EPD' &&
    message.text.length + billing.text.length <= 140 &&
    [32, 33].every((index) => at(index).text.length <= 100);
  if (!isRight) return undefined;
  // Nought says that nothing is to be paid.
  const isOwed = /[1-9]/.test(amount.text);
  return [
    ...said('payee', 'text', at(5).text.trim(), at(5)),
    ...said('iban', 'code', iban.text, iban),
    ...(isOwed ? said('total', 'amount', amount.text, amount) : []),
    ...said('currency', 'currency', currency.text, currency),
    ...said('payer', 'text', at(21).text.trim(), at(21)),
    ...said('reference', 'code', reference.text, reference),
    ...said('message', 'text', message.text.trim(), message),
    ...(parseSwico(billing) ?? []),
  ];
}

/** Structured (`S`) or of two lines (`K`): name, street and number or two lines, postal code, town, country. */
function isAddress([
  type,
  name = '',
  first = '',
  second = '',
  code = '',
  town = '',
  country = '',
]: string[]): boolean {
  const isNamed = name.trim() !== '' && name.length <= 70 && /^[A-Z]{2}$/.test(country) && first.length <= 70;
  if (type === 'S')
    return (
      isNamed && second.length <= 16 && code !== '' && code.length <= 16 && town !== '' && town.length <= 35
    );
  return type === 'K' && isNamed && second !== '' && second.length <= 70 && code === '' && town === '';
}

function isReference(kind: string, reference: string, isQrIban: boolean): boolean {
  switch (kind) {
    case 'QRR':
      return isQrIban && /^\d{27}$/.test(reference) && hasRecursiveModulo10(reference);
    case 'SCOR':
      return !isQrIban && hasCreditorReferenceDigits(reference);
    case 'NON':
      return !isQrIban && reference === '';
    default:
      return false;
  }
}
