// cspell:ignore VFJB Sicherheitseinrichtung ausgefallen Bundesministerium Finanzen Registrierkassensicherheitsverordnung Festlegungen Detailfragen
import { isoDate } from '../calendar.ts';
import { type CodeValue, isBase64, isPlainText, said, saidTotal } from './code-values.ts';
import { partsOf, sliceOf, within } from './slices.ts';

/** Where the counter of sales stands on receipts that are none: `TRA`, and of cancelled ones `STO`. */
const [training, cancelled] = ['VFJB', 'U1RP'];
/** "Sicherheitseinrichtung ausgefallen" */
const withoutSignature = 'U2ljaGVyaGVpdHNlaW5yaWNodHVuZyBhdXNnZWZhbGxlbg==';

/**
 * The code on receipts of Austrian tills.
 *
 * Source: Bundesministerium für Finanzen, Registrierkassensicherheitsverordnung (BGBl. II 410/2015), annex, Z 12 to 14, and
 * "Festlegungen des BMF zu Detailfragen der RKSV", version 1.2. Undefined where a part is not in its form, and for receipts of
 * training, which sell nothing. The signature is not verified.
 */
export function parseRksv(text: string): CodeValue[] | undefined {
  const parts = partsOf(sliceOf(text.trim(), text.length - text.trimStart().length), '_');
  if (parts.length !== 14 || parts[0]!.text !== '' || !/^R1-AT\d{1,3}$/.test(parts[1]!.text))
    return undefined;
  const [till, number, moment] = [parts[2]!, parts[3]!, parts[4]!];
  const amounts = parts.slice(5, 10);
  const [counter, certificate, before, signature] = parts.slice(10).map((part) => part.text) as [
    string,
    string,
    string,
    string,
  ];
  const [, year, month, day] =
    /^(\d{4})-(\d\d)-(\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.exec(moment.text) ?? [];
  const date = isoDate(Number(year), Number(month), Number(day));
  const isRight =
    till.text !== '' &&
    number.text !== '' &&
    [till, number].every((part) => isPlainText(part.text, 100)) &&
    date &&
    amounts.every((part) => /^-?(?:0|[1-9]\d{0,9}),\d\d$/.test(part.text)) &&
    (counter === cancelled || (counter !== training && isBase64(counter, 5, 16))) &&
    /^\S{1,100}$/.test(certificate) &&
    isBase64(before, 8, 8) &&
    (signature === withoutSignature || isBase64(signature, 64, 64));
  if (!isRight) return undefined;
  return [
    ...saidTotal(amounts.map((slice) => ({ slice, value: slice.text.replace(',', '.') }))),
    ...said('date', 'date', date, within(moment, 0, 10)),
    ...said('time', 'time', moment.text.slice(11), within(moment, 11, 8)),
    ...said('number', 'code', number.text.trim(), number),
    ...said('till', 'code', till.text.trim(), till),
  ];
}
