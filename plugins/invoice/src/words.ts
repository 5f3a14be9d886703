// cspell:disable -- words of many languages, as printed
/** Words of invoices in ten languages, compared as printed but for case. */

const word = (words: string) => new RegExp(String.raw`(?<![\p{L}\d])(?:${words})(?![\p{L}\d])`, 'iu');

/** Before a number: `Invoice no`, `Rechnungs-Nr.`, `Belegnummer`, `N° de facture`, `Credit note no`. */
export const numberLabel =
  /(?<![\p{L}])(?:(?:[il]nv[o0][il1]ce|inv\.?|credit\s*(?:note|memo)|bill|document)\s*(?:no|number|nr|num|id|ref(?:erence)?|#|n[°º])|(?:\p{L}*rechnungs?|beleg|gutschrifts?|r[ge]\.?|dokument(?:en)?|rechnungskorrektur)[\s.-]*(?:nr|nummer|no)|(?:n[uú]m[eé]ro|n[uú]m\.?|n[°ºo9]|n(?=\.))\.?\s?[°ºo]?\s*(?:de\s*(?:la\s*)?|d[ei]\s*(?:l.)?)?(?:facture|factura|fattura|fatura|avoir|abono|documento?)|(?:facture|fattura(?:\s*(?:immediata|differita|accompagnatoria|elettronica|riepilogativa))?|factura(?:\s*(?:rectificativa|simplificada|ordinaria|electr[oó]nica))?|fatura|avoir|abono|nota\s*(?:de\s*cr[eé]dito|di\s*credito))\s*(?:n[°ºo9]\.?|num[eé]ro|n[uú]mero|nr|n[uú]m|n\.\s?[°ºo]?)|numero\s*(?:fattura|documento)|(?:kredit)?faktur[ay]?(?:\s*vat)?[\s-]*(?:nr|nummer|numer)|(?:nr|numer)\s*(?:faktury|dokumentu|korekty)|(?:fact|factuur)\.?[\s-]*(?:nr|nummer|no)|r[eé]f\.?\s*facture|(?:creditnota|(?:credit)?factuur)[\s-]*(?:nr|nummer)|laskun?\s*(?:nro|numero)|nota fiscal n[°º])(?![\p{L}])[\s.:#°º]*/iu;
/** A title with the number behind it, without a further word: `INVOICE / # 118`, `Rechnung 118-17`, `Faktura VAT 87541/2026`. */
export const titleWithNumber =
  /^[\s*#=_|-]*(?:(?:tax|vat|sales|commercial)\s+)*(?:[il]nv[o0][il1]ce|credit\s*(?:note|memo)|\p{L}*rechnung|gutschrift|rechnungskorrektur|facture(?:\s*d.avoir)?|avoir|fattura(?:\s*(?:immediata|differita|accompagnatoria|elettronica|riepilogativa))?|nota\s*(?:di\s*)?credito|factura(?:\s*(?:rectificativa|de\s*abono))?|nota\s*de\s*cr[eé]dito|fatura|\p{L}*factuur|creditnota|faktura(?:\s*vat)?(?:\s*koryguj[aą]ca)?|korekta\s*faktury|kreditnota|lasku)(?![\p{L}])/iu;
export const bareNumberLabel =
  /^\W*(?:n[°ºo]\.?|nr\.?|n[uú]m\.?|number|num[eé]ro|n[uú]mero|nummer|numer|#|ref(?:erence)?)\s*[.:#°º]?(?![\p{L}])(?=\s*(?:$|[:#]|\p{L}{0,6}[-/ ]?\d))\s*/iu;

/** Before the number of the order that is billed, the buyer's own first (EN 16931, BT-13 and BT-14). */
export const orderLabels: readonly RegExp[] = [
  /(?<![\p{L}])(?:(?:your\s*|customer\s*|client\s*)?(?:purchase\s*order|p\.?\s?o\.?)(?:\s*(?:no|nr|number|num|ref(?:erence)?|id))?(?!\s*box)|(?:your|customer)\s*order(?:\s*(?:no|nr|number|ref(?:erence)?|id))?|(?:ihre\s*|kunden)?bestell(?:ung)?s?[\s.-]*(?:nr|nummer|no)|(?:ihre\s*|kunden)bestellung(?:[\s.-]*(?:nr|nummer))?|(?:votre\s*)?(?:(?:num[eé]ro|n[°ºo9])\.?\s*(?:de\s*)?(?:(?:votre\s*)?(?:bon\s*de\s*)?commande)|(?:bon\s*de\s*)?commande\s*(?:n[°ºo9]\.?|num[eé]ro|nr|client)|bon\s*de\s*commande)|(?:votre|vos|v\/)\s*(?:r[eé]f(?:[eé]rence)?\.?\s*)?(?:de\s*)?(?:bon\s*de\s*)?commande|r[eé]f(?:[eé]rence)?\.?\s*(?:de\s*)?commande|(?:su\s*|vuestro\s*)?(?:(?:n[uú]mero|n[uú]m\.?|n[°º.]{1,3})\s*(?:de\s*)?(?:pedido|orden(?:\s*de\s*compra)?)|(?:pedido|orden(?:\s*de\s*compra)?)\s*(?:n[uú]mero|n[uú]m\.?|n[°ºo.]{1,3}|cliente))|(?:su|vuestro)\s*pedido|ref\.?\s*pedido|orden\s*de\s*compra|(?:vs\.?\s*|vostro\s*)?(?:(?:numero|n\.|n[°º])\s*(?:d.)?ordine|ordine\s*(?:numero|n\.|n[°ºr]|cliente))|(?:vostro|vs\.?)\s*ordine|rif(?:erimento)?\.?\s*(?:vostro\s*)?ordine|inkooporder(?:[\s-]*(?:nr|nummer))?|(?:uw\s*|in?koop)?(?:bestel|order)[\s-]*(?:nr|nummer)|uw\s*(?:bestelling|order)|(?:nr|numer)\s*zam[oó]wienia|zam\.\s*(?:nr|numer)|zam[oó]wienie(?=\s*(?::|$|\d))|(?:pa[nń]stwa|wasze)\s*zam[oó]wienie|zam[oó]wienie\s*(?:nr|numer)|(?:er\s*|ink[oö]ps|k[oö]p)?(?:order|best[aä]llnings|bestillings)[\s-]*(?:nr|nummer)|(?:n\.?[°º]\s*(?:d[ae]\s*)?)(?:encomenda|pedido)|tilausnumero)(?![\p{L}])[\s.:#°º]*/iu,
  /(?<![\p{L}])(?:(?:sales\s*|our\s*)?order\s*(?:no|nr|number|num|ref(?:erence)?|id|#)|(?:sales\s*)?order(?=\s*[:#])|auftrags?[\s.-]*(?:nr|nummer|no)|auftrag(?=\s*:)|bestellung(?=\s*:)|commande(?=\s*:)|pedido(?=\s*:)|ordine(?=\s*:))(?![\p{L}])[\s.:#°º]*/iu,
];

const otherDay = String.raw`(?<!(?:delivery|order|ship(?:ping)?|despatch|service|supply|tax\s*point|value|print(?:ed)?|payment|due|expiry|liefer|leistungs|bestell|druck|commande|livraison|entrega|pedido|consegna|lever|dostawy|sprzeda[zż]y|leverings?)[\s-]*(?:de\s*|d.)?)`;
/** Labels of the date of the paper itself, the surest first. */
export const dateLabels: readonly RegExp[] = [
  /(?<![\p{L}])(?:[il]nv[o0][il1]ce\s*date|date\s*of\s*(?:[il]nv[o0][il1]ce|issue)|issue\s*date|date\s*issued|issued(?:\s*on)?|tax\s*point|rechnungs-?\s*datum|belegdatum|ausstellungsdatum|ausgestellt\s*am|date\s*(?:de\s*(?:la\s*)?)?facture|date\s*de\s*facturation|date\s*d.[eé]mission|[eé]mise?\s*le|emess[ao]\s*il|emitid[ao]\s*(?:el|em)|opgemaakt\s*op|(?:datum\s*(?:van\s*(?:de\s*)?)?factuur|fact\.\s*-?datum)|r[eg]{1,2}\.?\s*-?datum|rechnung\s*vom|data\s*(?:faktury|dokumentu)|wystawion[aoy]\s*(?:dnia|w\s*dniu)|data\s*(?:della\s*)?fattura|data\s*(?:di\s*)?emissione|data\s*(?:del\s*)?documento|fecha\s*(?:de\s*)?(?:la\s*)?(?:factura|emisi[oó]n|expedici[oó]n)|data\s*d[ae]\s*(?:emiss[aã]o|fatura)|faktura?datum|fakturadato|factuur\s*datum|data\s*wystawienia|p[aä]iv[aä]ys|laskun\s*p[aä]iv[aä](?:ys)?)(?![\p{L}])[\s.:]*/iu,
  new RegExp(
    String.raw`${otherDay}(?<![\p{L}])(?:datum|dato|fecha|date|dated|data|dat\.|pvm)(?![\p{L}])[\s.:]*`,
    'iu',
  ),
  // Place and date, as at the head of a letter: `Berlin, den 12. Oktober 2026`.
  /\p{L}\p{Ll}+,\s*(?:den|le|l[iì]|il|a|el|d\.|dnia|dn\.)?\s*(?=\d{1,2})/u,
  /^\s*(?:[Ll]e|[Dd]en)\s+(?=\d{1,2}(?:er|\.)?\s*\p{L}{3})/u,
];
/** Words between a label and its date. */
export const smallWords =
  /(?<!\p{L})(?:sp[aä]testens|zum|bis|am|den|der|the|on|by|or|before|latest|not\s*later\s*than|no\s*later\s*than|le|la|el|il|al|plus\s*tard|au|avant|m[aá]s\s*tardar|antes|del?|entro|per|uiterlijk|op|v[oó][oó]r|do\s*dnia|dnia|senast|senest|den)(?!\p{L})/giu;
export const dueLabel =
  /(?<![\p{L}])(?:due\s*date|date\s*due|payment\s*(?:is\s*)?due(?:\s*(?:by|date|on))?|due(?:\s*(?:by|on))?|payable(?:\s*(?:by|on))?|(?:please\s*)?pay(?:ment)?(?:\s+(?:the|this|it|us|total|full|whole|amount|sum|balance|invoice|due|in)){0,5}\s*(?:by|before)|f[aä]llig(?:keit)?(?:\s*(?:am|bis|zum))?|f[aä]lligkeitsdatum|f[aä]lligkeitstag|zahlbar|zahlungsziel|zahlungstermin|zahlungsfrist|(?:zahl(?:en|ung)|[uü]berweis(?:en|ung)|begleichen)[^.\d]{0,40}?bis|(?:date\s*d.)?[eé]ch[eé]ance|date\s*limite(?:\s*de\s*paiement)?|(?:r[eé]gler|payer|acquitter|r[eè]glement|paiement)[^.\d]{0,40}?avant|[aà]\s*(?:payer|r[eé]gler)|(?:dat[ae]\s*(?:di\s*)?)?scadenza(?:\s*pagamento)?|pag(?:are|ato|amento|arsi)[^.\d]{0,30}?entro|saldare[^.\d]{0,30}?entro|(?:fecha\s*(?:de\s*)?)?vencimiento|vence|vto\.?|(?:abon(?:en|ar|e)|pag(?:uen|ar|ue)|ingres(?:en|ar|e))[^.\d]{0,40}?antes|fecha\s*l[ií]mite(?:\s*de\s*pago)?|pagar(?:\s*antes)?|vencimento|f[oö]rfallo(?:datum|dag)|betala\s*senast|forfald(?:sdato)?|forfallsdato|betales\s*senest|vervaldatum|vervaldag|te\s*(?:betalen|voldoen)|(?:bedrag|betaling|factuur)[^.\d]{0,30}?(?:v[oó][oó]r|uiterlijk)|uiterste\s*betaaldatum|betalen\s*v[oó][oó]r|termin(?:\s*(?:p[lł]atno[sś]ci|zap[lł]aty)|(?=\s*(?::|$)))|zap[lł]at[aęy]\s*do|p[lł]atn(?:e|a|o[sś][cć])\s*do|data\s*p[lł]atno[sś]ci|uregulowani[ea][^.\d]{0,40}?do|er[aä]p[aä]iv[aä]|(?:ohne\s*abzug|(?:rein\s*)?netto)\s*bis(?:\s*zum)?|bis(?:\s*zum)?(?=\s*\d[\d.]*\s*(?:\p{L}+\s*\d{4}\s*)?(?:rein\s*)?(?:netto|ohne\s*abzug)))(?![\p{L}])[\s.:]*/iu;
export const taxIdLabel =
  /(?<![\p{L}])(?:gstin(?:\/uin)?|vat(?:\s*(?:reg(?:istration)?|id))?(?:\.?\s*(?:no|nr|number|id))?|ust\.?[\s-]*[il]d(?:[\s.-]*nr)?|ust[\s-]*[il]dnr|mwst(?:[\s.-]*nr)?|steuer(?:[\s-]*nr|nummer)|st\.?-?\s*nr|n[°º]?\s*(?:de\s*)?tva(?:\s*intra\p{L}*)?|tva(?:\s*intra\p{L}*)?|siret|p(?:artita|\.)?\s*iva(?:\s*(?:\/|e)\s*c(?:od)?\.?\s*f(?:isc(?:ale)?)?)?|c\.?[il]\.?f(?:\s*\/\s*n\.?[il]\.?f)?|n\.?[il]\.?f(?:\s*\/\s*c\.?[il]\.?f)?|n\.[il]\.e|n[il]p(?:\s*(?:sprzedawcy|wystawcy))?|btw(?:[\s-]*(?:nr|id|nummer))?|(?:vat|momsreg)[\s.-]*nr|momsregnr|cvr(?:[\s-]*nr)?|org(?:\.|anisations)?[\s-]*(?:nr|nummer)|y-tunnus|alv[\s-]*nro|abn|gst(?:\s*reg)?(?:\s*no)?|uid|ein|tax\s*(?:id|no|number))(?![\p{L}])[\s.:]*/iu;
/** Whom the invoice is for; at the beginning of a line. */
export const buyerLabel =
  /(?<![\p{L}])(?:bill(?:ed|ing)?[\s-]*(?:to|address)|[il]nv[o0][il1]ce(?:d)?\s*(?:to|address)|sold\s*to|customer|client|buyer|purchaser|rechnung\s*an|rechnungs(?:empf[aä]nger|adresse|anschrift)|leistungsempf[aä]nger|auftraggeber|kunde|k[aä]ufer|empf[aä]nger|factur[eé]e?\s*[aà]|adresse\s*de\s*facturation|adress[eé]e?\s*[aà]|acheteur|destinataire|destinatario|spett\.?\s*le|acquirente|cessionario|intestat[oa]\s*a|cliente|comprador|receptor|adquirente|factura[rd][oa]?\s*a|datos\s*del\s*cliente|kund|kunden?|k[oø]ber|faktur(?:eras|eres)\s*til+|mottagare|klant|koper|afnemer|factuuradres|nabywca|odbiorca(?:\s*faktury)?|klient(?=\s*:?\s*$)|kupuj[aą]cy|zamawiaj[aą]cy|p[lł]atnik|asiakas|besteller|facturer\s*[aà]|datos\s*de\s*facturaci[oó]n|fatturare\s*a|spettabile|factuur\s*(?:aan|voor)|gefactureerd\s*aan|(?:to|an|aan|till|f[uü]r|para|[aà]|per|dla)(?=\s*(?::|$)))(?![\p{L}])\s*:?/iu;
/** Whom the goods go to; that need not be who pays. */
export const deliverToLabel =
  /^\W*(?:ship(?:ped|ping)?\s*(?:to|address)|deliver(?:ed|y)?\s*(?:to|address)|liefer(?:adresse|anschrift|ung\s*an)|warenempf[aä]nger|adresse\s*de\s*livraison|livr[eé]e?\s*[aà]|livrer\s*[aà]|direcci[oó]n\s*de\s*(?:entrega|env[ií]o)|enviar\s*a|entregar\s*(?:a|en)|destinazione(?:\s*merce)?|luogo\s*di\s*consegna|(?:af)?leveradres|afleveren\s*aan|adres\s*dostawy|miejsce\s*dostawy|leveransadress|leveringsadresse)(?![\p{L}])\s*:?/iu;
/** A tax number of the one who is billed, by its label alone. */
export const buyerTaxLabel =
  /(?<![\p{L}])(?:(?:customer|client|buyer|purchaser|your)(?:['’]?s)?\s*(?:vat|tax|gst|abn)(?:\s*(?:reg(?:istration)?|id))?(?:\.?\s*(?:no|nr|number|id))?|(?:ihre|kunden[\s-]*)\s*ust\.?[\s-]*[il]d(?:[\s.-]*nr)?|ust\.?[\s-]*[il]d(?:[\s.-]*nr)?\.?\s*(?:des\s*)?(?:kunden|k[aä]ufers|(?:leistungs)?empf[aä]ngers)|(?:votre\s*)?(?:n[°º]\s*)?(?:de\s*)?tva\s*(?:intra\p{L}*\s*)?(?:du\s*)?client|votre\s*(?:n[°º]\s*)?(?:de\s*)?tva(?:\s*intra\p{L}*)?|(?:(?:nif|cif)(?:\s*\/\s*[cn]if)?|p\.?\s*iva)\s*(?:del?\s*)?(?:cliente|comprador|cessionario)|nip\s*nabywcy|(?:uw|klant)\s*btw(?:[\s-]*(?:nr|id|nummer))?|btw[\s-]*(?:nr|nummer|id)?\.?\s*klant|(?:ert|kundens)\s*(?:vat|moms)[\s-]*(?:reg)?[\s.-]*nr)(?![\p{L}])[\s.:]*/iu;
/** What follows `Customer` where it is no name: `Customer no`, `Kunden-Nr.`, `Client TVA`. */
export const notAName =
  /^[\s.:#/-]*(?:n[°ºo]\b\.?|nr|num\p{L}*|n[uú]m|nummer|number|id|code|c[oó]d\p{L}*|ref\p{L}*|account|acct|konto|since|vat|tax|tva|mwst|ust|steuer|u?iva|btw|nip|nif|cif|p\.?\s*iva|service\p{L}*|support|e-?mail|tel|phone|contact|portal|copy|po|order|reference|signature|dienst|betreuung|hotline|exemplar)(?!\p{L})/iu;
export const sellerLabel =
  /^\W*(?:(?:from|seller|supplier|vendor|issuer|verk[aä]ufer|lieferant|rechnungssteller|aussteller|[eé]metteur|vendeur|fournisseur|exp[eé]diteur|fornitore|cedente|venditore|mittente|emittente|proveedor|emisor|vendedor|s[aä]ljare|leverant[oö]r|leverancier|verkoper|sprzedawca|wystawca|dostawca|fornecedor|myyj[aä])(?!\p{L})|(?:van|von|de|da|od|par)(?=\s*:?\s*$))\s*:?\s*/iu;

/** `extra` is what else comes on top of a subtotal, or is taken off it. */
export type SumRole = 'total' | 'subtotal' | 'tax' | 'extra';
/** In the order they are tried. */
const sums: [role: SumRole, pattern: RegExp, strength: number][] = [
  [
    'total',
    // With the tax in it, whatever the sum is called otherwise: `Netto inkl. MWST`, `Total (incl. VAT)`.
    /(?<![\p{L}])(?:total|totale?|totaal|netto|net|summe|betrag|amount|importe|montant|summa|suma|razem|gesamt\p{L}*|rechnungs\p{L}*)[^\d\n]{0,24}?(?<![\p{L}])(?:in[ck]l(?:\.|usive|uding|usief|uido)?|ttc|iva\s*incl\p{L}*|(?:con|with|mit|avec)\s*(?:iva|vat|mwst|tva|tax)|brutto)(?![\p{L}])/iu,
    2,
  ],
  [
    'subtotal',
    word(
      String.raw`sub[\s-]?total|net(?:t|to)?(?!\s*(?:[aà]\s*payer|a\s*pagar|da\s*pagare))(?:\s*(?:amount|total|betrag|summe|value|price|wert))?|nettobetrag|nettosumme|nettowert|warenwert|zwischen(?:summe|total|betrag)|teilsumme|total\s*h\.?t\.?|montant\s*(?:net\s*)?ht|sous[\s-]?total|imponibile|totale\s*(?:imponibile|merce|righe|netto|lordo|parziale)|(?:importe|total)\s*bruto|total\s*(?:neto|l[ií]neas|partidas|brut|des\s*lignes)|base\s*(?:imponible|ht|d.imposition)|^\W*base(?=[^\p{L}]*$)|positions?summe|summe\s*(?:der\s*)?positionen|zwischen-?summe|tussentotaal|totaal\s*regels|(?:suma|warto[sś][cć]|razem)\s*pozycji|razem\s*pozycje|(?:total\s*)?hors\s*taxes?|subtotaal|^\W*(?:h\.?t\.?|ex(?:kl|cl)\.?\s*(?:btw|vat|mwst|iva|tva))\W*$|(?:totaal|total|totale|gesamt(?:betrag|summe)?|summe|betrag|bedrag|amount|summa|totalt|sum)[\s(]*(?:ex(?:kl|cl)\.?|excluding|before|ohne|netto|net|neto|sin|hors|senza|zonder|utan|bez)(?:\s*\p{L}+)?|importe\s*neto|neto|delsumma|netto(?!\s*(?:a|da)\s*pagare)|warto[sś][cć]\s*netto|razem\s*netto|suma\s*netto|veroton|goods\s*total|taxable\s*(?:value|amount|total)|items?\s*total`,
    ),
    1,
  ],
  [
    'total',
    word(
      String.raw`grand\s*total|amount\s*(?:due|payable)|total\s*(?:amount\s*)?(?:due|payable)|balance\s*(?:due|payable)|[il]nv[o0][il1]ce\s*(?:total|amount)|total\s*[il]nv[o0][il1]ce|to\s*pay|(?:please|you)\s*pay|gesamtbetrag|rechnungs(?:betrag|summe|total)|endbetrag|endsumme|gesamtsumme|bruttobetrag|zu\s*zahlen(?:der\s*betrag)?|zu\s*[uü]berweisen|zahlbetrag|zahllast|gutschriftsbetrag|erstattungsbetrag|total\s*t\.?t\.?c\.?|^\W*(?:t\.?t\.?c\.?|in[ck]l\.?\s*(?:btw|vat|mwst|iva|tva))\W*$|montant\s*(?:ttc|d[uû]|total)|net\s*[aà]\s*payer|[aà]\s*payer|total\s*g[eé]n[eé]ral|totale\s*(?:fattura|documento|(?:da|a)\s*pagare|complessivo|generale)|importo\s*totale|netto\s*a\s*pagare|da\s*pagare|total\s*(?:a\s*pagar|factura|general)|importe\s*(?:total|a\s*pagar)|l[ií]quido\s*a\s*(?:percibir|pagar)|att\s*betala|summa\s*att\s*betala|at\s*betale|[aå]\s*betale|te\s*(?:betalen|voldoen)|totaal\s*te\s*betalen|factuurbedrag|totaalbedrag|do\s*zap[lł]aty|razem\s*brutto|warto[sś][cć]\s*brutto|maksettava|loppusumma|credit\s*total|total\s*credit`,
    ),
    2,
  ],
  [
    'tax',
    word(
      String.raw`vat|mwst|ust|umsatzsteuer|mehrwertsteuer|t\.?v\.?a|i\.?v\.?a|moms|mva|btw|alv|igic|sales\s*tax|tax|[cisu]?gst|hst|pst|qst|tps|tvq|podatek(?:\s*vat)?|imposta|cuota\s*(?:de(?:l)?\s*)?(?:iva|impuesto)|steuer(?:betrag)?|impuestos?|taxes`,
    ),
    1,
  ],
  [
    'extra',
    word(
      String.raw`service\s*charge|shipping(?:\s*(?:and|&)\s*handling)?|postage|freight|carriage|delivery(?:\s*charge)?|versand(?:kosten)?|porto|fracht|frais\s*de\s*(?:port|livraison)|port|gastos\s*de\s*env[ií]o|env[ií]o|portes|spedizione|spese\s*di\s*spedizione|verzendkosten|frakt|fragt|koszty\s*wysy[lł]ki|(?:\p{L}+-?)?discount|allowance|\p{L}*rabatt|\p{L}*nachlass|remise|rabais|ristourne|descuento|dto\.?|dcto\.?|bonificaci[oó]n|sconto|abbuono|\p{L}*korting|rabat|upust|withholding|retenci[oó]n|irpf|ritenuta(?:\s*d.acconto)?|rounding|rundung|arrondi|redondeo`,
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

/** Money taken off before the tax (EN 16931, BT-107), at the beginning of its row; not the discount for paying early. */
export const discountLabel =
  /^\W*(?:\d+(?:[.,]\d+)?\s*%\s*)?(?:(?:less|minus|af|abz[uü]?gl(?:ich|\.)?|moins|menos|meno|minus|total|summe|your|ihr)\s*:?\s*)?(?:\d+(?:[.,]\d+)?\s*%\s*)?(?:(?!kassa|kasse|kontant|cash|kont)\p{L}+[\s-]?)?(?:discount|allowance|rabatt|preisnachlass|nachlass|remise|rabais|ristourne|descuento|dto\.?|dcto\.?|bonificaci[oó]n|desconto|sconto|abbuono|korting|rabat|upust|alennus)(?!\p{L})(?!.*(?:pa(?:id|yment|go|iement|gamento)|zahlung|betaling|early|skonto))/iu;

/** What the amount of a row is, by the words beside it. */
export function sumRole(label: string): { role: SumRole; strength: number } | undefined {
  for (const [role, pattern, strength] of sums) if (pattern.test(label)) return { role, strength };
  return undefined;
}
