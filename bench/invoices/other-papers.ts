// cspell:disable -- words of seven languages, as such papers print them
import { composed, type Disguise } from './compose.ts';
import { type Content, chanceOf, contentOf } from './content.ts';
import { layouts } from './layouts.ts';
import { Sheet } from './sheet.ts';
import { words } from './words.ts';

/** Papers with sums on them that nobody owes or has paid by: no record of an invoice or a receipt is to be made. */
export const otherKinds = [
  'quotation',
  'estimate',
  'delivery note',
  'contract',
  'bank statement',
  'reminder',
] as const;
export type OtherKind = (typeof otherKinds)[number];

export interface OtherPaper {
  kind: OtherKind;
  language: string;
  locale: string;
  sheet: Sheet;
}

interface OtherWords {
  quotation: [title: string, number: string, total: string, closing: string];
  estimate: [title: string, number: string, total: string, closing: string];
  note: [title: string, number: string, closing: string];
  contract: [title: string, between: string, work: string, price: string, signed: string];
  statement: [
    title: string,
    heads: [string, string, string],
    opening: string,
    closing: string,
    lines: string[],
  ];
  reminder: [
    title: string,
    text: string,
    heads: [string, string, string],
    fee: string,
    total: string,
    closing: string,
  ];
}

/** `{a}` and `{b}` are amounts, `{s}` and `{c}` companies. */
const other: Record<string, OtherWords> = {
  en: {
    quotation: [
      'QUOTATION',
      'Quote number',
      'Total',
      'This quotation is valid for 30 days. Payment terms on order: 30 days net.',
    ],
    estimate: [
      'Estimate',
      'Estimate no.',
      'Estimated total',
      'Estimated total: {a} – {b}. The final price depends on the work done.',
    ],
    note: ['DELIVERY NOTE', 'Delivery note no.', 'Goods received in good condition: ______________'],
    contract: [
      'Service Agreement',
      'This agreement is made between {s} (the Contractor) and {c} (the Client).',
      'The Contractor shall provide the services described in Annex A.',
      'The Client shall pay a total of {a} plus VAT within 30 days of each invoice.',
      'Signed by both parties on {d}',
    ],
    statement: [
      'Bank Statement',
      ['Date', 'Details', 'Amount'],
      'Opening balance',
      'Closing balance',
      [
        'Card payment Example Shop',
        'Transfer from Sample Ltd',
        'Direct debit electricity',
        'Cash withdrawal',
      ],
    ],
    reminder: [
      'Payment reminder',
      'According to our records the following invoice has not been paid.',
      ['Invoice', 'Date', 'Amount'],
      'Reminder fee',
      'Total outstanding',
      'Please pay the amount due within 7 days.',
    ],
  },
  de: {
    quotation: [
      'ANGEBOT',
      'Angebotsnummer',
      'Gesamtbetrag',
      'Das Angebot gilt 30 Tage. Zahlungsbedingungen bei Auftrag: 30 Tage netto.',
    ],
    estimate: [
      'Kostenvoranschlag',
      'KV-Nr.',
      'Voraussichtliche Gesamtsumme',
      'Gesamtkosten voraussichtlich {a} – {b}, je nach Aufwand.',
    ],
    note: ['LIEFERSCHEIN', 'Lieferschein-Nr.', 'Ware vollständig erhalten: ______________'],
    contract: [
      'Dienstleistungsvertrag',
      'Zwischen {s} (Auftragnehmer) und {c} (Auftraggeber) wird Folgendes vereinbart.',
      'Der Auftragnehmer erbringt die in Anlage A beschriebenen Leistungen.',
      'Die Vergütung beträgt insgesamt {a} zuzüglich MwSt., zahlbar binnen 30 Tagen nach Rechnung.',
      'Unterschrift beider Vertragsparteien, {d}',
    ],
    statement: [
      'Kontoauszug',
      ['Datum', 'Buchungstext', 'Betrag'],
      'Alter Kontostand',
      'Neuer Kontostand',
      ['Kartenzahlung Musterladen', 'Gutschrift Beispiel GmbH', 'Lastschrift Strom', 'Bargeldauszahlung'],
    ],
    reminder: [
      '1. Mahnung',
      'Leider konnten wir zu folgender Rechnung noch keinen Zahlungseingang feststellen.',
      ['Rechnung', 'Datum', 'Betrag'],
      'Mahngebühr',
      'Offener Gesamtbetrag',
      'Bitte überweisen Sie den Betrag innerhalb von 7 Tagen.',
    ],
  },
  fr: {
    quotation: [
      'DEVIS',
      'Devis n°',
      'Total TTC',
      'Devis valable 30 jours. Conditions de règlement à la commande : 30 jours net.',
    ],
    estimate: [
      'Estimation',
      'Estimation n°',
      'Total estimé',
      'Coût total estimé : entre {a} et {b} selon les travaux.',
    ],
    note: ['BON DE LIVRAISON', 'Bon de livraison n°', 'Marchandise reçue en bon état : ______________'],
    contract: [
      'Contrat de prestation',
      'Entre {s} (le prestataire) et {c} (le client), il est convenu ce qui suit.',
      'Le prestataire réalise les services décrits en annexe A.',
      'Le prix total est de {a} hors taxes, payable à 30 jours.',
      'Fait à Villexemple, le {d}',
    ],
    statement: [
      'Relevé de compte',
      ['Date', 'Opération', 'Montant'],
      'Ancien solde',
      'Nouveau solde',
      [
        'Paiement carte Magasin Exemple',
        'Virement de Modèle SAS',
        'Prélèvement électricité',
        'Retrait espèces',
      ],
    ],
    reminder: [
      'Relance',
      'Sauf erreur de notre part, la facture suivante reste impayée.',
      ['Facture', 'Date', 'Montant'],
      'Frais de relance',
      'Total restant dû',
      'Merci de régler ce montant sous 7 jours.',
    ],
  },
  es: {
    quotation: [
      'PRESUPUESTO',
      'Presupuesto nº',
      'Total',
      'Presupuesto válido durante 30 días. Forma de pago: transferencia a 30 días.',
    ],
    estimate: [
      'Estimación de costes',
      'Nº',
      'Total estimado',
      'Coste total estimado: {a} – {b}, según los trabajos.',
    ],
    note: ['ALBARÁN', 'Albarán nº', 'Recibido conforme: ______________'],
    contract: [
      'Contrato de servicios',
      'Entre {s} (el prestador) y {c} (el cliente) se acuerda lo siguiente.',
      'El prestador realizará los servicios descritos en el anexo A.',
      'El precio total es de {a} más IVA, a pagar en 30 días.',
      'Firmado por las partes el {d}',
    ],
    statement: [
      'Extracto de cuenta',
      ['Fecha', 'Concepto', 'Importe'],
      'Saldo anterior',
      'Saldo actual',
      [
        'Pago con tarjeta Tienda Ejemplo',
        'Transferencia de Muestra S.A.',
        'Recibo de la luz',
        'Retirada de efectivo',
      ],
    ],
    reminder: [
      'Recordatorio de pago',
      'Según nuestros datos, la siguiente factura sigue pendiente.',
      ['Factura', 'Fecha', 'Importe'],
      'Gastos',
      'Total pendiente',
      'Rogamos abonen el importe en 7 días.',
    ],
  },
  nl: {
    quotation: [
      'OFFERTE',
      'Offertenummer',
      'Totaal incl. BTW',
      'Deze offerte is 30 dagen geldig. Betaling bij opdracht: binnen 30 dagen.',
    ],
    estimate: [
      'Kostenraming',
      'Raming nr.',
      'Geschat totaal',
      'Geschatte totale kosten: {a} – {b}, afhankelijk van het werk.',
    ],
    note: ['PAKBON', 'Pakbonnummer', 'Goederen in goede staat ontvangen: ______________'],
    contract: [
      'Overeenkomst van opdracht',
      'Tussen {s} (opdrachtnemer) en {c} (opdrachtgever) wordt het volgende overeengekomen.',
      'De opdrachtnemer verricht de diensten in bijlage A.',
      'De totale prijs bedraagt {a} exclusief btw, te betalen binnen 30 dagen.',
      'Getekend door partijen op {d}',
    ],
    statement: [
      'Rekeningafschrift',
      ['Datum', 'Omschrijving', 'Bedrag'],
      'Beginsaldo',
      'Eindsaldo',
      ['Betaalautomaat Voorbeeldwinkel', 'Overboeking Proef BV', 'Incasso energie', 'Geldopname'],
    ],
    reminder: [
      'Betalingsherinnering',
      'Volgens onze administratie is de volgende factuur nog niet betaald.',
      ['Factuur', 'Datum', 'Bedrag'],
      'Kosten',
      'Totaal openstaand',
      'Wij verzoeken u binnen 7 dagen te betalen.',
    ],
  },
  pl: {
    quotation: ['OFERTA', 'Numer oferty', 'Razem brutto', 'Oferta ważna 30 dni. Płatność: przelew 30 dni.'],
    estimate: [
      'Kosztorys',
      'Nr kosztorysu',
      'Szacunkowa suma',
      'Szacunkowy koszt całkowity: {a} – {b}, zależnie od zakresu.',
    ],
    note: ['WYDANIE ZEWNĘTRZNE WZ', 'Numer WZ', 'Towar odebrano bez zastrzeżeń: ______________'],
    contract: [
      'Umowa o świadczenie usług',
      'Pomiędzy {s} (wykonawca) a {c} (zamawiający) zawarto umowę następującej treści.',
      'Wykonawca świadczy usługi opisane w załączniku A.',
      'Wynagrodzenie wynosi łącznie {a} netto, płatne w ciągu 30 dni.',
      'Podpisano przez strony dnia {d}',
    ],
    statement: [
      'Wyciąg z rachunku',
      ['Data', 'Opis operacji', 'Kwota'],
      'Saldo początkowe',
      'Saldo końcowe',
      [
        'Płatność kartą Sklep Przykład',
        'Przelew od Wzór S.A.',
        'Polecenie zapłaty energia',
        'Wypłata gotówki',
      ],
    ],
    reminder: [
      'Wezwanie do zapłaty',
      'Według naszych danych poniższa faktura nie została zapłacona.',
      ['Faktura', 'Data', 'Kwota'],
      'Odsetki',
      'Razem do zapłaty',
      'Prosimy o zapłatę w ciągu 7 dni.',
    ],
  },
  it: {
    quotation: [
      'PREVENTIVO',
      'Preventivo n.',
      'Totale',
      'Preventivo valido 30 giorni. Pagamento: bonifico a 30 giorni.',
    ],
    estimate: [
      'Stima dei costi',
      'Stima n.',
      'Totale stimato',
      'Costo totale stimato: {a} – {b}, secondo i lavori.',
    ],
    note: ['DOCUMENTO DI TRASPORTO', 'DDT n.', 'Merce ricevuta integra: ______________'],
    contract: [
      'Contratto di servizi',
      'Tra {s} (il prestatore) e {c} (il committente) si conviene quanto segue.',
      "Il prestatore svolge i servizi descritti nell'allegato A.",
      'Il prezzo totale è di {a} oltre IVA, da pagare entro 30 giorni.',
      'Firmato dalle parti il {d}',
    ],
    statement: [
      'Estratto conto',
      ['Data', 'Descrizione', 'Importo'],
      'Saldo iniziale',
      'Saldo finale',
      ['Pagamento carta Negozio Esempio', 'Bonifico da Modello S.p.A.', 'Addebito luce', 'Prelievo contanti'],
    ],
    reminder: [
      'Sollecito di pagamento',
      'Dai nostri dati la seguente fattura risulta non pagata.',
      ['Fattura', 'Data', 'Importo'],
      'Spese',
      'Totale scoperto',
      'Si prega di pagare entro 7 giorni.',
    ],
  },
};

/** Each kind in each language. */
export const otherCount = otherKinds.length * words.length;

export function otherPaper(number: number): OtherPaper {
  const kind = otherKinds[number % otherKinds.length]!;
  const { language } = words[Math.floor(number / otherKinds.length)]!;
  const own = layouts.filter((layout) => layout.language === language);
  const layout = { ...own[number % own.length]!, kind: 'invoice', taken: 'none', title: 'alone' } as const;
  const content = contentOf(layout, 100 + number);
  const said = other[language]!;
  const amounts = (text: string) =>
    text.replace('{a}', sum(content, content.total)).replace('{b}', sum(content, content.total * 1.4));
  const like = (
    title: string,
    label: string,
    total: string,
    closing: string,
    hasPrices: boolean,
  ): Disguise => ({
    title,
    number: label,
    date:
      language === 'pl'
        ? 'Data'
        : content.words.dates.find((word) => !/\p{L}*(?:rechnung|factur|fattur|invoice)/iu.test(word))!,
    total,
    closing: [amounts(closing)],
    hasPrices,
  });
  const laidOut = (disguise: Disguise) => composed(layout, 100 + number, disguise).sheet;
  const sheets: Record<OtherKind, () => Sheet> = {
    quotation: () => laidOut(like(...said.quotation, true)),
    estimate: () => laidOut(like(...said.estimate, true)),
    'delivery note': () => laidOut(like(said.note[0], said.note[1], '', said.note[2], false)),
    contract: () => letter(content, layout, said.contract),
    'bank statement': () => statement(content, layout, said.statement),
    reminder: () => reminder(content, layout, said.reminder),
  };
  return { kind, language, locale: content.locale, sheet: sheets[kind]() };
}

const sum = ({ currency, written }: Content, hundredths: number) =>
  currency.sums[0]!.replace('{}', written(Math.round(hundredths / 10_000) * 10_000));

interface Type {
  font: string;
  size: number;
}

function headed({ seller, buyer }: Content, { font, size }: Type, title: string): Sheet {
  const sheet = new Sheet(1240, font, size);
  for (const [at, text] of [
    seller.name,
    seller.street,
    seller.town,
    '',
    buyer.name,
    buyer.street,
    buyer.town,
    '',
  ].entries()) {
    sheet.put(text, 90, at === 0 ? { bold: true, size: size * 1.2 } : {});
    sheet.down();
  }
  sheet.put(title, 90, { bold: true, size: size * 1.5 });
  sheet.down(2);
  return sheet;
}

function letter(content: Content, type: Type, [title, ...texts]: OtherWords['contract']): Sheet {
  const sheet = headed(content, type, title);
  for (const [at, text] of texts.entries()) {
    const said = text
      .replace('{s}', content.seller.name)
      .replace('{c}', content.buyer.name)
      .replace('{a}', sum(content, content.total))
      .replace('{d}', content.day(content.date));
    sheet.put(at < texts.length - 1 ? `§ ${at + 1}  ${said}` : said, 90, { size: type.size * 0.85 });
    sheet.down(1.6);
  }
  return sheet;
}

function statement(
  content: Content,
  type: Type,
  [title, heads, opening, closing, lines]: OtherWords['statement'],
): Sheet {
  const sheet = headed(content, type, title);
  sheet.put(`IBAN ${content.iban}`, 90);
  sheet.down(1.6);
  const { random } = chanceOf(content.total);
  const row = (date: string, text: string, amount: string) => {
    sheet.put(date, 90);
    sheet.put(text, 360);
    sheet.put(amount, 1150, { anchor: 'end' });
    sheet.down(1.2);
  };
  row(heads[0], heads[1], heads[2]);
  row('', opening, content.written(content.total));
  let balance = content.total;
  for (const [at, text] of lines.entries()) {
    const amount = Math.round((random() - 0.6) * 90_000);
    balance += amount;
    row(content.day(new Date(content.date.getTime() + at * 86_400_000)), text, content.written(amount));
  }
  row('', closing, content.currency.sums[0]!.replace('{}', content.written(balance)));
  return sheet;
}

function reminder(
  content: Content,
  type: Type,
  [title, text, heads, fee, total, closing]: OtherWords['reminder'],
): Sheet {
  const sheet = headed(content, type, title);
  sheet.put(text, 90);
  sheet.down(2);
  const row = (cells: readonly string[]) => {
    sheet.put(cells[0]!, 90);
    sheet.put(cells[1]!, 500);
    sheet.put(cells[2]!, 1150, { anchor: 'end' });
    sheet.down(1.2);
  };
  row(heads);
  row([content.number, content.day(content.date), content.written(content.total)]);
  row([fee, '', content.written(500)]);
  row([total, '', content.currency.sums[0]!.replace('{}', content.written(content.total + 500))]);
  sheet.down();
  sheet.put(closing, 90);
  sheet.down();
  sheet.put(`IBAN ${content.iban}`, 90);
  return sheet;
}
