// cspell:disable -- receipts in many languages
import { inputOfText } from '@readout/plugin-kit/testing';
import { describe, expect, it } from 'vitest';
import receipt from './index.ts';

const read = (rows: readonly string[], locale = 'en-GB') =>
  receipt.read(inputOfText(rows.join('\n'), { locale }));
const valuesOf = (rows: readonly string[], locale?: string) =>
  Object.fromEntries(
    Object.entries(read(rows, locale)[0]?.fields ?? {}).map(([name, { value }]) => [name, value]),
  );

const laden = ['BUCHLADEN AM MARKT', 'Hauptstr. 1, 50667 Köln', '12.11.2026 16:20'];

describe('the money of a receipt', () => {
  it.each<[name: string, locale: string, rows: string[], expected: Record<string, string>]>([
    [
      'yen',
      'en',
      [
        'MOMIJI STORE',
        'Ginza, Tokyo',
        '2026/11/05 12:08',
        'Tea   ¥300',
        'Rice   ¥1,808',
        'Subtotal   ¥2,108',
        'Tax 8%   ¥168',
        'Total   ¥2,276',
        'Cash   ¥3,000',
        'Change   ¥724',
      ],
      { subtotal: '2108', tax: '168', total: '2276', currency: 'JPY' },
    ],
    [
      'yen with decimals of nobody',
      'de-DE',
      [
        'MOMIJI STORE',
        '2026/11/05 12:08',
        'Tea   ¥110,800',
        'Total   ¥110,800',
        'Cash   ¥120,000',
        'Change   ¥9,200',
      ],
      { total: '110800', currency: 'JPY' },
    ],
    [
      'rupees',
      'en-US',
      [
        'CHAI HOUSE',
        'MG Road, Bengaluru 560001',
        '05/11/2026 12:08',
        'Tea   Rs 60',
        'Thali   Rs 400',
        'Total   Rs 460',
        'Cash   Rs 500',
        'Change   Rs 40',
      ],
      { total: '460.00', currency: 'INR' },
    ],
    [
      'lakh',
      'en-IN',
      [
        'PUMP HOUSE',
        'Bengaluru 560001',
        '05/11/2026 12:08',
        'Pump   1,04,600.00',
        'Total   1,04,600.00',
        'Cash   1,05,000.00',
        'Change   400.00',
      ],
      { total: '104600.00', currency: 'INR' },
    ],
    [
      'rand',
      'en-GB',
      [
        'KAAP BAKERY',
        'Long Street, Cape Town',
        '05/11/2026 12:08',
        'Bread   R18.99',
        'VAT 15%   R2.48',
        'Total   R18.99',
        'Card   R18.99',
      ],
      { total: '18.99', currency: 'ZAR' },
    ],
    [
      'dollars in Germany',
      'de-DE',
      [
        'BLUE HERON DINER',
        '214 Harbor Road',
        'Portland, ME 04101',
        '01/18/2026 08:05 AM',
        'Coffee   $24.25',
        'Tax   $1.94',
        'Total   $26.19',
        'Visa   $26.19',
      ],
      { total: '26.19', currency: 'USD' },
    ],
    [
      'francs',
      'de-CH',
      [
        'VELO AARE AG',
        '3011 Bern',
        '07.02.2026 16:20',
        "Rad   1'149.00",
        'Schloss   85.50',
        "Total CHF   1'234.50",
        "Maestro   1'234.50",
      ],
      { total: '1234.50', currency: 'CHF' },
    ],
    [
      'kronor',
      'sv-SE',
      [
        'KAFFE AB',
        'Storgatan 1, 111 22 Stockholm',
        '2026-02-07 16:20',
        'Kaffe   42 kr',
        'Bulle   38 kr',
        'Totalt   80 kr',
        'Kort   80 kr',
        'Moms 12%   8,57',
      ],
      { total: '80.00', currency: 'SEK' },
    ],
    [
      'dinars',
      'en-GB',
      [
        'PEARL MARKET',
        'Block 3, Salmiya',
        '05/11/2026 12:08',
        'Dates   KWD 2.250',
        'Coffee   KWD 1.500',
        'Total   KWD 3.750',
        'Cash   KWD 5.000',
        'Change   KWD 1.250',
      ],
      { total: '3.750', currency: 'KWD' },
    ],
    [
      'whole euros',
      'de-DE',
      [...laden, 'Regal   1.190,-', 'Summe EUR   1.190,-', 'EC-Karte   1.190,-'],
      { total: '1190.00', currency: 'EUR' },
    ],
    [
      'złoty',
      'pl-PL',
      [
        'SKLEP',
        'ul. Długa 5, 31-147 Kraków',
        'NIP: 1234563218',
        '07.02.2026 16:20',
        'Chleb   4,50 zł',
        'SUMA PLN   4,50',
        'Karta   4,50',
      ],
      { total: '4.50', currency: 'PLN' },
    ],
  ])('reads %s', (_, locale, rows, expected) => expect(valuesOf(rows, locale)).toMatchObject(expected));

  it.each([
    [
      'de-DE',
      '$',
      [
        'CAFE',
        '12/11/2026 08:05',
        'Coffee   $4.20',
        'Tax   $0.30',
        'Total   $4.50',
        'Visa   $4.50',
        'Thank you',
      ],
      'EUR',
    ],
    [
      'en-GB',
      'kr',
      [
        'CAFE',
        '12/11/2026 08:05',
        'Coffee   42 kr',
        'Tax   8 kr',
        'Total   50 kr',
        'Visa   50 kr',
        'Thank you',
      ],
      'GBP',
    ],
    [
      'en-US',
      'Rs',
      [
        'CAFE',
        '12/11/2026 08:05',
        'Coffee   Rs 42',
        'Tax   Rs 8',
        'Total   Rs 50',
        'Visa   Rs 50',
        'Thank you',
      ],
      'USD',
    ],
    [
      'en-US',
      '¥',
      ['CAFE', '12/11/2026 08:05', 'Coffee   ¥420', 'Tax   ¥80', 'Total   ¥500', 'Visa   ¥500', 'Thank you'],
      'USD',
    ],
  ])('under %s never takes %s for the money used there', (locale, _, rows, home) => {
    const [record] = read(rows, locale);
    expect(record?.fields.total).toBeDefined();
    const { currency } = record!.fields;
    expect(currency?.value).not.toBe(home);
    if (currency) {
      expect(currency.ambiguous?.length).toBeGreaterThan(0);
      expect(currency.confidence).toBeLessThan(0.6);
    }
  });
});

describe('what is not a receipt', () => {
  it.each([
    [
      'a contract with a range',
      [
        'Roofing Agreement',
        'between Harrow Ltd, 12 Mill Lane, York YO1 7PQ',
        'Tel 020 7946 0991',
        '24/03/2026',
        'Deposit paid   £500.00',
        'Estimated total: £3,500 – £5,000',
        'VAT included',
      ],
    ],
    [
      'an untitled estimate',
      [
        'Harrow Ltd',
        '12 Mill Lane, York YO1 7PQ',
        'Tel 020 7946 0991',
        '24/03/2026 10:00',
        'Estimated total   £5,000.00',
        'VAT 20%   £833.33',
      ],
    ],
    [
      'an offer',
      [
        'Nordwerk GmbH',
        'Hauptstr. 1, 50667 Köln',
        'Angebot Nr. 12',
        '24.03.2026',
        'Pumpe   820,00',
        'MwSt 19%   155,80',
        'Gesamtbetrag EUR   975,80',
        'Tel. 0221 123456',
      ],
    ],
    [
      'a statement',
      [
        'Beispielbank',
        'Hauptstr. 1, 50667 Köln',
        'Kontoauszug',
        '24.03.2026 10:00',
        'Kartenzahlung   20,00',
        'Saldo EUR   820,00',
        'Summe   840,00',
      ],
    ],
    [
      'a reminder',
      [
        'Nordwerk GmbH',
        'Hauptstr. 1, 50667 Köln',
        'Zahlungserinnerung',
        '24.03.2026',
        'Rechnung 118   820,00',
        'MwSt 19%   155,80',
        'Summe EUR   975,80',
      ],
    ],
    [
      'a delivery note',
      [
        'Beaumont SARL',
        '8 rue des Lilas',
        '69003 Lyon',
        'Bon de livraison 55',
        '11/02/2026 10:12',
        'Papier   84,00 €',
        'TVA 20 %   14,00',
        'Total TTC   84,00 €',
      ],
    ],
    [
      'a Spanish quotation',
      [
        'Alborada S.L.',
        'Calle Mayor 18',
        '28013 Madrid',
        'PRESUPUESTO 118',
        '11/02/2026 10:12',
        'Diseño   84,00 €',
        'IVA 21%   17,64',
        'Total   101,64 €',
      ],
    ],
  ])('%s', (_, rows) => expect(read(rows, 'de-DE')).toEqual([]));
});
