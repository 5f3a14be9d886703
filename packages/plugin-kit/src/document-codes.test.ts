// cspell:disable -- examples of specifications
import { describe, expect, it } from 'vitest';
import { hasCreditorReferenceDigits, hasRecursiveModulo10, isSwissUid } from './check-digits.ts';
import { besideCode, documentCodeIn, parseDocumentCode } from './document-codes.ts';
import { field } from './fields.ts';
import { readingOfText } from './reading-of-text.ts';
import { seenLine } from './sightings.ts';

/** Values by their names, and the characters they are cited at. */
function said(text: string): Record<string, [value: string, cited: string]> | undefined {
  const code = parseDocumentCode(text);
  return (
    code &&
    Object.fromEntries(
      code.values.map(({ name, value, parts }) => [
        name,
        [value, parts.map(({ from, to }) => text.slice(from, to)).join('+')],
      ]),
    )
  );
}
const same = (value: string): [string, string] => [value, value];
const lines = (...rows: string[]) => rows.join('\n');

// EPC069-12, chapter 4, and its example as Wikipedia has it ("EPC QR code").
const epc = lines(
  'BCD',
  '002',
  '1',
  'SCT',
  'BHBLDEHHXXX',
  'Franz Mustermänn',
  'DE71110220330123456789',
  'EUR12.3',
  'GDDS',
  'RF18539007547034',
);
// The Belgian example of the same guidelines, version 001.
const redCross = lines(
  'BCD',
  '001',
  '1',
  'SCT',
  'BPOTBEB1',
  'Red Cross of Belgium',
  'BE72000000001616',
  'EUR1',
  'CHAR',
  '',
  'Urgency fund',
  'Sample EPC QR Code',
);

describe('a code of a SEPA transfer (EPC069-12)', () => {
  it('says what is to be paid, to whom and for what', () => {
    expect(said(epc)).toEqual({
      payee: same('Franz Mustermänn'),
      iban: same('DE71110220330123456789'),
      bic: same('BHBLDEHHXXX'),
      total: ['12.30', '12.3'],
      currency: same('EUR'),
      reference: same('RF18539007547034'),
    });
    expect(said(redCross)).toMatchObject({
      total: ['1.00', '1'],
      iban: same('BE72000000001616'),
      message: same('Urgency fund'),
    });
  });

  it('is the same with other ends of lines, without an amount and without what comes behind it', () => {
    expect(said(epc.replaceAll('\n', '\r\n'))).toEqual(said(epc));
    expect(said(lines(...epc.split('\n').slice(0, 7)))).toEqual({
      payee: same('Franz Mustermänn'),
      iban: same('DE71110220330123456789'),
      bic: same('BHBLDEHHXXX'),
    });
    expect(said(epc.replace('BHBLDEHHXXX', ''))).not.toHaveProperty('bic');
  });

  it.each([
    ['a digit of the account', epc.replace('0123456789', '0123456780')],
    ['a digit of the reference', epc.replace('RF18', 'RF19')],
    ['an account of another length', epc.replace('DE71110220330123456789', 'DE7111022033012345678')],
    ['a comma in the amount', epc.replace('12.3', '12,3')],
    ['three places', epc.replace('12.3', '12.345')],
    ['nothing to be paid', epc.replace('12.3', '0.00')],
    ['another currency', epc.replace('EUR', 'USD')],
    ['another service tag', epc.replace('BCD', 'BCE')],
    ['another version', epc.replace('002', '003')],
    ['another character set', epc.replace('\n1\n', '\n9\n')],
    ['no BIC in the first version', epc.replace('002', '001').replace('BHBLDEHHXXX', '')],
    ['a BIC that is none', epc.replace('BHBLDEHHXXX', 'BHBLDEHHXX')],
    ['no name', epc.replace('Franz Mustermänn', '')],
    ['a name too long', epc.replace('Franz', 'F'.repeat(70))],
    ['a reference and a text', `${epc}\nfor the goods`],
    ['a line too many', `${redCross}\nmore`],
    [
      'more bytes than fit',
      redCross.replace('Urgency fund', 'ü'.repeat(140)).replace('Sample', 'ü'.repeat(60)),
    ],
    ['cut off in its account', epc.slice(0, epc.indexOf('0123'))],
  ])('says nothing where it has %s', (_, text) => expect(parseDocumentCode(text)).toBeUndefined());
});

const qrBill = (part: Partial<Record<'iban' | 'amount' | 'reference' | 'billing' | 'payer', string>> = {}) =>
  lines(
    'SPC',
    '0200',
    '1',
    part.iban ?? 'CH4431999123000889012',
    ...['S', 'Max Muster & Söhne', 'Musterstrasse', '123', '8000', 'Seldwyla', 'CH'],
    ...['', '', '', '', '', '', ''],
    part.amount ?? '1949.75',
    'CHF',
    part.payer ?? lines('S', 'Simon Muster', 'Musterstrasse', '1', '8000', 'Seldwyla', 'CH'),
    part.reference ?? lines('QRR', '210000000003139471430009017'),
    'Bestellung vom 15.10.2020',
    'EPD',
    part.billing ?? '//S1/10/1234/11/201021/30/102673386/32/7.7/40/0:30',
    'Name AV1: UV;UltraPay005;12345',
    'Name AV2: XY;XYService;54321',
  );
const nobody = lines('', '', '', '', '', '', '');

describe('a Swiss QR-bill', () => {
  // Implementation Guidelines QR-bill 2.2, annex A, examples 1 to 3.
  it('says what is to be paid, to whom, by whom and for which invoice', () => {
    expect(said(qrBill())).toEqual({
      payee: same('Max Muster & Söhne'),
      iban: same('CH4431999123000889012'),
      total: same('1949.75'),
      currency: same('CHF'),
      payer: same('Simon Muster'),
      reference: same('210000000003139471430009017'),
      message: same('Bestellung vom 15.10.2020'),
      number: same('1234'),
      date: ['2020-10-21', '201021'],
      supplierTaxId: ['CHE102673386', '102673386'],
      due: ['2020-11-20', '201021+0:30'],
    });
    const scor = lines('SCOR', 'RF18539007547034');
    expect(said(qrBill({ iban: 'CH5800791123000889012', reference: scor, amount: '199.95' }))).toMatchObject({
      reference: same('RF18539007547034'),
      total: same('199.95'),
    });
    const donation = said(
      qrBill({ iban: 'CH5800791123000889012', reference: 'NON\n', amount: '', payer: nobody, billing: '' }),
    );
    expect(donation).toMatchObject({ iban: same('CH5800791123000889012'), currency: same('CHF') });
    expect(Object.keys(donation!)).not.toContain('total');
  });

  it('takes an address of two lines, and both ends of lines', () => {
    const text = qrBill().replace(
      'S\nMax Muster & Söhne\nMusterstrasse\n123\n8000\nSeldwyla',
      'K\nMax\nWeg 1\n8000 Seldwyla\n\n',
    );
    expect(said(text)).toMatchObject({ payee: same('Max') });
    expect(said(qrBill().replaceAll('\n', '\r\n'))).toEqual(said(qrBill()));
  });

  it.each([
    ['a digit of the account', qrBill({ iban: 'CH4431999123000889013' })],
    ['a digit of the reference', qrBill({ reference: lines('QRR', '210000000003139471430009018') })],
    ['a QR reference to another account', qrBill({ iban: 'CH5800791123000889012' })],
    ['a creditor reference to a QR-IBAN', qrBill({ reference: lines('SCOR', 'RF18539007547034') })],
    [
      'a wrong creditor reference',
      qrBill({ iban: 'CH5800791123000889012', reference: lines('SCOR', 'RF18539007547035') }),
    ],
    ['no reference to a QR-IBAN', qrBill({ reference: 'NON\n' })],
    ['an account of another country', qrBill({ iban: 'DE71110220330123456789', reference: 'NON\n' })],
    ['an amount of one place', qrBill({ amount: '1949.7' })],
    ['a comma in the amount', qrBill({ amount: '1949,75' })],
    ['another version', qrBill().replace('0200', '0100')],
    ['another currency', qrBill().replace('CHF', 'USD')],
    ['no country', qrBill().replace('CH\n', '\n')],
    ['another trailer', qrBill().replace('EPD', 'EPX')],
    ['letters that are not allowed', qrBill().replace('Max', 'Макс')],
    ['too much to say', qrBill({ billing: `//S1/10/${'1'.repeat(120)}` })],
    ['been cut off', qrBill().slice(0, qrBill().indexOf('EPD'))],
    ['a line too many', `${qrBill()}\nmore`],
  ])('says nothing where it has %s', (_, text) => expect(parseDocumentCode(text)).toBeUndefined());

  // Swico, syntax definition 1.2, examples 1 to 4.
  it.each([
    [
      '//S1/10/10201409/11/190512/20/1400.000-53/30/106017086/31/180508/32/7.7/40/2:10;0:30',
      {
        number: '10201409',
        date: '2019-05-12',
        supplierTaxId: 'CHE106017086',
        deliveryDate: '2018-05-08',
        due: '2019-06-11',
      },
    ],
    [
      '//S1/10/10104/11/180228/30/395856455/31/180226180227/32/3.7:400.19;7.7:553.39;0:14/40/0:30',
      { number: '10104', periodStart: '2018-02-26', periodEnd: '2018-02-27', due: '2018-03-30' },
    ],
    [
      '//S1/10/4031202511/11/180107/20/61257233.4/30/105493567/32/8:49.82/33/2.5:14.85/40/0:30',
      { number: '4031202511', date: '2018-01-07', supplierTaxId: 'CHE105493567' },
    ],
    [
      '//S1/10/X.66711\\/8824/11/200712/20/MW-2020-04/30/107978798/32/2.5:117.22/40/3:5;1.5:20;1:40;0:60',
      { number: 'X.66711/8824', date: '2020-07-12', due: '2020-09-10' },
    ],
  ])('takes the billing information %s', (billing, expected) => {
    const values = Object.entries(said(qrBill({ billing })) ?? {}).map(([name, [value]]) => [name, value]);
    expect(Object.fromEntries(values)).toMatchObject(expected);
  });

  it.each([
    '//S1/10/1234/11/201321',
    '//S1/10/1234/11/201021/30/102673387',
    '//S1/11/201021/10/1234',
    '//S1/10/1234/10/1235',
    '//S1/10/1234/11',
    '//S1/10/12\\34',
    '//S1/10/1234/31/201021201020',
    '//S1/10/1234/32/seven',
    '//S1/10/1234/40/30',
    '//S2/10/1234/11/201021',
  ])('is read without the billing information where that is wrong: %s', (billing) => {
    const values = said(qrBill({ billing }));
    expect(values).toMatchObject({ total: same('1949.75') });
    expect(values).not.toHaveProperty('number');
    expect(values).not.toHaveProperty('date');
  });
});

const key = 'BHhWOeisRpPBTGQ1W4VUH95TXx2GARf8e2NYZXJoInjtGqnxJ8sZ3CQpYgjI+LYEmW5A37sLWHsyU7nSJUBemyU=';
const signature =
  'MEQCIAy4P9k+7x9saDO0uRZ4El8QwN+qTgYiv1DIaJIMWRiuAiAt+saFDGjK2Yi5Cxgy7PprXQ5O0seRgx4ltdpW9REvwA==';
const till = (
  data = 'Beleg^0.00_2.55_0.00_0.00_0.00^2.55:Bar',
  start = '2019-07-10T18:41:04.000Z',
  end = start,
) =>
  `V0;955002-00;Kassenbeleg-V1;${data};18;112;${start};${end};ecdsa-plain-SHA256;unixTime;${signature};${key}`;

describe('the code of a German till (DSFinV-K, Anhang I)', () => {
  it('says the total, and the day and time as clocks in Germany showed them', () => {
    expect(said(till())).toEqual({
      total: same('2.55'),
      currency: ['EUR', '2.55'],
      date: ['2019-07-10', '2019-07-10T18:41:04.000Z'],
      time: ['20:41:04', '2019-07-10T18:41:04.000Z'],
      number: same('18'),
      till: same('955002-00'),
    });
    expect(said(till('Beleg^4.05_3.00_0.00_0.00_0.00^7.05:Bar', '2019-11-22T11:29:48.000Z'))).toMatchObject({
      total: ['7.05', '4.05+3.00'],
      date: ['2019-11-22', '2019-11-22T11:29:48.000Z'],
      time: ['12:29:48', '2019-11-22T11:29:48.000Z'],
    });
    // Bars of chocolate paid in three currencies (DSFinV-K, 4.2.2).
    expect(
      said(till('Beleg^75.33_7.99_0.00_0.00_0.00^10.00:Bar_5.00:Bar:CHF_5.00:Bar:USD_64.30:Bar')),
    ).toMatchObject({ total: ['83.32', '75.33+7.99'] });
    expect(said(till('Beleg^0.00_-20.00_0.00_0.00_0.00^-20.00:Bar'))).toMatchObject({
      total: same('-20.00'),
    });
  });

  it.each([
    ['2020-03-29T00:59:59.000Z', '2020-03-29', '01:59:59'],
    ['2020-03-29T01:00:00.000Z', '2020-03-29', '03:00:00'],
    ['2020-10-25T00:59:59.000Z', '2020-10-25', '02:59:59'],
    ['2020-10-25T01:00:00.000Z', '2020-10-25', '02:00:00'],
    ['2020-12-31T23:30:00.000Z', '2021-01-01', '00:30:00'],
  ])('%s is %s %s in Germany', (utc, date, time) =>
    expect(said(till(undefined, utc))).toMatchObject({ date: [date, utc], time: [time, utc] }),
  );

  it('says no day where it went over midnight', () =>
    expect(said(till(undefined, '2020-06-16T21:59:00.000Z', '2020-06-16T22:01:00.000Z'))).not.toHaveProperty(
      'date',
    ));

  it.each([
    ['a digit of an amount', till('Beleg^0.00_2.56_0.00_0.00_0.00^2.55:Bar')],
    ['four rates', till('Beleg^0.00_2.55_0.00_0.00^2.55:Bar')],
    ['marks of thousands', till('Beleg^3,000.00_20.00_0.00_0.00_0.00^3,020.00:Bar')],
    ['another order of what was paid', till('Beleg^0.00_2.55_0.00_0.00_0.00^Bar:2.55')],
    ['been a training', till('AVTraining^0.00_2.55_0.00_0.00_0.00^2.55:Bar')],
    ['been an order', till().replace('Kassenbeleg-V1', 'Bestellung-V1')],
    ['a day that is none', till(undefined, '2019-02-30T18:41:04.000Z')],
    ['ended before it began', till(undefined, '2019-07-10T18:41:04.000Z', '2019-07-10T18:41:03.000Z')],
    ['another version', till().replace('V0', 'V1')],
    ['an unknown signature', till().replace('SHA256', 'MD5')],
    ['been cut off', till().slice(0, -3)],
    ['a part less', till().replace(`;${key}`, '')],
  ])('says nothing where it has %s', (_, text) => expect(parseDocumentCode(text)).toBeUndefined());
});

// Test cases of the sample code that belongs to the specification (BMF-RKSV-Technik/at-registrierkassen-mustercode).
const rksv =
  '_R1-AT0_DEMO-CASH-BOX703_496410_2015-12-17T11:22:26_61,33_15,42_38,26_0,00_42,81_udSL0zTzFaA=_b869153bc32a1c9_TZgOKfzheUs=_d7VoZ/nyr/8Mt2NVBZ0L4ivQwdlE3CmCFmz10bA5NXhGQ1QkunsDTqKvOSy//3nO8WT0+ypQqrDXMvyOGOXl9w==';

describe('the code of an Austrian till (RKSV)', () => {
  it('says the total, the day, the time and the number of the receipt', () =>
    expect(said(rksv)).toEqual({
      total: ['157.82', '61,33+15,42+38,26+42,81'],
      currency: ['EUR', '61,33+15,42+38,26+42,81'],
      date: same('2015-12-17'),
      time: same('11:22:26'),
      number: same('496410'),
      till: same('DEMO-CASH-BOX703'),
    }));

  it('is taken where the signature unit was out of order, and where a receipt was cancelled', () => {
    const failed = 'U2ljaGVyaGVpdHNlaW5yaWNodHVuZyBhdXNnZWZhbGxlbg==';
    expect(
      said(
        `_R1-AT1_fiskaltrust5_ft972#2197_2019-07-02T10:31:07_3,90_0,00_0,00_0,00_0,00_vD3mQZM=_3a22119b_kPeJtyNlSCo=_${failed}`,
      ),
    ).toMatchObject({ total: ['3.90', '3,90'], number: same('ft972#2197') });
    expect(said(rksv.replace(/[^_]*$/, failed.replace('==', '')))).toBeUndefined();
    expect(said(rksv.replace('61,33', '-61,33').replace('udSL0zTzFaA=', 'U1RP'))).toMatchObject({
      total: ['35.16', '-61,33+15,42+38,26+42,81'],
    });
  });

  it.each([
    ['been a training', rksv.replace('udSL0zTzFaA=', 'VFJB')],
    ['a point in an amount', rksv.replace('61,33', '61.33')],
    ['four rates', rksv.replace('_0,00', '')],
    ['a day that is none', rksv.replace('12-17', '13-17')],
    ['an hour that is none', rksv.replace('T11', 'T25')],
    ['a wrong chain', rksv.replace('TZgOKfzheUs=', 'TZgOKfzhe')],
    ['been cut off', rksv.slice(0, -6)],
    ['another start', rksv.slice(1)],
  ])('says nothing where it has %s', (_, text) => expect(parseDocumentCode(text)).toBeUndefined());
});

// Autoridade Tributária, technical specification of the QR code, chapter 5, examples 1 to 3.
const fatura =
  'A:123456789*B:999999990*C:PT*D:FT*E:N*F:20191231*G:FT AB2019/0035*H:CSDF7T5H-0035*I1:PT*I2:12000.00*I3:15000.00*I4:900.00*I5:50000.00*I6:6500.00*I7:80000.00*I8:18400.00*J1:PT-AC*J2:10000.00*J3:25000.56*J4:1000.02*J5:75000.00*J6:6750.00*J7:100000.00*J8:18000.00*K1:PT-MA*K2:5000.00*K3:12500.00*K4:625.00*K5:25000.00*K6:3000.00*K7:40000.00*K8:8800.00*L:100.00*M:25.00*N:64000.02*O:513600.58*P:100.00*Q:kLp0*R:9999*S:TB;PT00000000000000000000000;513500.58';
const simplificada =
  'A:123456789*B:999999990*C:PT*D:FS*E:N*F:20190812*G:FS CDVF/12345*H:CDF7T5HD-12345*I1:PT*I7:0.65*I8:0.15*N:0.15*O:0.80*Q:YhGV*R:9999*S:NU;0.80';
const proForma =
  'A:500000000*B:123456789*C:PT*D:PF*E:N*F:20190123*G:PF G2019CB/145789*H:HB6FT7RV-145789*I1:PT*I2:12345.34*I3:12532.65*I4:751.96*I5:52789.00*I6:6862.57*I7:32425.69*I8:7457.91*N:15072.44*O:125165.12*Q:r/fY*R:9999';

describe('the code of a Portuguese invoice', () => {
  it('says total, tax, day and number', () => {
    expect(said(fatura)).toEqual({
      supplierTaxId: same('123456789'),
      date: ['2019-12-31', '20191231'],
      number: ['FTAB2019/0035', 'FT AB2019/0035'],
      tax: same('64000.02'),
      total: same('513600.58'),
      currency: ['EUR', '513600.58'],
    });
    expect(said(simplificada)).toMatchObject({ total: same('0.80'), tax: same('0.15') });
    expect(said(simplificada.replace('B:999999990', 'B:500000000'))).toMatchObject({
      buyerTaxId: same('500000000'),
    });
    expect(said(simplificada.replace('D:FS', 'D:NC'))).toMatchObject({ total: ['-0.80', '0.80'] });
  });

  it.each([
    ['been a pro forma', proForma],
    ['been cancelled', simplificada.replace('E:N', 'E:A')],
    ['a digit of the tax number', simplificada.replace('123456789', '123456788')],
    ['a digit of the total', simplificada.replace('O:0.80', 'O:0.81')],
    ['a digit of the tax', simplificada.replace('N:0.15', 'N:0.16')],
    ['a day that is none', simplificada.replace('20190812', '20190832')],
    ['a comma', simplificada.replace('0.80', '0,80')],
    ['another order', simplificada.replace('N:0.15*O:0.80', 'O:0.80*N:0.15')],
    ['a field twice', simplificada.replace('N:0.15', 'N:0.15*N:0.15')],
    ['been cut off', simplificada.slice(0, simplificada.indexOf('*Q'))],
  ])('says nothing where it has %s', (_, text) => expect(parseDocumentCode(text)).toBeUndefined());
});

// Agencia Tributaria, "Características del QR", chapter 4; TicketBAI, specification of the QR, chapter 3.
const verifactu =
  'https://www2.agenciatributaria.gob.es/wlpl/TIKE-CONT/ValidarQR?nif=89890001K&numserie=12345678-G33&fecha=01-09-2024&importe=241.4';
const ticketBai =
  'https://batuz.eus/QRTBAI/?id=TBAI-00000006Y-251019-btFpwP8dcLGAF-237&s=T&nf=27174&i=4.70&cr=007';

describe('the address in a Spanish code', () => {
  it('says who, when, which invoice and how much', () => {
    expect(said(verifactu)).toEqual({
      supplierTaxId: same('89890001K'),
      number: same('12345678-G33'),
      date: ['2024-09-01', '01-09-2024'],
      total: ['241.40', '241.4'],
      currency: ['EUR', '241.4'],
    });
    expect(said(verifactu.replace('-G33', '%26G33'))).toMatchObject({
      number: ['12345678&G33', '12345678%26G33'],
    });
    expect(said(verifactu.replace('www2.agenciatributaria.gob', 'prewww2.aeat'))).toEqual(said(verifactu));
    expect(said(ticketBai)).toEqual({
      supplierTaxId: same('00000006Y'),
      date: ['2019-10-25', '251019'],
      number: ['T27174', 'T+27174'],
      total: same('4.70'),
      currency: ['EUR', '4.70'],
    });
    // A company, whose control is a figure, and a foreigner.
    for (const nif of ['A58818501', 'X1234567L'])
      expect(said(verifactu.replace('89890001K', nif))).toMatchObject({ supplierTaxId: same(nif) });
  });

  it.each([
    ['a digit of the tax number', verifactu.replace('89890001K', '89890002K')],
    ['a company with another control', verifactu.replace('89890001K', 'A58818502')],
    ['a day that is none', verifactu.replace('01-09', '31-09')],
    ['a comma in the amount', verifactu.replace('241.4', '241,4')],
    ['no number', verifactu.replace('&numserie=12345678-G33', '')],
    ['the amount twice', `${verifactu}&importe=1`],
    ['another address', verifactu.replace('agenciatributaria.gob.es', 'agenciatributaria.example')],
    ['been cut off', verifactu.slice(0, verifactu.indexOf('&importe'))],
    ['half a letter', verifactu.replace('G33', '%E2%82')],
    ['a digit of the total', ticketBai.replace('4.70', '4.71')],
    ['a digit of the day', ticketBai.replace('251019', '251018')],
    ['another check', ticketBai.replace('cr=007', 'cr=008')],
    ['no check', ticketBai.replace('&cr=007', '')],
  ])('says nothing where it has %s', (_, text) => expect(parseDocumentCode(text)).toBeUndefined());
});

// Short Payment Descriptor 1.0, with the check sum of its chapter on CRC32.
const spayd =
  'SPD*1.0*ACC:CZ5855000000001265098001*AM:480.50*CC:CZK*RF:7004139146*X-VS:1234567890*DT:20120524*MSG:PLATBA ZA ZBOZI';
const checkedSpayd = 'SPD*1.0*ACC:CZ5855000000001265098001*AM:100.00*CC:CZK*CRC32:AAD80227';

describe('a Czech payment (SPAYD)', () => {
  it('says what is to be paid, to whom, until when and for what', () => {
    expect(said(spayd)).toEqual({
      iban: same('CZ5855000000001265098001'),
      total: same('480.50'),
      currency: same('CZK'),
      reference: same('1234567890'),
      message: same('PLATBA ZA ZBOZI'),
      due: ['2012-05-24', '20120524'],
    });
    expect(
      said(spayd.replace('ACC:CZ5855000000001265098001', 'ACC:CZ5855000000001265098001+RZBCCZPP')),
    ).toMatchObject({ bic: same('RZBCCZPP') });
    expect(said(`${spayd.replace('ZBOZI', 'ZBO%C5%BD%C3%8D%2A')}*`)).toMatchObject({
      message: ['PLATBA ZA ZBOŽÍ*', 'PLATBA ZA ZBO%C5%BD%C3%8D%2A'],
    });
    expect(said(checkedSpayd)).toMatchObject({ total: same('100.00') });
  });

  it.each([
    ['a digit of the account', spayd.replace('1265098001', '1265098002')],
    ['a digit changed under its check sum', checkedSpayd.replace('100.00', '100.01')],
    ['another check sum', checkedSpayd.replace('AAD80227', 'AAD80228')],
    ['a key twice', `${spayd}*AM:1.00`],
    ['a comma in the amount', spayd.replace('480.50', '480,50')],
    ['a day that is none', spayd.replace('20120524', '20120532')],
    ['a symbol of letters', spayd.replace('1234567890', 'ABC')],
    ['another version', spayd.replace('1.0', '2.0')],
    ['half a letter', spayd.replace('PLATBA', '%C5')],
    ['been cut off', spayd.slice(0, 30)],
  ])('says nothing where it has %s', (_, text) => expect(parseDocumentCode(text)).toBeUndefined());
});

// The example of the technical standard of UPN QR; it is filled up with spaces.
const upn = `${lines(
  ...['UPNQR', '', '', '', '', 'Janez Novak', 'Dunajska 1', '1000 Ljubljana', '00000008105', '', '', 'RENT'],
  ...[
    'Plačilo najemnine 10/2016',
    '15.11.2016',
    'SI56051008010486080',
    'RF45SBO2010',
    'Novo podjetje d.o.o.',
  ],
  ...['Lepa cesta 15', '3698 Loški Potok', '188'],
)}\n${' '.repeat(200)}`;

describe('a Slovenian payment (UPN QR)', () => {
  it('says what is to be paid, to whom, by whom, until when and for what', () =>
    expect(said(upn)).toEqual({
      payee: same('Novo podjetje d.o.o.'),
      iban: same('SI56051008010486080'),
      total: ['81.05', '00000008105'],
      currency: ['EUR', '00000008105'],
      payer: same('Janez Novak'),
      reference: same('RF45SBO2010'),
      message: same('Plačilo najemnine 10/2016'),
      due: ['2016-11-15', '15.11.2016'],
    }));

  it.each([
    ['a digit of the account', upn.replace('10486080', '10486081')],
    ['a digit of the reference', upn.replace('RF45', 'RF46')],
    ['another check sum', upn.replace('188', '189')],
    ['a letter less', upn.replace('Novak', 'Nova')],
    ['a day that is none', upn.replace('15.11.2016', '31.11.2016')],
    ['an amount with a comma', upn.replace('00000008105', '000000081,5')],
    ['no payee', upn.replace('Novo podjetje d.o.o.', '').replace('188', '168')],
    ['been cut off', upn.slice(0, upn.indexOf('188'))],
  ])('says nothing where it has %s', (_, text) => expect(parseDocumentCode(text)).toBeUndefined());
});

describe('any other code', () => {
  it('says nothing, whatever it is', () => {
    for (const text of [
      '',
      'BCD',
      'SPC',
      'V0;',
      '_R1-AT0',
      '\n\n',
      '4006381333931',
      'https://example.org',
      '_'.repeat(14),
      ';'.repeat(11),
    ])
      expect(parseDocumentCode(text)).toBeUndefined();
    expect(parseDocumentCode(epc.padEnd(20_000, '\n'))).toBeUndefined();
  });

  it('says nothing or something wherever it is cut or changed, and never fails', () => {
    const outcomes = new Set<string>();
    for (const whole of [epc, qrBill(), till(), rksv, simplificada, verifactu, ticketBai, spayd, upn])
      for (let at = 0; at < whole.trimEnd().length; at++)
        for (const changed of [whole.slice(0, at), `${whole.slice(0, at)}\u0000${whole.slice(at + 1)}`])
          outcomes.add(typeof parseDocumentCode(changed));
    expect([...outcomes].sort()).toEqual(['object', 'undefined']);
  });
});

describe('a printed value beside a code', () => {
  const { lines: printed, barcodes } = readingOfText('Summe 7,05\n03.04.2026', [
    { format: 'QRCode', text: till('Beleg^4.05_3.00_0.00_0.00_0.00^7.05:Bar', '2026-03-04T11:29:48.000Z') },
  ]);
  const { barcode, code } = documentCodeIn(barcodes, 'till')!;
  const value = (name: string) => code.values.find((each) => each.name === name)!;
  const seen = (index: number, text: string, ambiguous: string[] = []) =>
    field({ ...seenLine(printed[index]!), confidence: 0.8 }, text, { ambiguous });

  it('is proved where both say the same', () => {
    const total = besideCode(seen(0, '7.05'), barcode, value('total'));
    expect(total).toMatchObject({ value: '7.05', confidence: 0.99 });
    expect(total.evidence.map(({ line, from, to }) => line ?? barcode.text.slice(from, to))).toEqual([
      'l0',
      '4.05',
      '3.00',
    ]);
  });

  it('is what the code says where the print can mean several things', () => {
    const date = besideCode(seen(1, '2026-04-03', ['2026-03-04']), barcode, value('date'));
    expect(date.value).toBe('2026-03-04');
    expect(date).not.toHaveProperty('ambiguous');
  });

  it('stays as printed where the code says something else, and is doubtful', () =>
    expect(besideCode(seen(0, '7.08'), barcode, value('total'))).toMatchObject({
      value: '7.08',
      confidence: 0.5,
    }));

  it('is not compared where two codes say different things', () =>
    expect(documentCodeIn([...barcodes, { ...barcodes[0]!, text: till() }], 'till')).toBeUndefined());
});

describe('check digits of references', () => {
  it.each([
    ['RF18539007547034', hasCreditorReferenceDigits],
    ['RF18000000000539007547034', hasCreditorReferenceDigits],
    ['210000000003139471430009017', hasRecursiveModulo10],
    ['215703000075200334559000126', hasRecursiveModulo10],
    ['106017086', isSwissUid],
    ['395856455', isSwissUid],
  ])('hold for %s, and not with a digit changed', (code, holds) => {
    expect(holds(code)).toBe(true);
    const last = code.length - 1;
    expect(holds(`${code.slice(0, last)}${(Number(code[last]) + 1) % 10}`)).toBe(false);
  });
});
