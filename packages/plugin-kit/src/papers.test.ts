// cspell:disable -- words of many languages, as printed
import { describe, expect, it } from 'vitest';
import { layoutOf } from './layout.ts';
import { tellPaper } from './papers.ts';
import { readingOfText } from './reading-of-text.ts';

const kindOf = (...rows: string[]) => tellPaper(layoutOf(readingOfText(rows.join('\n')))).kind;

describe('tellPaper', () => {
  it.each([
    ['a title and a number', ['TAX INVOICE', 'Harrow Ltd', 'No: 118', 'Pump   840.00', 'Total   840.00']],
    ['terms in days', ['Nordwerk AG', 'Rechnung 118-17', 'Pumpe   84.00', 'Total   84.00', '30 Tage netto']],
    ['a due total', ['Harrow Ltd', 'Invoice: 118', 'Pump   840.00', 'Total due   £840.00']],
    [
      'an account and a day',
      [
        'Nordwerk AG',
        'Pumpe   84,00',
        'Betrag   84,00',
        'Fällig am 12.11.2026',
        'IBAN DE89 3704 0044 0532 0130 00',
      ],
    ],
    [
      'a title in French',
      ['Atelier Beaumont', 'FACTURE F2026-118', 'Total TTC   401,40 €', 'Échéance 13/03/2026'],
    ],
    ['a title in Spanish', ['Alborada S.L.', 'Factura: A-77', 'Total   902,66 €', 'Vencimiento 16/03/2026']],
    [
      'a card that paid for it',
      [
        'Hotel Muster',
        'Hotelrechnung Nr. 55',
        'Kundennummer 12',
        'Total   320,00',
        'Zahlbar bis 01.04.2026',
        'Visa   320,00',
      ],
    ],
    [
      'a reference to an order',
      [
        'Nordwerk AG',
        'Auftragsbestätigung Nr. 99',
        'RECHNUNG 118',
        'Total   84.00',
        'Zahlbar bis 01.04.2026',
      ],
    ],
  ])('knows an invoice by %s', (_, rows) => expect(kindOf(...rows)).toBe('invoice'));

  it.each([
    [
      'change',
      ['CORNER STORE', 'TAX INVOICE', 'Invoice no: 000412', 'Total   7.70', 'Cash   10.00', 'Change   2.30'],
    ],
    [
      'a card',
      ['CORNER STORE', 'TAX INVOICE', '02/03/2026 14:22', 'Cashier: Ann', 'Total   7.70', 'Visa   7.70'],
    ],
    [
      'its title',
      ['Supermercado', 'FACTURA SIMPLIFICADA', '02/03/2026 14:22', 'Total   7,70', 'Tarjeta   7,70'],
    ],
    [
      'a waiter',
      [
        'Gasthaus Krone',
        'Rechnung Nr. 55',
        'Tisch 12',
        'Es bediente Sie Anna',
        'Summe   45,00',
        'Bar   45,00',
      ],
    ],
    ['being none of the others', ['CORNER STORE', 'Tea   4.00', 'Total   4.00']],
    [
      'saying it was paid in cash',
      [
        'HARBOUR SDN BHD',
        'TAX INVOICE',
        'Invoice No: 4471',
        'Bill to: Cash',
        'Payment mode: Cash',
        'Amount due   7.70',
      ],
    ],
    ['a number of cash invoices', ['HARBOUR SDN BHD', 'TAX INVOICE', 'Cash Inv No.: 78F', 'Total   7.70']],
  ])('knows a receipt by %s', (_, rows) => expect(kindOf(...rows)).toBe('receipt'));

  it.each([
    [
      'a quotation',
      ['Harrow Ltd', 'QUOTATION', 'Quote no: Q-118', 'Total   820.00', 'An invoice follows on delivery.'],
    ],
    ['an estimate', ['Harrow Ltd', 'Estimate', 'Estimated total: £3,500 – £5,000']],
    ['an Italian estimate', ['Tipografia Campione', 'Stima dei costi', 'Totale stimato   3.579,00 EUR']],
    ['a Polish estimate', ['Drukarnia Wzorcowa', 'Kosztorys', 'Szacunkowa suma   4 760,00 zł']],
    ['a Dutch estimate', ['Voorbeeld B.V.', 'Kostenraming', 'Geschat totaal   € 4.760,00']],
    [
      'a contract',
      [
        'Service Agreement',
        'between Harrow Ltd and Example Works',
        'Total   820.00',
        'payable within 30 days',
      ],
    ],
    ['an offer', ['Nordwerk AG', 'Angebot Nr. 12', 'Gesamtbetrag   820,00', 'gültig bis 12.12.2026']],
    ['a German contract', ['Mietvertrag', 'Miete monatlich   820,00', 'fällig am 3. Werktag']],
    [
      'a statement',
      ['Example Bank', 'Statement of account', 'Balance   1,945.80', 'IBAN GB82 WEST 1234 5698 7654 32'],
    ],
    [
      'a German statement',
      ['Beispielbank', 'Kontoauszug 3/2026', 'Alter Saldo   1.945,80', 'IBAN DE89 3704 0044 0532 0130 00'],
    ],
    [
      'a reminder',
      [
        'Nordwerk AG',
        '2. Mahnung',
        'Rechnung Nr. 118 vom 01.02.2026',
        'Summe   84,00',
        'zahlbar bis 01.04.2026',
      ],
    ],
    ['a French reminder', ['Beaumont SARL', 'Rappel de paiement', 'Facture n° 118', 'Total   84,00 €']],
    ['a French quotation', ['Beaumont SARL', 'DEVIS N° 118', 'Total TTC   84,00 €']],
    ['a Spanish quotation', ['Alborada S.L.', 'PRESUPUESTO 118', 'Total   84,00 €']],
    ['a delivery note', ['Nordwerk GmbH', 'Lieferschein', 'Rechnung folgt gesondert.', 'Summe   84,00']],
    ['a French delivery note', ['Beaumont SARL', 'Bon de livraison 55', 'Total   84,00 €']],
    ['a Spanish delivery note', ['Alborada S.L.', 'Albarán nº 55', 'Total   84,00 €']],
    ['an order', ['Harrow Ltd', 'Purchase order 4471', 'Total   84.00']],
    ['a pro forma', ['Harrow Ltd', 'Pro forma invoice 4471', 'Total   84.00']],
  ])('knows %s as a paper nobody owes by', (_, rows) => expect(kindOf(...rows)).toBe('other'));

  it.each([
    ['Credit note no: CN-12', 'Total   84.00'],
    ['Gutschrift Nr. 55', 'Gesamtbetrag   84,00'],
    ['Rechnungskorrektur zu Rechnung 118-17', 'Gesamtbetrag   -84,00'],
    ["Facture d'avoir n° A12", 'Total TTC   84,00'],
    ['Factura rectificativa R-12', 'Total   -84,00'],
  ])('knows %j as a credit note', (...rows) => expect(kindOf('Nordwerk AG', ...rows)).toBe('credit-note'));

  it('counts work on oil as no money given back', () =>
    expect(
      kindOf(
        'Garage Ltd',
        'Invoice 118',
        'Oil change   45.00',
        'Total due   45.00',
        'Payment due 01/04/2026',
      ),
    ).toBe('invoice'));
});
