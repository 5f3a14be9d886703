// cspell:disable -- invoices in many languages
import { describe, expect, it } from 'vitest';
import { recordsOf, valuesOf } from './read-text.ts';

const sums = ['', '', 'Total due   1.008,00', 'IBAN DE89 3704 0044 0532 0130 00'];
const pageOf = (...rows: string[]) => [
  'Nordwerk Pumpen AG',
  'Hafenweg 4',
  '20457 Hamburg',
  '',
  ...rows,
  ...sums,
];

describe('the buyer', () => {
  it.each<[locale: string, rows: string[], buyer: string]>([
    ['en-GB', ['Invoice 118-A', 'Bill to: Example Works Ltd'], 'Example Works Ltd'],
    [
      'en-GB',
      ['Invoice 118-A', 'Bill to', 'Example Works Ltd', '12 Mill Lane', 'Leeds LS1 4AP'],
      'Example Works Ltd',
    ],
    [
      'en-GB',
      ['Invoice 118-A', 'Ship to        Bill to', 'Depot North    Example Works Ltd'],
      'Example Works Ltd',
    ],
    [
      'en-GB',
      ['Invoice 118-A', 'Customer:      Example Works Ltd', 'Invoice date:   12/10/2026'],
      'Example Works Ltd',
    ],
    ['en-GB', ['Invoice 118-A', 'To: Example Works Ltd'], 'Example Works Ltd'],
    ['de-DE', ['Rechnung 118-17', 'Rechnung an:', 'Muster & Söhne KG', 'Hafenstraße 3'], 'Muster & Söhne KG'],
    ['de-DE', ['Rechnung 118-17', 'Rechnungsempfänger', 'Firma', 'Muster KG'], 'Muster KG'],
    ['de-DE', ['Rechnung 118-17', 'Kunde: Muster KG', 'Kunden-Nr.: 4711'], 'Muster KG'],
    ['fr-FR', ['Facture F-118', 'Facturé à', 'Exemple SAS', '8 rue des Lilas'], 'Exemple SAS'],
    ['fr-FR', ['Facture F-118', 'Adresse de facturation :', 'Exemple SAS'], 'Exemple SAS'],
    ['fr-FR', ['Facture F-118', 'Client : Exemple SAS', 'N° client : 4711'], 'Exemple SAS'],
    ['es-ES', ['Factura A-77', 'Facturar a:', 'Ejemplo S.A.'], 'Ejemplo S.A.'],
    ['es-ES', ['Factura A-77', 'Datos del cliente', 'Ejemplo S.A.'], 'Ejemplo S.A.'],
    ['it-IT', ['Fattura n. 55/A', 'Spett.le Ditta Esempio S.p.A.'], 'Esempio S.p.A.'],
    ['it-IT', ['Fattura n. 55/A', 'Cessionario: Esempio S.p.A.'], 'Esempio S.p.A.'],
    ['nl-NL', ['Factuur 2026031', 'Factuuradres', 'Voorbeeld N.V.'], 'Voorbeeld N.V.'],
    ['pl-PL', ['Faktura VAT 17/2026', 'Nabywca: Przykład S.A.'], 'Przykład S.A.'],
  ])('is found by its label, in %s: %j', (locale, rows, buyer) =>
    expect(valuesOf(pageOf(...rows), locale)).toMatchObject({ supplier: 'Nordwerk Pumpen AG', buyer }),
  );

  it.each<[locale: string, rows: string[]]>([
    ['en-GB', ['Invoice 118-A', 'Customer no: 4711']],
    ['en-GB', ['Invoice 118-A', 'Customer service is open on weekdays']],
    ['en-GB', ['Invoice 118-A', 'Ship to: Depot North']],
    ['en-GB', ['Invoice 118-A', 'Client work   840.00']],
    ['de-DE', ['Rechnung 118-17', 'Kunden-Nr. 4711', 'Kunden-Hotline: 0800 1234']],
    ['de-DE', ['Rechnung 118-17', 'Lieferanschrift: Lager Nord']],
    ['fr-FR', ['Facture F-118', 'Code client : 4711', 'Livré à : Dépôt Nord']],
    ['es-ES', ['Factura A-77', 'Cliente n.º 4711']],
    ['nl-NL', ['Factuur 2026031', 'Klantnummer 4711']],
  ])('is left out where only other things stand there, in %s: %j', (locale, rows) => {
    const values = valuesOf(pageOf(...rows), locale);
    expect(values.total).toBe('1008.00');
    expect(values.buyer).toBeUndefined();
  });

  it('is the only other address above the items, in the window of an envelope', () => {
    const [record] = recordsOf(
      [
        'Nordwerk Pumpen GmbH · Gartenweg 7 · 70173 Stuttgart',
        'Muster & Söhne KG',
        'Hafenstraße 3',
        '20457 Hamburg',
        '',
        'Rechnung 118-17   Datum: 12.10.2026',
        ...sums,
      ],
      'de-DE',
    );
    const { supplier, address, buyer } = record!.fields;
    expect([supplier?.value, address?.value, buyer?.value]).toEqual([
      'Nordwerk Pumpen GmbH',
      'Gartenweg 7\n70173 Stuttgart',
      'Muster & Söhne KG',
    ]);
    expect(buyer!.confidence).toBeLessThan(0.8);
  });

  it('is left out where two other addresses could be its', () => {
    const rows = [
      'Muster KG          Beispiel GmbH',
      'Hafenstraße 3      Ringweg 5',
      '20457 Hamburg      50667 Köln',
      '',
      'Rechnung 118-17',
    ];
    expect(valuesOf(pageOf(...rows), 'de-DE').buyer).toBeUndefined();
  });
});

describe('tax numbers', () => {
  it.each<[locale: string, rows: string[], supplier: string | undefined, buyer: string | undefined]>([
    [
      'de-DE',
      ['USt-IdNr.: DE136695976', 'Rechnung 118-17', 'Rechnung an:', 'Muster KG', 'USt-IdNr.: DE811569869'],
      'DE136695976',
      'DE811569869',
    ],
    [
      'de-DE',
      ['Rechnung 118-17', 'Ihre USt-IdNr.: DE811569869', 'Unsere USt-IdNr.: DE136695976'],
      'DE136695976',
      'DE811569869',
    ],
    ['de-DE', ['Steuernummer 257/123/45678', 'Rechnung 118-17'], '257/123/45678', undefined],
    [
      'en-GB',
      ['Invoice 118-A', 'Customer VAT no: GB 987 6543 21', 'VAT Reg No: GB 123 4567 82'],
      'GB123456782',
      'GB987654321',
    ],
    [
      'fr-FR',
      ['Facture F-118', 'TVA intracommunautaire : FR40303265045', 'TVA client : FR83404833048'],
      'FR40303265045',
      'FR83404833048',
    ],
    [
      'es-ES',
      ['CIF: B12345674', 'Factura A-77', 'Cliente: Ejemplo S.A.', 'CIF: A58818501'],
      'B12345674',
      'A58818501',
    ],
    [
      'pl-PL',
      [
        'Sprzedawca: Bystra Sp. z o.o.',
        'NIP: 1234563218',
        'Nabywca: Przykład S.A.',
        'NIP: 5260250274',
        'Faktura VAT 17/2026',
      ],
      '1234563218',
      '5260250274',
    ],
  ])('are told apart, in %s: %j', (locale, rows, supplierTaxId, buyerTaxId) => {
    const values = valuesOf(pageOf(...rows), locale);
    expect([values.supplierTaxId, values.buyerTaxId]).toEqual([supplierTaxId, buyerTaxId]);
  });
});

describe('the number of the order', () => {
  it.each<[locale: string, row: string, number: string]>([
    ['en-GB', 'PO number: 450012345', '450012345'],
    ['en-GB', 'P.O. #: AB-1200', 'AB-1200'],
    ['en-GB', 'Your order no. 4711', '4711'],
    ['en-GB', 'Purchase order   PO-2026/88', 'PO-2026/88'],
    ['en-GB', 'Order no: 4711', '4711'],
    ['de-DE', 'Bestellnummer: 450012345', '450012345'],
    ['de-DE', 'Ihre Bestellung 4711 vom 01.10.2026', '4711'],
    ['de-DE', 'Auftrags-Nr. A-2026-15', 'A-2026-15'],
    ['fr-FR', 'N° de commande : CMD-4711', 'CMD-4711'],
    ['fr-FR', 'Bon de commande n° 4711', '4711'],
    ['fr-FR', 'Votre commande 4711 du 01/10/2026', '4711'],
    ['es-ES', 'N.º de pedido: 4711-B', '4711-B'],
    ['es-ES', 'Orden de compra: 450012345', '450012345'],
    ['it-IT', 'Vs. ordine n. 4711', '4711'],
    ['nl-NL', 'Bestelnummer: 4711', '4711'],
    ['nl-NL', 'Uw ordernummer 4711', '4711'],
    ['pl-PL', 'Nr zamówienia: ZAM/4711', 'ZAM/4711'],
    ['sv-SE', 'Ordernummer: 4711', '4711'],
  ])('is found in %s: %s', (locale, row, number) =>
    expect(valuesOf(pageOf('Invoice / Rechnung / Facture / Factura 118', row), locale).orderNumber).toBe(
      number,
    ),
  );

  it.each<[locale: string, rows: string[]]>([
    ['en-GB', ['Order date: 01/10/2026']],
    ['en-GB', ['Order confirmed on 1 October 2026']],
    ['en-GB', ['PO Box 4711, Leeds']],
    ['en-GB', ['Cheques to the order of Nordwerk']],
    ['de-DE', ['Bestelldatum: 01.10.2026']],
    ['de-DE', ['Bezeichnung   Bestell-Nr.   Menge   Betrag', 'Pumpe   4711-A   1   840,00']],
    ['fr-FR', ['Date de commande : 01/10/2026']],
    ['es-ES', ['Fecha de pedido: 01/10/2026']],
  ])('is not made of other things, in %s: %j', (locale, rows) =>
    expect(
      valuesOf(pageOf('Invoice / Rechnung / Facture / Factura 118', ...rows), locale).orderNumber,
    ).toBeUndefined(),
  );
});

describe('the net amount', () => {
  it.each<[rows: string[], net: string | undefined]>([
    [['Subtotal   100.00', 'VAT 20%   20.00', 'Total due   £120.00'], '100.00'],
    [
      [
        'Subtotal   100.00',
        'Discount   -10.00',
        'Net total   90.00',
        'VAT 20%   18.00',
        'Total due   £108.00',
      ],
      '90.00',
    ],
    [['Subtotal   100.00', 'Discount   10.00', 'VAT 20%   18.00', 'Total due   £108.00'], undefined],
    [
      ['Base imponible   100,00', 'IVA 21%   21,00', 'IRPF -15%   -15,00', 'Total factura   106,00 €'],
      '100.00',
    ],
    [['Work   120.00', 'Total due   £120.00'], undefined],
  ])('is what is taxed, where it is printed: %j', (rows, net) =>
    expect(
      valuesOf(['Nordwerk Ltd', 'Invoice 118-A', 'Date: 12/10/2026', 'Due date: 11/11/2026', ...rows]).net,
    ).toBe(net),
  );
});
