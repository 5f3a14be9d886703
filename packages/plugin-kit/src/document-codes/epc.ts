// cspell:ignore Zahlen
import { hasCreditorReferenceDigits } from '../check-digits.ts';
import { holdsIban } from '../iban.ts';
import { type CodeValue, isPlainText, said, utf8Of } from './code-values.ts';
import { linesOf, type Slice, within } from './slices.ts';

const noSlice: Slice = { text: '', from: 0, to: 0 };
const mostBytes = 331;

/**
 * The code of a SEPA credit transfer (in Germany GiroCode, in Austria Zahlen mit Code).
 *
 * Source: European Payments Council, EPC069-12 "Quick Response Code: Guidelines to enable data capture for the initiation of a
 * SEPA credit transfer". Undefined where a line breaks its rules: service tag, version, character set, identification, BIC, name,
 * IBAN with its check digits, amount, purpose, either a reference or a text, a note.
 */
export function parseEpc(text: string): CodeValue[] | undefined {
  const lines = linesOf(text);
  if (lines[0]?.text !== 'BCD' || lines.length < 7 || lines.length > 12) return undefined;
  if (utf8Of(text.trimEnd()).length > mostBytes) return undefined;
  const [, version, characters, kind, bic, payee, iban, amount, purpose, reference, message, note] = lines;
  const [, digits] = /^EUR(\d{1,9}(?:\.\d{1,2})?)$/.exec(amount?.text ?? '') ?? [];
  const isRight =
    /^00[12]$/.test(version!.text) &&
    /^[1-8]$/.test(characters!.text) &&
    /^(?:SCT|INST)$/.test(kind!.text) &&
    // The first version demands it.
    (/^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(bic!.text) ||
      (bic!.text === '' && version!.text === '002')) &&
    payee!.text.trim() !== '' &&
    isPlainText(payee!.text, 70) &&
    holdsIban(iban!.text) &&
    (!amount?.text || (digits !== undefined && /[1-9]/.test(digits))) &&
    /^[A-Z0-9]{0,4}$/.test(purpose?.text ?? '') &&
    isReference(reference?.text ?? '') &&
    isPlainText(message?.text ?? '', 140) &&
    !(reference?.text && message?.text) &&
    isPlainText(note?.text ?? '', 70);
  if (!isRight) return undefined;
  return [
    ...said('payee', 'text', payee!.text.trim(), payee!),
    ...said('iban', 'code', iban!.text, iban!),
    ...said('bic', 'code', bic!.text, bic!),
    ...(amount && digits !== undefined
      ? [
          ...said('total', 'amount', withPlaces(digits), within(amount, 3, digits.length)),
          ...said('currency', 'currency', 'EUR', within(amount, 0, 3)),
        ]
      : []),
    ...said('reference', 'code', reference?.text, reference ?? noSlice),
    ...said('message', 'text', message?.text.trim(), message ?? noSlice),
  ];
}

/** Up to 35 characters; the digits of a creditor reference by ISO 11649 have to hold. */
const isReference = (text: string): boolean =>
  isPlainText(text, 35) &&
  text === text.trim() &&
  (!/^RF\d\d/.test(text) || hasCreditorReferenceDigits(text));

/** `12.3` is 12.30, and `007` is 7.00. */
const withPlaces = (digits: string): string => {
  const [whole = '', places = ''] = digits.split('.');
  return `${whole.replace(/^0+(?=\d)/, '')}.${places.padEnd(2, '0')}`;
};
