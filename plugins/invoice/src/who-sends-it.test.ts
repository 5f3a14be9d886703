// cspell:disable -- invoices in many languages
import { describe, expect, it } from 'vitest';
import { valuesOf } from './read-text.ts';

describe('who sends an invoice', () => {
  it.each<[locale: string, rows: string[], expected: Record<string, string>]>([
    [
      'nl-NL',
      [
        'Schildersbedrijf Proef',
        'Kade 3',
        '1011 AB Amsterdam',
        'Telefoon: 020 000 0123',
        '',
        'Muster Vastgoed B.V.',
        'Dijk 14',
        '3011 CC Rotterdam',
        '',
        'Factuur 2026-0118',
        'Factuurdatum: 12-10-2026',
        'Totaal te betalen   € 121,00',
        'IBAN NL91 ABNA 0417 1643 00',
        'Schildersbedrijf Proef   KvK 00000001',
      ],
      {
        supplier: 'Schildersbedrijf Proef',
        buyer: 'Muster Vastgoed B.V.',
        address: 'Kade 3\n1011 AB Amsterdam',
      },
    ],
    [
      'de-DE',
      [
        'Malerei Muster',
        'Gasse 3',
        '20457 Hamburg',
        'Tel. 040 000 123',
        '',
        'Beispiel Bau GmbH',
        'Weg 14',
        '20095 Hamburg',
        '',
        'Rechnung 118-17',
        'Rechnungsdatum: 12.10.2026',
        'Gesamtbetrag   1.190,00 €',
        'IBAN DE89 3704 0044 0532 0130 00',
        'Malerei Muster   www.muster.example',
      ],
      { supplier: 'Malerei Muster', buyer: 'Beispiel Bau GmbH', address: 'Gasse 3\n20457 Hamburg' },
    ],
    [
      'fr-FR',
      [
        'Atelier Exemple',
        '8 rue du Port · 33000 Bordeaux · Tél. 05 00 00 00 00',
        '',
        'Facture F-2026-118   Date : 12/10/2026',
        'Facturé à : Modèle SAS',
        '',
        '',
        'Total TTC   1 200,00 €',
        '',
        'Atelier Exemple   www.exemple.example',
      ],
      { supplier: 'Atelier Exemple', buyer: 'Modèle SAS', address: '8 rue du Port\n33000 Bordeaux' },
    ],
    [
      'en-GB',
      [
        'Sample Joinery - 12 Mill Lane - Leeds LS1 4AP',
        'Anyname Holdings Ltd',
        '3 Quay Road',
        'York YO1 7HH',
        '',
        'Invoice 118-A   Date 12/10/2026',
        'Total due   £1,008.00',
      ],
      { supplier: 'Sample Joinery', buyer: 'Anyname Holdings Ltd', address: '12 Mill Lane\nLeeds LS1 4AP' },
    ],
    [
      'es-ES',
      [
        'Ejemplo Suministros S.L.',
        '',
        'Factura A-77   Fecha: 12/10/2026',
        'Cliente: Modelo S.A.',
        'Total factura   121,00 €',
        'Ejemplo Suministros S.L.   Tel. 910 000 000',
        'Calle Mayor 3',
        '28999 Villaejemplo',
      ],
      {
        supplier: 'Ejemplo Suministros S.L.',
        buyer: 'Modelo S.A.',
        address: 'Calle Mayor 3\n28999 Villaejemplo',
      },
    ],
  ])('is told from a company that is billed by all that speaks for it, in %s', (locale, rows, expected) =>
    expect(valuesOf(rows, locale)).toMatchObject(expected),
  );

  it('is known where marks between the parts of its line, and letters of its form, are misread', () =>
    expect(
      valuesOf(
        [
          'Wzór Druk Sp. z 0.0.',
          'ul. Przykładowa 61 : 31-998 Wzorowice . tel. 22 000 04 37',
          '',
          'Wzór Druk Sp. z 0.0. -ul. Przykładowa 61 : 31-998 Wzorowice',
          'Dowolna Firma Sp. z o.o.',
          'ul. Wzorcowa 104',
          '00-999 Przykładowo',
          '',
          'Faktura VAT nr 17/2026',
          'Data wystawienia: 12.10.2026',
          'Płatność: przelew,30 dni',
          'Do zapłaty   1 230,00 zł',
        ],
        'pl-PL',
      ),
    ).toMatchObject({
      supplier: 'Wzór Druk Sp. z o.o.',
      buyer: 'Dowolna Firma Sp. z o.o.',
      address: 'ul. Przykładowa 61\n31-998 Wzorowice',
      due: '2026-11-11',
    }));

  it('has the address of the footer where whom it bills stands right below its name', () =>
    expect(
      valuesOf(
        [
          'Exemple Outillage SARL',
          'Mairie de Villexemple',
          "12 rue de l'Exemple",
          '75999 Villexemple',
          '',
          'Facture F-118   Date : 12/10/2026',
          'Total TTC   1 200,00 €',
          '',
          'Exemple Outillage SARL',
          '3 avenue du Modèle',
          '69999 Modèleville',
        ],
        'fr-FR',
      ),
    ).toMatchObject({
      supplier: 'Exemple Outillage SARL',
      address: '3 avenue du Modèle\n69999 Modèleville',
    }));

  it.each<[locale: string, labels: string]>([
    ['en-GB', 'From                    To'],
    ['de-DE', 'Von                     An'],
    ['nl-NL', 'Van                     Aan'],
    ['it-IT', 'Mittente                Destinatario'],
    ['es-ES', 'De                      Para'],
    ['pl-PL', 'Wystawca                Kupujący'],
  ])('stands under one of two short labels, in %s: %s', (locale, labels) =>
    expect(
      valuesOf(
        [
          labels,
          'Muster & Sohn           Beispiel S.A.',
          'Weg 3                   Gasse 14',
          '12345 Musterstadt       54321 Beispielhausen',
          '',
          'Invoice no. 118-A       Invoice date 2026-10-12',
          'Total due               1008.00 EUR',
        ],
        locale,
      ),
    ).toMatchObject({ supplier: 'Muster & Sohn', buyer: 'Beispiel S.A.' }),
  );
});

const head = ['Muster AG', 'Hafenweg 4', '20457 Hamburg', ''];
const sums = ['', '', 'Total due   1008,00 EUR', 'IBAN DE89 3704 0044 0532 0130 00'];

describe('facts of an invoice', () => {
  it.each<[locale: string, rows: string[], expected: Record<string, string>]>([
    [
      'en-GB',
      ['VAT Invoice', 'Date: 10/02/2026', 'Pay by: 12/03/2026', 'Customer: Test Ltd', 'Number: SI-795952'],
      { number: 'SI-795952' },
    ],
    [
      'pl-PL',
      [
        'FAKTURA VAT',
        'Data wystawienia: 06.01.2026',
        'Płatne do: 16.01.2026',
        'Data sprzedaży: 03.01.2026',
        'Nr   5754/FV/51',
      ],
      { number: '5754/FV/51', due: '2026-01-16' },
    ],
    [
      'pl-PL',
      ['FAKTURA KORYGUJĄCA F-3688/26', 'Wystawiono dnia 8 lutego 2026'],
      { number: 'F-3688/26', date: '2026-02-08' },
    ],
    [
      'es-ES',
      ['Factura', 'Número de factura: A/245046', 'Emitida el: 20 de diciembre de 2025'],
      { number: 'A/245046', date: '2025-12-20' },
    ],
    [
      'nl-NL',
      ['Factuur', 'Factuur nummer   VF2084/045', 'Datum factuur   04-05-2026'],
      { number: 'VF2084/045', date: '2026-05-04' },
    ],
    [
      'it-IT',
      ['Fattura n. 55/A', 'Emessa il 25-10-2025', 'Vs. ordine: ORD643560'],
      { date: '2025-10-25', orderNumber: 'ORD643560' },
    ],
    ['pl-PL', ['Faktura VAT nr 17/2026', 'Wzorowice, dnia 16 marca 2026'], { date: '2026-03-16' }],
    [
      'fr-FR',
      ['Facture F-118 du 12/10/2026', 'Votre réf. commande : C2063-759'],
      { orderNumber: 'C2063-759' },
    ],
  ])('are found beside the words of their country, in %s: %j', (locale, rows, expected) =>
    expect(valuesOf([...head, ...rows, ...sums], locale)).toMatchObject(expected),
  );

  it.each<[locale: string, title: string, sentence: string]>([
    ['en-GB', 'Invoice no. 118-A', 'Please pay the total by 12 November 2026.'],
    ['de-DE', 'Rechnung 118-17', 'Bitte überweisen Sie den Betrag bis zum 12.11.2026.'],
    ['fr-FR', 'Facture F-118', 'Merci de régler cette facture avant le 12/11/2026.'],
    ['es-ES', 'Factura A-77', 'Rogamos abonen el importe antes del 12 de noviembre de 2026.'],
    ['nl-NL', 'Factuur 2026031', 'Gelieve het bedrag vóór 12-11-2026 over te maken.'],
    ['pl-PL', 'Faktura VAT nr 17/2026', 'Prosimy o zapłatę do dnia 12 listopada 2026.'],
    ['it-IT', 'Fattura n. 55/A', 'Si prega di pagare entro il 12 novembre 2026.'],
  ])('say in a sentence when it is due, in %s: %s', (locale, title, sentence) =>
    expect(valuesOf([...head, title, sentence, ...sums], locale).due).toBe('2026-11-12'),
  );

  it.each<[locale: string, title: string, rows: string[], supplierTaxId: string]>([
    [
      'it-IT',
      'Fattura n. 55/A',
      ['Totale IVA 22%   5,46 €', 'P. IVA / C.F.: IT 78128189510'],
      'IT78128189510',
    ],
    ['es-ES', 'Factura A-77', ['Cuota IVA   29,23 €', 'NIF/CIF: B49426299'], 'B49426299'],
    // A small capital I is read as an L.
    ['es-ES', 'Factura A-77', ['Cuota IVA   29,23 €', 'N.L.F: B55838405'], 'B55838405'],
    ['es-ES', 'Factura A-77', ['Cuota IVA   29,23 €', 'N.l.E: B53932284'], 'B53932284'],
    ['en-GB', 'Invoice no. 118-A', ['VAT   572.96', 'VAT No.: GB 224 9253 47'], 'GB224925347'],
    [
      'pl-PL',
      'Faktura VAT nr 17/2026',
      ['Kwota VAT   608,93 zł', 'NIP sprzedawcy: 823-668-16-82'],
      '8236681682',
    ],
  ])('name a tax number, not an amount of the tax, in %s', (locale, title, rows, supplierTaxId) =>
    expect(valuesOf([...head, title, ...sums, ...rows], locale).supplierTaxId).toBe(supplierTaxId),
  );
});
