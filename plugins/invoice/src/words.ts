// cspell:disable -- words of many languages, as printed
/** Words of invoices in ten languages, compared as printed but for case. */

const word = (words: string) => new RegExp(String.raw`(?<![\p{L}\d])(?:${words})(?![\p{L}\d])`, 'iu');

/** What an invoice calls itself, and the locale that follows where the installation's is of another language. */
export const titles: [pattern: RegExp, locale: string][] = [
  [word('(?:tax |vat |sales )?[il]nvo[il1]ce'), 'en'],
  [/rechnung/iu, 'de-DE'],
  [word('facture'), 'fr-FR'],
  [/fattura/iu, 'it-IT'],
  [word('factura'), 'es-ES'],
  [word('fatura'), 'pt-PT'],
  [/factuur/iu, 'nl-NL'],
  [word('faktura vat|faktury|faktura nr|sprzedawca'), 'pl-PL'],
  [/faktura/iu, 'sv-SE'],
  [/(?<!\p{L})lasku/iu, 'fi-FI'],
];
/** Other papers with sums on them. */
export const otherPapers = word(
  'quote|quotation|estimate|order confirmation|packing slip|delivery note|purchase order|statement(?: of account)?|angebot|kostenvoranschlag|auftragsbestätigung|lieferschein|devis|bon de livraison|offert|offerte|presupuesto|albarán|preventivo|tilbud|tarjous|pro[- ]?forma|kontoauszug|mahnung|gutschrift|credit note',
);
/** Money has changed hands already: a receipt. */
export const paidAlready = word(
  'change|change due|cash tendered|tendered|cash|cashier|wechselgeld|rückgeld|bar|gegeben|rendu|espèces|växel|kontant|resto|contanti|efectivo|cambio|wisselgeld|contant|reszta|gotówka',
);

export const numberLabel =
  /(?<![\p{L}])(?:[il]nvo[il1]ce\s*(?:no|number|nr|num|id|ref|#|n[°º])|\p{L}*rechnungs?[\s-]*(?:nr|nummer|no)|(?:num[eé]ro|n[°ºo])\.?\s*(?:de\s*(?:la\s*)?|d[ei]\s*)?(?:facture|factura|fattura|fatura)|(?:facture|fattura|factura|fatura)\s*(?:n[°ºo9]\.?|num[eé]ro|numero|nr|num|n\.)|numero\s*fattura|faktura?(?:\s*vat)?[\s-]*(?:nr|nummer|numer)|nr\s*faktury|factuur[\s-]*(?:nr|nummer)|laskun?\s*(?:nro|numero)|nota fiscal n[°º])(?![\p{L}])[\s.:#°º]*/iu;
export const dateLabel =
  /(?<![\p{L}])(?:[il]nvo[il1]ce\s*date|date\s*of\s*[il]nvo[il1]ce|rechnungsdatum|date\s*de\s*(?:la\s*)?facture|date\s*de\s*facturation|date\s*d.[eé]mission|data\s*fattura|fecha\s*de\s*(?:factura|emisi[oó]n)|fecha|faktura?datum|fakturadato|factuurdatum|data\s*wystawienia|p[aä]iv[aä]ys|issue\s*date|date\s*issued|datum|dato|date|data)(?![\p{L}])[\s.:]*/iu;
export const dueLabel =
  /(?<![\p{L}])(?:due\s*date|payment\s*due(?:\s*(?:by|date|on))?|due(?:\s*(?:by|on))?|payable\s*by|pay\s*by|f[aä]llig(?:keit)?(?:\s*(?:am|bis|zum))?|f[aä]lligkeitsdatum|zahlbar\s*bis(?:\s*zum)?|(?:date\s*d.)?[eé]ch[eé]ance|[aà]\s*payer\s*avant\s*le|scadenza|vencimiento|fecha\s*de\s*vencimiento|vencimento|f[oö]rfallo(?:datum|dag)|forfald(?:sdato)?|forfallsdato|vervaldatum|te\s*betalen\s*voor|termin\s*p[lł]atno[sś]ci|er[aä]p[aä]iv[aä])(?![\p{L}])[\s.:]*/iu;
export const taxIdLabel =
  /(?<![\p{L}])(?:vat(?:\s*(?:reg(?:istration)?|id))?(?:\.?\s*(?:no|nr|number|id))?|ust\.?[\s-]*[il]d(?:[\s.-]*nr)?|ust[\s-]*[il]dnr|steuer(?:[\s-]*nr|nummer)|n[°º]?\s*(?:de\s*)?tva(?:\s*intra\p{L}*)?|tva(?:\s*intra\p{L}*)?|p(?:artita|\.)?\s*iva|c\.?i\.?f|n\.?i\.?f|nip|btw(?:[\s-]*(?:nr|id|nummer))?|(?:vat|momsreg)[\s.-]*nr|momsregnr|cvr(?:[\s-]*nr)?|org(?:\.|anisations)?[\s-]*(?:nr|nummer)|y-tunnus|alv[\s-]*nro|abn|gst(?:\s*reg)?(?:\s*no)?|uid|ein|tax\s*id)(?![\p{L}])[\s.:]*/iu;
export const buyerLabel =
  /(?<![\p{L}])(?:bill(?:ed)?\s*to|[il]nvo[il1]ce\s*to|sold\s*to|ship\s*to|customer|client|rechnung\s*an|rechnungsempf[aä]nger|kunde|empf[aä]nger|factur[eé]\s*[aà]|adress[eé]\s*[aà]|destinataire|destinatario|spett\.?\s*le|cliente|facturar\s*a|kund|kunden?|mottagare|klant|aan|nabywca|asiakas)(?![\p{L}])\s*:?/iu;
export const sellerLabel =
  /^\W*(?:from|seller|supplier|vendor|verk[aä]ufer|lieferant|rechnungssteller|[eé]metteur|vendeur|fornitore|cedente|proveedor|emisor|s[aä]ljare|leverant[oö]r|leverancier|sprzedawca|myyj[aä])\s*:?\s*/iu;

export type SumRole = 'total' | 'subtotal' | 'tax';
/** In the order they are tried. */
const sums: [role: SumRole, pattern: RegExp, strength: number][] = [
  [
    'subtotal',
    word(
      String.raw`sub[\s-]?total|net(?:t|to)?(?:\s*(?:amount|total|betrag|summe))?|nettobetrag|nettosumme|zwischensumme|total\s*h\.?t\.?|montant\s*ht|sous[\s-]total|imponibile|totale\s*imponibile|base\s*imponible|subtotaal|totaal\s*excl\.?\s*btw|(?:summa|total|totalt)\s*ex(?:kl|cl)\.?(?:\s*\p{L}+)?|delsumma|netto|warto[sś][cć]\s*netto|razem\s*netto|veroton|goods\s*total`,
    ),
    1,
  ],
  [
    'total',
    word(
      String.raw`grand\s*total|amount\s*due|total\s*due|balance\s*due|total\s*payable|to\s*pay|please\s*pay|total\s*incl\.?(?:\s*\p{L}+)?|gesamtbetrag|rechnungsbetrag|endbetrag|gesamtsumme|zu\s*zahlen(?:der\s*betrag)?|zahlbetrag|total\s*t\.?t\.?c\.?|montant\s*ttc|net\s*[aà]\s*payer|totale\s*(?:fattura|documento|da\s*pagare)|da\s*pagare|total\s*(?:a\s*pagar|factura)|att\s*betala|summa\s*att\s*betala|at\s*betale|[aå]\s*betale|te\s*betalen|totaal\s*(?:incl\.?\s*btw|te\s*betalen)|do\s*zap[lł]aty|razem\s*brutto|maksettava|loppusumma`,
    ),
    2,
  ],
  [
    'tax',
    word(
      String.raw`vat|mwst|ust|umsatzsteuer|mehrwertsteuer|t\.?v\.?a|i\.?v\.?a|moms|mva|btw|alv|sales\s*tax|tax|gst|podatek(?:\s*vat)?`,
    ),
    1,
  ],
  [
    'total',
    word(
      String.raw`total|totale|totalt|totaal|summe|summa|suma|gesamt|betrag|importe|razem|yhteens[aä]|i\s*alt|total[ae]l?`,
    ),
    1,
  ],
];

/** What the amount of a row is, by the words beside it. */
export function sumRole(label: string): { role: SumRole; strength: number } | undefined {
  for (const [role, pattern, strength] of sums) if (pattern.test(label)) return { role, strength };
  return undefined;
}

export const columnHead =
  /(?<![\p{L}])(?:description|item|qty|quantity|unit\s?price|price|amount|beschreibung|bezeichnung|artikel|pos|menge|anzahl|einzelpreis|preis|betrag|gesamt|désignation|quantité|qté|prix(?:\s?unitaire)?|montant|descrizione|quantità|q\.?tà|prezzo|importo|descripción|concepto|cantidad|precio|importe|beskrivning|benämning|antal|à-?pris|pris|belopp|omschrijving|aantal|prijs|bedrag|nazwa|ilość|cena|wartość|total|totale|summa)(?![\p{L}])/giu;
