// cspell:disable -- invoices in many languages
import { describe, expect, it } from 'vitest';
import { type Paper, readPaper } from './read-text.ts';

const papers: Paper[] = [
  [
    'fr-FR',
    2,
    {
      supplier: 'SARL Menuiserie Dupont',
      buyer: 'Mairie de Blagnac',
      number: 'FA-2026-0231',
      orderNumber: 'BC-5521',
      date: '2026-11-03',
      due: '2026-12-31',
      net: '1640.00',
      tax: '292.00',
      total: '1932.00',
    },
    `SARL Menuiserie Dupont                          FACTURE
14 avenue de la Gare                            N° FA-2026-0231
31000 Toulouse                                  Date : 03/11/2026
SIRET 123 456 789 00012
TVA intracom. : FR32123456789
                                                Mairie de Blagnac
                                                1 place des Arts
                                                31700 Blagnac

Votre commande : BC-5521 du 02/10/2026
Désignation                       Qté    PU HT      TVA      Total HT
Porte chêne massif                2      640,00     20 %     1 280,00
Pose et finitions                 8 h     45,00     10 %       360,00
                                         Total HT            1 640,00
Taux      Base HT      Montant TVA
20 %      1 280,00     256,00
10 %      360,00       36,00
                                         Total TVA             292,00
                                         Net à payer         1 932,00 €
Conditions de règlement : 45 jours fin de mois
Pénalités de retard : 3 fois le taux légal. Indemnité forfaitaire 40,00 €`,
  ],
  [
    'es-ES',
    2,
    {
      supplier: 'Talleres Mecánicos Ruiz S.L.',
      supplierTaxId: 'B46123456',
      buyer: 'Transportes Levante S.A.',
      buyerTaxId: 'A46987654',
      number: '2026/0187',
      orderNumber: 'P-330',
      date: '2026-10-15',
      due: '2026-12-14',
      net: '130.00',
      tax: '27.30',
      total: '157.30',
    },
    `Talleres Mecánicos Ruiz S.L.            FACTURA
C/ Industria 22                         Nº Factura: 2026/0187
46014 Valencia                          Fecha: 15/10/2026
CIF: B46123456                          Pedido nº: P-330
Cliente: Transportes Levante S.A.
CIF: A46987654
Concepto              Cant.   Precio    Dto.   IVA    Importe
Cambio de aceite      1       85,00            21%     85,00
Filtros               4       12,50     10%    21%     45,00
Base imponible        130,00
IVA 21%               27,30
Total                 157,30 €
Forma de pago: transferencia a 60 días fecha factura`,
  ],
  [
    'pl-PL',
    2,
    {
      supplier: 'Auto-Serwis Nowak Sp. z o.o.',
      supplierTaxId: '5260250274',
      buyer: 'Firma Budowlana Kos',
      buyerTaxId: '1234563218',
      number: 'FV/10/2026/044',
      date: '2026-10-05',
      due: '2026-10-19',
      deliveryDate: '2026-10-02',
      net: '170.00',
      tax: '39.10',
      total: '209.10',
    },
    `Faktura VAT FV/10/2026/044
Data wystawienia: 05.10.2026     Data sprzedaży: 02.10.2026
Sprzedawca:                      Nabywca:
Auto-Serwis Nowak Sp. z o.o.     Firma Budowlana Kos
ul. Polna 8                      ul. Leśna 2
00-950 Warszawa                  31-147 Kraków
NIP: 5260250274                  NIP: 1234563218
Lp.  Nazwa              Ilość  J.m.  Cena netto  Wartość netto  Stawka VAT  Kwota VAT  Wartość brutto
1    Wymiana opon       1      usł.      120,00         120,00  23%             27,60          147,60
2    Płyn do spryskiw.  5      szt.       10,00          50,00  23%             11,50           61,50
Stawka VAT   Netto    VAT     Brutto
23%          170,00   39,10   209,10
Razem        170,00   39,10   209,10
Do zapłaty: 209,10 PLN   Sposób zapłaty: przelew 14 dni
Nr konta PL61 1090 1014 0000 0712 1981 2874`,
  ],
  [
    'it-IT',
    2,
    {
      supplier: 'Officine Bianchi S.r.l.',
      supplierTaxId: 'IT01234567890',
      buyer: 'Comune di Lodi',
      buyerTaxId: '09876543210',
      number: '88/2026',
      orderNumber: '2026/44',
      date: '2026-10-05',
      due: '2026-11-30',
      net: '535.00',
      tax: '117.70',
      total: '652.70',
    },
    `Officine Bianchi S.r.l.
Via Roma 15 - 20121 Milano
P.IVA IT01234567890
FATTURA N. 88/2026 del 05/10/2026
Spett.le
Comune di Lodi
Piazza Broletto 1
26900 Lodi
P.IVA 09876543210
Vs. ordine n. 2026/44 del 01/09/2026
Descrizione              Q.tà   Prezzo unit.   Sconto   Aliq.   Importo
Manutenzione caldaia     1      400,00                  22%     400,00
Valvola di sicurezza     3      50,00          10%      22%     135,00
Imponibile     Aliquota     Imposta
535,00         22%          117,70
Totale documento        € 652,70
Pagamento: bonifico 30 gg d.f.f.m.`,
  ],
  [
    'fr-FR',
    2,
    {
      supplier: 'Cabinet Moreau SELARL',
      buyer: 'SCI Les Tilleuls',
      buyerTaxId: 'FR40303265045',
      number: '2026-118',
      date: '2026-10-12',
      due: '2026-11-11',
      terms: 'Paiement à 30 jours par virement. Escompte 1 % pour paiement sous 8 jours',
      discount: '300.00',
      net: '2000.00',
      total: '2400.00',
    },
    `Facture n° 2026-118            Le 12 octobre 2026
Cabinet Moreau SELARL
Client : SCI Les Tilleuls
N° TVA client : FR40303265045
Honoraires du 1er au 30 septembre 2026
Prestation                       Montant HT
Consultation juridique           1 500,00 €
Rédaction d'acte                   800,00 €
Remise exceptionnelle             -300,00 €
Total HT                         2 000,00 €
TVA (20 %)                         400,00 €
Total TTC                        2 400,00 €
Paiement à 30 jours par virement. Escompte 1 % pour paiement sous 8 jours.
IBAN FR14 2004 1010 0505 0001 3M02 606`,
  ],
  [
    'es-ES',
    2,
    {
      supplier: 'Gestoría López, S.L.P.',
      supplierTaxId: 'B09123456',
      buyer: 'Bodegas Duero S.A.',
      buyerTaxId: 'A47123456',
      number: 'FV26/0045',
      date: '2026-11-03',
      due: '2026-12-03',
      periodStart: '2026-10-01',
      periodEnd: '2026-10-31',
      net: '370.00',
      tax: '77.70',
      total: '392.20',
    },
    `FACTURA
Número: FV26/0045                 Fecha de emisión: 03-11-2026
EMISOR                            RECEPTOR
Gestoría López, S.L.P.            Bodegas Duero S.A.
CIF B09123456                     CIF A47123456
C/ Mayor 4, 09001 Burgos          Ctra. N-122 km 3, 47300 Peñafiel
Periodo facturado: octubre 2026
Descripción            Ud.   P. unitario   % IVA   Total
Asesoría fiscal        1     250,00        21      250,00
Nóminas                12    10,00         21      120,00
Base imponible   % IVA   Cuota IVA   Total
370,00           21,00   77,70       447,70
IRPF 15%                             -55,50
TOTAL A PAGAR                        392,20 €
Vencimiento: a 30 días`,
  ],
];

describe('whole invoices of the south and east', () => {
  it.each(papers)('of %s come out with all that is on them', (locale, items, expected, text) => {
    const { values, failed } = readPaper(text, locale);
    expect(values).toMatchObject(expected);
    expect(values.items).toHaveLength(items);
    expect(failed).toEqual([]);
  });
});
