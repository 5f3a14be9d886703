// cspell:disable -- names and addresses of Spanish offices
import { isoDate } from '../calendar.ts';
import { type CodeValue, isPlainText, said, utf8Of } from './code-values.ts';
import { partsOf, type Slice, sliceOf, within } from './slices.ts';

const verifactu =
  /^https:\/\/(?:www2\.agenciatributaria\.gob|prewww2\.aeat)\.es\/wlpl\/TIKE-CONT\/ValidarQR(?:NoVerifactu)?\?/;
const ticketBai =
  /^https:\/\/(?:batuz\.eus\/QRTBAI\/|tbai\.egoitza\.gipuzkoa\.eus\/qr\/|ticketbai\.araba\.eus\/tbai\/qrtbai\/)\?/;

/**
 * The address in codes on Spanish invoices and receipts, of which nothing is asked.
 *
 * Sources: Agencia Tributaria, "Características del QR y especificaciones del servicio de cotejo" of VERI*FACTU (Orden HAC/1177/2024);
 * Haciendas Forales, TicketBAI, "Especificaciones del código identificativo TBAI y del QR". Undefined where a parameter is missing or
 * not in its form, where the letter of the tax number or the check (CRC-8) of TicketBAI does not hold.
 */
export function parseSpain(text: string): CodeValue[] | undefined {
  const address = text.trim() === text ? (verifactu.exec(text) ?? ticketBai.exec(text)) : null;
  if (!address) return undefined;
  const given = new Map<string, Slice>();
  for (const part of partsOf(within(sliceOf(text), address[0].length, text.length), '&')) {
    const at = part.text.indexOf('=');
    const name = part.text.slice(0, at);
    if (at < 1 || given.has(name)) return undefined;
    given.set(name, within(part, at + 1, part.text.length));
  }
  const isVerifactu = verifactu.test(text);
  return isVerifactu ? verifactuValues(given) : ticketBaiValues(given, text);
}

function verifactuValues(given: ReadonlyMap<string, Slice>): CodeValue[] | undefined {
  const [nif, number, day, amount] = ['nif', 'numserie', 'fecha', 'importe'].map((name) => given.get(name));
  if (!nif || !number || !day || !amount) return undefined;
  const decoded = decode(number.text);
  const date = dated(/^(\d\d)-(\d\d)-(\d{4})$/.exec(day.text));
  const total = money(amount.text);
  if (!isSpanishTaxNumber(nif.text) || !decoded || decoded.length > 60 || !date || !total) return undefined;
  return [
    ...said('supplierTaxId', 'code', nif.text, nif),
    ...said('number', 'code', decoded.replaceAll(/\s+/g, ''), number),
    ...said('date', 'date', date, day),
    ...said('total', 'amount', total, amount),
    ...said('currency', 'currency', 'EUR', amount),
  ];
}

/** `TBAI-`, tax number, day, thirteen characters of the signature, check of all before it. */
const identifier = /^(TBAI-([A-Z0-9]{9})-((\d\d)(\d\d)(\d\d))-[A-Za-z0-9+/]{13}-)(\d{3})$/;

function ticketBaiValues(given: ReadonlyMap<string, Slice>, text: string): CodeValue[] | undefined {
  const [id, series, number, amount, check] = ['id', 's', 'nf', 'i', 'cr'].map((name) => given.get(name));
  if (!id || !number || !amount || !check) return undefined;
  const plain = decode(id.text);
  const [, checked = '', nif = '', , day, month, year, own] = identifier.exec(plain ?? '') ?? [];
  const [before, after] = [decode(series?.text ?? ''), decode(number.text)];
  const date = isoDate(2000 + Number(year), Number(month), Number(day));
  const total = money(amount.text);
  const isRight =
    // In another writing its parts could not be cited.
    plain === id.text &&
    own === threeDigits(crc8(checked)) &&
    check.text === threeDigits(crc8(text.slice(0, text.lastIndexOf('&cr=')))) &&
    isSpanishTaxNumber(nif) &&
    before !== undefined &&
    after &&
    date &&
    total;
  if (!isRight) return undefined;
  return [
    ...said('supplierTaxId', 'code', nif, within(id, 5, 9)),
    ...said('date', 'date', date, within(id, 15, 6)),
    ...said(
      'number',
      'code',
      `${before}${after}`.replaceAll(/\s+/g, ''),
      ...(series && before ? [series] : []),
      number,
    ),
    ...said('total', 'amount', total, amount),
    ...said('currency', 'currency', 'EUR', amount),
  ];
}

function decode(text: string): string | undefined {
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '));
    return isPlainText(decoded, 100) ? decoded : undefined;
  } catch {
    return undefined;
  }
}

const dated = (parts: RegExpExecArray | null): string | undefined =>
  parts ? isoDate(Number(parts[3]), Number(parts[2]), Number(parts[1])) : undefined;

/** `241.4` is 241.40. */
function money(text: string): string | undefined {
  const [, whole, places = ''] = /^(-?\d{1,12})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  return whole === undefined ? undefined : `${whole.replace(/^(-?)0+(?=\d)/, '$1')}.${places.padEnd(2, '0')}`;
}

const letters = 'TRWAGMYFPDXBNJZSQVHLCKE';

/** Of people (DNI, NIE; Orden INT/2058/2008) and of companies (NIF; Orden EHA/451/2008), with their control character. */
function isSpanishTaxNumber(code: string): boolean {
  const person = /^([XYZ\d]\d{7})([A-Z])$/.exec(code);
  if (person)
    return (
      letters[Number(person[1]!.replace(/^[XYZ]/, (first) => String('XYZ'.indexOf(first)))) % 23] ===
      person[2]
    );
  const company = /^([A-HJNPQRSUVW])(\d{7})([0-9A-J])$/.exec(code);
  if (!company) return false;
  const [, kind = '', digits = '', control = ''] = company;
  const sum = [...digits].reduce((all, digit, at) => {
    const twice = 2 * Number(digit);
    return all + (at % 2 === 1 ? Number(digit) : twice > 9 ? twice - 9 : twice);
  }, 0);
  const check = (10 - (sum % 10)) % 10;
  return /[NPQRSW]/.test(kind)
    ? control === 'JABCDEFGHI'[check]
    : control === String(check) || (!/[ABEH]/.test(kind) && control === 'JABCDEFGHI'[check]);
}

/** CRC-8 with the polynomial x^8 + x^2 + x + 1, from nought. */
function crc8(text: string): number {
  let check = 0;
  for (const byte of utf8Of(text)) {
    check ^= byte;
    for (let bit = 0; bit < 8; bit++)
      check = check & 0x80 ? ((check << 1) ^ 0x07) & 0xff : (check << 1) & 0xff;
  }
  return check;
}

const threeDigits = (check: number): string => String(check).padStart(3, '0');
