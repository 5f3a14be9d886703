// cspell:disable -- invoices in many languages
import { describe, expect, it } from 'vitest';
import { type Paper, readPaper, recordsOf } from './read-text.ts';

const papers: Paper[] = [
  [
    'de-DE',
    3,
    {
      supplier: 'Elektro Brandt GmbH',
      buyer: 'Hausverwaltung Kern OHG',
      number: '2026-1042',
      orderNumber: '88-412',
      date: '2026-10-12',
      due: '2026-11-11',
      periodStart: '2026-09-21',
      periodEnd: '2026-10-02',
      net: '3161.00',
      tax: '600.59',
      total: '3761.59',
    },
    `                                              Elektro Brandt GmbH
                                              Industriestr. 12
                                              33602 Bielefeld
Elektro Brandt GmbH, Industriestr. 12, 33602 Bielefeld
Hausverwaltung Kern OHG
Frau Petra Kern
Am Markt 5
33330 Gütersloh

                                              Bielefeld, den 12. Oktober 2026

Rechnung Nr. 2026-1042

Kunden-Nr.: 20417      Ihre Bestellung: 88-412 vom 01.09.2026
Leistungszeitraum: 21.09.2026 bis 02.10.2026

Sehr geehrte Frau Kern,
für die ausgeführten Arbeiten berechnen wir Ihnen:

Pos  Bezeichnung                      Menge   Einheit   EP in €    GP in €
1    Installation Zählerschrank       1       psch      1.850,00   1.850,00
     inkl. Anschluss und Prüfung
2    Leitung NYM-J 5x2,5              120     m             2,40     288,00
3    Arbeitszeit Monteur              16,5    Std.         62,00   1.023,00
                                                Summe netto        3.161,00
                                                zzgl. 19% USt        600,59
                                                Gesamtbetrag       3.761,59
Zahlbar innerhalb 8 Tagen mit 2 % Skonto oder 30 Tage netto.
Steuernummer: 305/5821/0912    USt-IdNr.: DE123456789
Sparkasse Bielefeld   IBAN DE89 3704 0044 0532 0130 00   BIC COBADEFFXXX`,
  ],
  [
    'en-US',
    2,
    {
      supplier: 'Cascade Tooling LLC',
      buyer: 'Rainier Motors Inc',
      number: 'CT-10447',
      orderNumber: '4500-7781',
      date: '2026-10-06',
      due: '2026-11-05',
      discount: '52.00',
      tax: '81.51',
      total: '1088.01',
    },
    `Cascade Tooling LLC                    INVOICE
88 Foundry Way                         Invoice #: CT-10447
Portland, OR 97209                     Invoice Date: 10/06/2026
                                       P.O. Number: 4500-7781
                                       Terms: 2% 10, Net 30
Bill To:                 Ship To:
Rainier Motors Inc       Rainier Motors Plant 2
400 Pine St              9 Dock Rd
Seattle, WA 98101        Tacoma, WA 98402

Item      Description            Qty    Rate      Amount
CT-5      Carbide end mill       24     31.25      750.00
CT-9      Collet set              2    145.00      290.00
                                 Subtotal        1,040.00
                                 Discount (5%)     -52.00
                                 Shipping           18.50
                                 Sales Tax 8.25%    81.51
                                 Total Due      $1,088.01`,
  ],
  [
    'nl-NL',
    2,
    {
      supplier: 'Bakkerij De Molen B.V.',
      buyer: 'Restaurant Zon',
      number: '2026-551',
      date: '2026-10-05',
      due: '2026-10-19',
      deliveryDate: '2026-10-01',
      net: '133.00',
      tax: '11.97',
      total: '144.97',
    },
    `Bakkerij De Molen B.V.
Dorpsstraat 3, 1234 AB Laren
Factuur
Factuurnummer: 2026-551   Factuurdatum: 05-10-2026   Debiteurnummer: 3301
Aan: Restaurant Zon, Plein 4, 1251 LA Laren
Levering week 40    Leverdatum: 01-10-2026
Artikel            Aantal    Prijs    BTW%    Totaal
Brood wit          40        2,10     9       84,00
Taart              2         24,50    9       49,00
Totaal excl. btw                              133,00
9% btw over 133,00                             11,97
Te betalen                                  € 144,97
Gelieve te betalen binnen 14 dagen onder vermelding van het factuurnummer.`,
  ],
  [
    'de-DE',
    2,
    {
      supplier: 'TeleNord Kommunikation GmbH',
      address: '20095 Hamburg',
      buyer: 'Nordwerk Pumpen GmbH',
      number: '294471883510',
      date: '2026-11-03',
      periodStart: '2026-10-01',
      periodEnd: '2026-10-31',
      total: '59.38',
    },
    `TeleNord Kommunikation GmbH, 20095 Hamburg
Nordwerk Pumpen GmbH
Gartenweg 7
70173 Stuttgart

Ihre Mobilfunk-Rechnung für Oktober 2026
Kundennummer      29 4471 8835
Rechnungsnummer   29 4471 8835 10
Rechnungsdatum    03.11.2026
Abrechnungszeitraum   01.10.2026 - 31.10.2026

Leistung                        Zeitraum          Netto EUR
Grundpreis Business L           01.10.-31.10.     39,90
Datenoption 10 GB               01.10.-31.10.     10,00
Summe netto                                       49,90
Umsatzsteuer 19%                                   9,48
Rechnungsbetrag                                   59,38
Der Betrag wird am 17.11.2026 von Ihrem Konto DE12 5001 0517 0648 4898 90 abgebucht.
Steuernummer 27/123/45678`,
  ],
  [
    'en-GB',
    2,
    {
      supplier: 'Brook & Lane LLP',
      buyer: 'Harbour Hotel Ltd',
      number: '20261102',
      date: '2026-11-02',
      due: '2026-11-16',
      periodStart: '2026-10-01',
      periodEnd: '2026-10-31',
      net: '780.00',
      total: '936.00',
    },
    `Brook & Lane LLP
4 High Street, Bath BA1 2AB
VAT No. GB 987 6543 21
Invoice to:
Harbour Hotel Ltd
Quay Road
Bristol BS1 4XY
INVOICE 20261102
Date of issue: 2 November 2026
Period: 1 Oct – 31 Oct 2026
Description                                  Hours     Rate       Total
Advice on lease of premises                  3.50      £210.00    £735.00
at Quay Road including site visit
Disbursements                                                     £45.00
Net                                                               £780.00
VAT at 20%                                                        £156.00
Balance due                                                       £936.00
Payment within 14 days please. Late payments bear interest at 8% after 30 days.`,
  ],
  [
    'sv-SE',
    2,
    {
      supplier: 'Norrbygg AB',
      buyer: 'Kommunen i Umeå',
      number: '20455',
      orderNumber: '7781',
      date: '2026-10-05',
      due: '2026-11-04',
      net: '6600.00',
      total: '8250.00',
    },
    `Norrbygg AB
Box 12, 903 21 Umeå
Faktura 20455
Fakturadatum 2026-10-05      Förfallodatum 2026-11-04
Kund: Kommunen i Umeå
Er referens: Anna Berg       Ordernummer: 7781
Benämning            Antal   Enhet   À-pris      Belopp
Rivning              12      tim     450,00      5 400,00
Container            1       st      1 200,00    1 200,00
Netto 6 600,00
Moms 25% 1 650,00
Att betala 8 250,00 kr
Betalningsvillkor 30 dagar netto`,
  ],
  [
    'en-GB',
    1,
    {
      supplier: 'Brook & Lane LLP',
      buyer: 'Harbour Hotel Ltd',
      number: 'CN-204',
      net: '-100.00',
      total: '-120.00',
    },
    `CREDIT NOTE CN-204
Brook & Lane LLP
Customer: Harbour Hotel Ltd
Date: 12 November 2026
Original invoice: 20261102
Description        Qty   Price    Total
Overcharged visit  1     £100.00  £100.00
Subtotal £100.00
VAT 20% £20.00
Total credit £120.00`,
  ],
  [
    'de-DE',
    2,
    {
      supplier: 'Schreinerei Holz & Form e.K.',
      buyer: 'Gasthof Adler GmbH',
      number: '26-0931',
      date: '2026-10-09',
      due: '2026-10-23',
      deliveryDate: '2026-10-06',
      discount: '60.05',
      net: '1140.95',
      tax: '216.78',
      total: '1357.73',
    },
    `Schreinerei Holz & Form e.K.          Rechnung
Waldweg 9, 87435 Kempten
                                      Rechnungs-Nr.: 26-0931
An:                                   Datum: 09.10.2026
Gasthof Adler GmbH                    Lieferdatum: 06.10.2026
Kirchplatz 2                          Kunden-Nr.: 1180
87437 Kempten                         Zahlbar bis: 23.10.2026
Menge   Bezeichnung              Einzelpreis    Gesamtpreis
4 Stk   Tischplatte Eiche geölt     289,00 €     1.156,00 €
1       Lieferung                    45,00 €        45,00 €
Zwischensumme                                    1.201,00 €
abzgl. 5 % Rabatt                                  -60,05 €
Nettobetrag                                      1.140,95 €
19 % MwSt.                                         216,78 €
Gesamtbetrag                                     1.357,73 €
Bei Zahlung bis zum 16.10.2026 gewähren wir 2 % Skonto (27,15 €).`,
  ],
];

describe('whole invoices of the north', () => {
  it.each(papers)('of %s come out with all that is on them', (locale, items, expected, text) => {
    const { values, failed } = readPaper(text, locale);
    expect(values).toMatchObject(expected);
    expect(values.items).toHaveLength(items);
    expect(failed).toEqual([]);
  });

  it('do not name the account of the buyer as that of the supplier', () => {
    const bill = papers.find(([, , { supplier }]) => supplier === 'TeleNord Kommunikation GmbH')![3];
    expect(recordsOf(bill.split('\n'), 'de-DE')[0]!.fields).not.toHaveProperty('iban');
  });
});
