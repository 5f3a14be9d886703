// cspell:disable -- amounts and words as printed
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FindAmountsOptions, findAmounts, printedDecimalMark } from './found-amounts.ts';

const valuesOf = (text: string, options: FindAmountsOptions = { locale: 'en-GB' }) =>
  findAmounts(text, options).map(({ value, currency, currencies }) =>
    [value, currency ?? currencies?.join('|')].filter(Boolean).join(' '),
  );

describe('findAmounts', () => {
  it.each([
    ['Total 1,471.60', ['1471.60']],
    ['Total: 1.471,60', ['1471.60']],
    ['Summe 1 471,60', ['1471.60']],
    ['Total 1\u202f471,60 €', ['1471.60 EUR']],
    ['Total 1\u2009471,60 €', ['1471.60 EUR']],
    ["Total CHF 1'234.50", ['1234.50 CHF']],
    ['Total CHF 1’234.50', ['1234.50 CHF']],
    ['Grand Total ₹ 1,23,428.00', ['123428.00 INR']],
    ['1,04,600.00', ['104600.00']],
    ['₹12,34,567', ['1234567.00 INR']],
    ['Rs. 460/-', ['460.00 INR|PKR|LKR|NPR|MUR']],
    ['Rs 460', ['460.00 INR|PKR|LKR|NPR|MUR']],
    ['1.190,-', ['1190.00']],
    ['1.190,- €', ['1190.00 EUR']],
    ['CHF 5.-', ['5.00 CHF']],
    ['CHF 1’250.—', ['1250.00 CHF']],
    ['45:-', ['45.00']],
    ['¥110,800', ['110800 JPY|CNY']],
    ['¥1,196', ['1196 JPY|CNY']],
    ['￥88', ['88 JPY|CNY']],
    ['₩12,500', ['12500 KRW']],
    ['R18.99', ['18.99 ZAR']],
    ['R 1 234,50', ['1234.50 ZAR']],
    ['KWD 1.250', ['1.250 KWD']],
    ['12.500 KD', ['12.500 KWD']],
    ['1,250.750 KWD', ['1250.750 KWD']],
    ['RM12.00', ['12.00 MYR']],
    ['TOTALRM12.00', ['12.00 MYR']],
    ['Rp 25.000', ['25000.00 IDR']],
    ['1 450,00 2 900,00', ['1450.00', '2900.00']],
    ['3 x 4.00 12.00', ['4.00', '12.00']],
    ['12,00 € 15,00 €', ['12.00 EUR', '15.00 EUR']],
    ['€ 12.00 € 15.00', ['12.00 EUR', '15.00 EUR']],
    ['249 kr', ['249.00 SEK|NOK|DKK|ISK']],
    ['599 zł', ['599.00 PLN']],
    ['R$ 89,90', ['89.90 BRL']],
    ['A$15.50', ['15.50 AUD']],
    ['MILK .50', ['0.50']],
    ['12.00 A', ['12.00']],
    ['2 pcs 12. 50', ['12.50']],
    ['DE 4.00 SR', ['4.00']],
    ['1O.50', ['10.50']],
  ])('reads %j as %j', (text, expected) => expect(valuesOf(text)).toEqual(expected));

  it.each([
    ['-12.95', '-12.95'],
    ['−12,95', '-12.95'],
    ['- 12.95', '-12.95'],
    ['12.95-', '-12.95'],
    ['12,95 -', '-12.95'],
    ['(12.95)', '-12.95'],
    ['($12.95)', '-12.95'],
    ['$(12.95)', '-12.95'],
    ['-$12.95', '-12.95'],
    ['$-12.95', '-12.95'],
    ['$12.95-', '-12.95'],
    ['12.95 CR', '-12.95'],
    ['SUMME EUR -12,95', '-12.95'],
    ['SUMME EUR-12,95', '-12.95'],
    ['SUMME-12,95', '-12.95'],
    ['-12,95 €', '-12.95'],
    ['12,95- €', '-12.95'],
    ['12,95 €-', '-12.95'],
    ['12,95-A', '-12.95'],
    ['Total (12.95)', '-12.95'],
    ['Hemd   -29,95', '-29.95'],
    ['2 -29,95', '-29.95'],
    ['+12.95', '12.95'],
    ['TOTAL -----12.95', '12.95'],
    ['TOTAL......12.95', '12.95'],
    ['Tea (4.00) 8 g', '4.00'],
  ])('takes the sign of %j: %s', (text, value) => {
    const [found, ...more] = findAmounts(text, { locale: 'en-US' });
    expect(found?.value).toBe(value);
    expect(more).toEqual([]);
  });

  it.each([
    '12.05.2018',
    '02/03/2026 14:22',
    '2026/11/05 12:08',
    '18-11-2026',
    'VAT 17.5%',
    'MwSt 8,10 %',
    'GST @ 6.00%',
    'No 2024/0117',
    'HC-2005-31',
    'IBAN CH93 0076 2011 6238 5295 7',
    'Tel 031 555 01 44',
    'F-12.50',
    'GB82 WEST 1234 5698 7654 32',
    'SDN BHD 123456',
    'v1.2.3.45',
    'info@4.50.de',
    '18.05 Uhr',
    '2.50 kg',
    'Menge 2 TOP 5',
    '10 FT',
    '1.2345',
    '',
  ])('finds none in %j', (text) => expect(valuesOf(text)).toEqual([]));

  it.each([
    'Estimated total: £3,500 – £5,000',
    '£3,500-£5,000',
    'zwischen 3.500,00 bis 5.000,00 €',
    'de 100,00 à 200,00 €',
    '10.00-15.00',
    '€3,500-5,000',
  ])('knows both ends of %j as a range', (text) => {
    const found = findAmounts(text, { locale: 'en-GB' });
    expect(found.map(({ isRange }) => isRange)).toEqual([true, true]);
    expect(found.every(({ value }) => !value.startsWith('-'))).toBe(true);
  });

  it('takes whole numbers where the money has no decimals, and three decimals where it has three', () => {
    expect(valuesOf('Subtotal 1,108', { locale: 'en', currency: 'JPY' })).toEqual(['1108']);
    expect(valuesOf('88', { locale: 'en', currency: 'JPY' })).toEqual(['88']);
    expect(valuesOf('Table 5', { locale: 'en', currency: 'JPY' })).toEqual([]);
    expect(valuesOf('2026/11/05 12:08', { locale: 'en', currency: 'JPY' })).toEqual([]);
    expect(valuesOf('Total 12.500', { locale: 'en', currency: 'KWD' })).toEqual(['12.500']);
    expect(valuesOf('Total 12.500', { locale: 'en', currency: 'USD' })).toEqual([]);
  });

  it('never reads thousands of a currency with decimals of its own as decimals of another country', () => {
    expect(valuesOf('£3,500', { locale: 'de-DE' })).toEqual(['3500.00 GBP']);
    expect(valuesOf('¥110,800', { locale: 'de-DE' })).toEqual(['110800 JPY|CNY']);
    expect(valuesOf('$1,250', { locale: 'fr-FR' })[0]).toMatch(/^1250\.00 USD/);
    // As the rest of the paper prints it.
    expect(valuesOf('€ 1,250', { locale: 'de-DE', decimalMark: '.' })).toEqual(['1250.00 EUR']);
  });

  it('says where each amount stands, with its sign and currency', () => {
    const text = 'Rabatt -3,50 €   Summe EUR 12,00';
    for (const { raw, index } of findAmounts(text, { locale: 'de-DE' }))
      expect(text.slice(index, index + raw.length)).toBe(raw);
    expect(findAmounts(text, { locale: 'de-DE' }).map(({ raw }) => raw)).toEqual(['-3,50 €', 'EUR 12,00']);
  });

  it('takes a text that lost its point only where print may be faint', () => {
    expect(valuesOf('12 50')).toEqual([]);
    expect(valuesOf('12 50', { locale: 'en-GB', maybeFaint: true })).toEqual(['12.50']);
  });

  it('stays within the text whatever it is', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(..."0123456789.,' -–()€$¥RMkr/:%\u202fAl|") }),
        (text) => {
          let from = 0;
          for (const { value, raw, index } of findAmounts(text, { locale: 'de-DE', currency: 'JPY' })) {
            expect(value).toMatch(/^-?\d+(\.\d+)?$/);
            expect(text.slice(index, index + raw.length)).toBe(raw);
            expect(index).toBeGreaterThanOrEqual(from);
            from = index + raw.length;
          }
        },
      ),
      { seed: 20261126, numRuns: 3000 },
    );
  });
});

it('tells the decimal mark of a document by its own amounts', () => {
  expect(printedDecimalMark(['Tea 4.00', 'Cake 12.50', '12.05.2026'])).toBe('.');
  expect(printedDecimalMark(['Tee 4,00', 'Kuchen 1.012,50', 'MwSt 8.10 %'])).toBe(',');
  expect(printedDecimalMark(['4,00', '5.00'])).toBeUndefined();
  expect(printedDecimalMark(['nothing'])).toBeUndefined();
});
