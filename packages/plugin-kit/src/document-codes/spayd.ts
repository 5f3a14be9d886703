// cspell:ignore Česká bankovní asociace Formát sdílení platebních údajů rámci tuzemského platebního styku prostřednictvím kódů Platba
import { isoDate } from '../calendar.ts';
import { holdsIban } from '../iban.ts';
import { type CodeValue, isPlainText, said, utf8Of } from './code-values.ts';
import { partsOf, type Slice, sliceOf, within } from './slices.ts';

/**
 * The code of Czech and Slovak payments (QR Platba).
 *
 * Source: Česká bankovní asociace, "Formát pro sdílení platebních údajů v rámci tuzemského platebního styku v CZK prostřednictvím QR
 * kódů" (Short Payment Descriptor 1.0). Undefined where a key is there twice, a value is not in its form, or the check sum does not
 * hold where there is one.
 */
export function parseSpayd(text: string): CodeValue[] | undefined {
  const [tag, version, ...parts] = partsOf(sliceOf(text.trimEnd().replace(/\*$/, '')), '*');
  if (tag?.text !== 'SPD' || version?.text !== '1.0' || text.length > 500) return undefined;
  const given = new Map<string, Slice>();
  for (const part of parts) {
    const [, key] = /^([A-Z0-9-]{1,20}):/.exec(part.text) ?? [];
    const value = key === undefined ? undefined : within(part, key.length + 1, part.text.length);
    if (key === undefined || !value || given.has(key) || !decode(value)) return undefined;
    given.set(key, value);
  }
  const of = (key: string): string => given.get(key)?.text ?? '';
  const account = given.get('ACC');
  const [iban = '', bic] = of('ACC').split('+');
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(of('DT')) ?? [];
  const due = isoDate(Number(year), Number(month), Number(day));
  const isRight =
    account &&
    holdsIban(iban) &&
    (bic === undefined || /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(bic)) &&
    (!given.has('AM') || (/^\d{1,7}(?:\.\d{1,2})?$/.test(of('AM')) && /[1-9]/.test(of('AM')))) &&
    (!given.has('CC') || /^[A-Z]{3}$/.test(of('CC'))) &&
    (!given.has('DT') || due) &&
    (!given.has('RF') || /^\d{1,16}$/.test(of('RF'))) &&
    ['X-VS', 'X-SS', 'X-KS'].every((key) => !given.has(key) || /^\d{1,10}$/.test(of(key))) &&
    (!given.has('CRC32') || of('CRC32').toUpperCase() === checkOf(given));
  if (!isRight) return undefined;
  const [amount, reference] = [given.get('AM'), given.get('X-VS') ?? given.get('RF')];
  const [whole = '', places = ''] = of('AM').split('.');
  const all = (name: 'payee' | 'message', key: string): CodeValue[] => {
    const slice = given.get(key);
    return slice ? said(name, 'text', decode(slice)?.trim(), slice) : [];
  };
  return [
    ...all('payee', 'RN'),
    ...said('iban', 'code', iban, within(account, 0, iban.length)),
    ...said('bic', 'code', bic, within(account, iban.length + 1, account.text.length)),
    ...(amount
      ? said('total', 'amount', `${whole.replace(/^0+(?=\d)/, '')}.${places.padEnd(2, '0')}`, amount)
      : []),
    ...(given.has('CC') ? said('currency', 'currency', of('CC'), given.get('CC')!) : []),
    ...(reference ? said('reference', 'code', reference.text, reference) : []),
    ...all('message', 'MSG'),
    ...(due ? said('due', 'date', due, given.get('DT')!) : []),
  ];
}

function decode({ text }: Slice): string | undefined {
  try {
    const decoded = decodeURIComponent(text);
    return isPlainText(decoded, 200) ? decoded : undefined;
  } catch {
    return undefined;
  }
}

/** Over all other keys in the order of the alphabet. */
function checkOf(given: ReadonlyMap<string, Slice>): string {
  const pairs = [...given].filter(([key]) => key !== 'CRC32').map(([key, { text }]) => `${key}:${text}`);
  const all = `SPD*1.0*${pairs.sort().join('*')}`;
  let check = 0xffffffff;
  for (const byte of utf8Of(all)) {
    check ^= byte;
    for (let bit = 0; bit < 8; bit++) check = check & 1 ? (check >>> 1) ^ 0xedb88320 : check >>> 1;
  }
  return ((check ^ 0xffffffff) >>> 0).toString(16).toUpperCase().padStart(8, '0');
}
