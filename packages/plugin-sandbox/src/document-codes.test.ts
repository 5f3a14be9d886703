// cspell:disable -- an invoice and its code, as printed
import { parseDocumentCode } from '@readout/plugin-kit';
import { readingOfText } from '@readout/plugin-kit/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSandbox, type LoadedPlugin, loadFirstPartyPlugins, type Sandbox } from './node.ts';

let sandbox: Sandbox;
let plugins: LoadedPlugin[];
beforeAll(async () => {
  [sandbox, plugins] = await Promise.all([createSandbox(), loadFirstPartyPlugins()]);
});
afterAll(() => sandbox?.close());

const printed = {
  number: '10201409',
  date: '12.05.2026',
  total: '108.10',
  currency: 'CHF',
  iban: 'CH44 3199 9123 0008 8901 2',
};
const coded = {
  iban: 'CH4431999123000889012',
  amount: '108.10',
  currency: 'CHF',
  number: '10201409',
  date: '260512',
};

function read(print: Partial<typeof printed> = {}, code: Partial<typeof coded> = {}) {
  const p = { ...printed, ...print };
  const c = { ...coded, ...code };
  const text = `Nordwerk Pumpen AG
Musterstrasse 123
8000 Seldwyla

Rechnung
Rechnungsnummer   ${p.number}
Datum   ${p.date}

Wartung der Pumpe   100.00
Netto   100.00
MWST 8.1 %   8.10
Total   ${p.currency} ${p.total}
Konto ${p.iban}`;
  const bill = `SPC
0200
1
${c.iban}
S
Nordwerk Pumpen AG
Musterstrasse
123
8000
Seldwyla
CH${'\n'.repeat(8)}${c.amount}
${c.currency}${'\n'.repeat(8)}QRR
210000000003139471430009017

EPD
//S1/10/${c.number}/11/${c.date}`;
  const { records } = sandbox.runReaders(plugins, {
    reading: readingOfText(text, [{ format: 'QRCode', text: bill }]),
    settings: {},
    locale: 'de-CH',
    today: '2026-11-21',
  });
  const invoice = records.find(({ type }) => type === 'invoice');
  return { types: records.map(({ type }) => type), fields: invoice?.fields ?? {} };
}
/** Fields of which print and code say different things. */
const differing = ({ fields }: ReturnType<typeof read>) =>
  Object.entries(fields).flatMap(([name, { checks }]) =>
    checks.some((check) => check.name === 'matches-print' && check.by === 'host' && !check.passed)
      ? [name]
      : [],
  );

test('print and code of an invoice that say the same are proved by the host, and nothing is told', () => {
  const all = read();
  expect(all.types).toEqual(['payment', 'invoice']);
  expect(differing(all)).toEqual([]);
  for (const name of ['total', 'currency', 'number', 'date', 'iban'])
    expect(all.fields[name]).toMatchObject({ kind: 'seen', confidence: 0.99 });
  expect(all.fields.reference).toMatchObject({ kind: 'seen', value: '210000000003139471430009017' });
});

test.each<[string, Partial<typeof printed>, Partial<typeof coded>, string[]]>([
  ['total in print', { total: '108.70' }, {}, ['total']],
  ['total in print, with a digit less', { total: '8.10' }, {}, ['total']],
  ['total in the code', {}, { amount: '1108.10' }, ['total']],
  ['number in print', { number: '10201490' }, {}, ['number']],
  ['number in the code', {}, { number: '102014091' }, ['number']],
  ['day in print', { date: '13.05.2026' }, {}, ['date']],
  ['day in the code', {}, { date: '270512' }, ['date']],
  ['currency in the code', {}, { currency: 'EUR' }, ['currency']],
  ['account in print', { iban: 'CH58 0079 1123 0008 8901 2' }, {}, ['iban']],
  [
    'account and total in print',
    { iban: 'CH58 0079 1123 0008 8901 2', total: '180.10' },
    {},
    ['total', 'iban'],
  ],
])('another %s is told, and nothing else', (_, print, code, expected) =>
  expect(differing(read(print, code)).sort()).toEqual(expected.sort()),
);

test('another account in the code than its digits allow breaks the code: it says nothing', () => {
  const all = read({}, { iban: 'CH4431999123000889013' });
  expect(all.types).toEqual(['invoice', 'barcode']);
  expect(all.fields.iban?.evidence.every(({ barcode }) => barcode === undefined)).toBe(true);
});

test.each([
  ['EPC', 'BCD\n002\n1\nSCT\n\nFranz Mustermänn\nDE71110220330123456789\nEUR12.3\n\nRF18539007547034'],
  [
    'KassenSichV',
    `V0;AMA-2642;Kassenbeleg-V1;Beleg^4.05_3.00_0.00_0.00_0.00^7.05:Bar;13;44131;2019-11-22T11:29:48.000Z;2019-11-22T11:29:49.000Z;ecdsa-plain-SHA384;unixTime;${'K8zs'.repeat(24)};${'BBXN'.repeat(24)}`,
  ],
  [
    'RKSV',
    '_R1-AT0_DEMO-CASH-BOX703_496410_2015-12-17T11:22:26_61,33_15,42_38,26_0,00_42,81_udSL0zTzFaA=_b869153bc32a1c9_TZgOKfzheUs=_d7VoZ/nyr/8Mt2NVBZ0L4ivQwdlE3CmCFmz10bA5NXhGQ1QkunsDTqKvOSy//3nO8WT0+ypQqrDXMvyOGOXl9w==',
  ],
  [
    'Portugal',
    'A:123456789*B:999999990*C:PT*D:FS*E:N*F:20190812*G:FS CDVF/12345*H:CDF7T5HD-12345*I1:PT*I7:0.65*I8:0.15*N:0.15*O:0.80*Q:YhGV*R:9999*S:NU;0.80',
  ],
  [
    'VERI*FACTU',
    'https://www2.agenciatributaria.gob.es/wlpl/TIKE-CONT/ValidarQR?nif=89890001K&numserie=12345678%26G33&fecha=01-09-2024&importe=241.4',
  ],
  [
    'TicketBAI',
    'https://batuz.eus/QRTBAI/?id=TBAI-00000006Y-251019-btFpwP8dcLGAF-237&s=T&nf=27174&i=4.70&cr=007',
  ],
  ['SPAYD', 'SPD*1.0*ACC:CZ5855000000001265098001*AM:100.00*CC:CZK*CRC32:AAD80227'],
  [
    'UPN QR',
    'UPNQR\n\n\n\n\nJanez Novak\nDunajska 1\n1000 Ljubljana\n00000008105\n\n\nRENT\nPlačilo najemnine 10/2016\n15.11.2016\nSI56051008010486080\nRF45SBO2010\nNovo podjetje d.o.o.\nLepa cesta 15\n3698 Loški Potok\n188',
  ],
])('a code alone is read in the sandbox as outside of it, and seen by the host: %s', (_, text) => {
  const { records, runs } = sandbox.runReaders(plugins, {
    reading: readingOfText('', [{ format: 'QRCode', text }]),
    settings: {},
    locale: 'en-GB',
    today: '2026-11-21',
  });
  expect(runs.filter(({ ok }) => !ok)).toEqual([]);
  const [record, ...more] = records;
  expect(more).toEqual([]);
  const values = parseDocumentCode(text)?.values.map(({ name, value }) => [name, value]) ?? [];
  expect(Object.entries(record?.fields ?? {}).map(([name, { value }]) => [name, value])).toEqual(values);
  for (const field of Object.values(record?.fields ?? {}))
    expect(field).toMatchObject({ kind: 'seen', confidence: 0.99 });
});
