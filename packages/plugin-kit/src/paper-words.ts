// cspell:disable -- words of many languages, as printed
/** What papers with sums on them call themselves and say, in twelve languages; compared as printed but for case. */

/** At the beginning of a cell. */
const heading = (words: string): RegExp =>
  new RegExp(String.raw`^[\s*#=_.:|-]*(?:${words})(?![\p{L}])`, 'iu');

/** A heading: the word alone, or with a number, a date or what is billed behind it; not a label or a sentence. */
const behindTitle = String.raw`(?=\s*(?:$|[\d#:/.–-]|n[°ºo.r]|num|für|for\b|du\b|vom\b|of\b|de\b|del\b|[A-Z]{1,6}[-/ ]?\d))`;
export const invoiceHeading = new RegExp(
  String.raw`^[\s*#=_.:|-]*(?:(?:tax|vat|sales|commercial|final|interim|original|copy)\s+)*(?:[il]nv[o0][il1]ce|(?:schluss|abschlags|teil|hotel|sammel|handwerker|honorar|jahres|telefon|strom|mobilfunk|monats|end|gesamt)?-?rechnung|facture|fattura(?:\s+(?:immediata|differita|accompagnatoria|elettronica|riepilogativa))?|factura(?:\s+(?:ordinaria|electr[oó]nica))?|fatura|(?:verkoop)?factuur|faktura(?: vat)?|lasku)${behindTitle}`,
  'iu',
);

export const creditHeading = heading(
  String.raw`credit\s*(?:note|memo(?:randum)?|invoice)|gutschrift|rechnungs?korrektur|korrekturrechnung|stornorechnung|rechnungsstorno|(?:facture\s*d.)?avoir|note\s*de\s*cr[eé]dit|nota\s*de\s*cr[eé]dito|(?:factura\s*)?rectificativa|factura\s*de\s*abono|nota\s*(?:di\s*)?credito|creditnota|creditfactuur|kredit(?:faktura|nota)|faktura\s*koryguj[aą]ca|korekta\s*faktury|hyvityslasku`,
);

/** Paid in a shop, whatever else it calls itself. */
export const receiptHeading = heading(
  String.raw`(?:sales |cash |payment |till |official |e-?)?receipt|simplified (?:tax )?invoice|cash (?:sales?|bill|memo)|guest check|kassen(?:bon|beleg|zettel)|quittung|kaufbeleg|vereinfachte rechnung|ticket|re[cç]u|factura simplificada|tique|recibo|fattura semplificata|scontrino|ricevuta|documento commerciale|kassabon|bon(?!\s*d)|kvitto|kvittering|kuitti|paragon(?: fiskalny)?|resit`,
);

/** Papers about sums that may name invoices by number and are none. */
export const aboutInvoices = heading(
  String.raw`(?:\d(?:st|nd|rd)\s*|first\s*|final\s*|friendly\s*)?(?:payment\s*)?reminder|overdue\s*notice|dunning|(?:bank\s*|account\s*|monthly\s*|customer\s*)?statement(?!\s*of\s*(?:work|fees|services))(?:\s*of\s*account)?|remittance\s*advice|payment\s*advice|(?:\d\.\s*|letzte\s*|erste\s*|zweite\s*)?(?:mahnung|zahlungserinnerung|zahlungsaufforderung)|konto(?:auszug|bewegungen)|umsatz(?:liste|übersicht)|zahlungsavis|(?:lettre\s*de\s*)?(?:rappel|relance)(?:\s*de\s*paiement)?|mise\s*en\s*demeure|relev[eé]\s*(?:de\s*compte|bancaire|d.op[eé]rations)?|avis\s*de\s*paiement|recordatorio(?:\s*de\s*pago)?|aviso\s*de\s*pago|reclamaci[oó]n\s*de\s*pago|requerimiento\s*de\s*pago|extracto|estado\s*de\s*cuenta|sollecito|estratto\s*conto|aviso\s*de\s*cobran[cç]a|extrato|aanmaning|betalingsherinnering|herinnering|rekeningoverzicht|(?:rekening)?afschrift|wezwanie\s*do\s*zap[lł]aty|przypomnienie|wyci[aą]g|betalningsp[aå]minnelse|p[aå]minnelse|kontoutdrag|rykker|kontoudtog|kontoutskrift|purring|maksumuistutus|tiliote`,
);

/** Papers that name prices nobody owes yet, or goods. */
export const aheadOfInvoices = heading(
  String.raw`quot(?:e|ation)|(?:cost\s*)?estimate|proposal|(?:sales|purchase|work)\s*order|order\s*(?:confirmation|form|acknowledge?ment)|packing\s*(?:slip|list)|delivery\s*(?:note|slip|docket)|despatch\s*note|goods\s*received|pro[- ]?forma|price\s*list|(?:\p{L}+\s+){0,3}(?:contract|agreement)|lease|terms\s*of\s*(?:engagement|business)|angebot|kosten(?:vor)?anschlag|kosten?raming|prijsopgave|begroting|estimations?|estimaci[oó]n|stima|kosztorys|wycena|kostensch[aä]tzung|offerte?|auftrags?best[aä]tigung|bestellbest[aä]tigung|liefer(?:schein|bestätigung)|preisliste|\p{L}*vertrag|vereinbarung|devis|proposition\s*(?:commerciale|de\s*prix)|bon\s*de\s*(?:livraison|commande)|confirmation\s*de\s*commande|contrat|convention|bordereau|presupuesto|cotizaci[oó]n|oferta|albar[aá]n|nota\s*de\s*entrega|confirmaci[oó]n\s*de\s*pedido|contrato|acuerdo|preventivo|offerta|documento\s*di\s*trasporto|d\.?d\.?t\.?|conferma\s*d.ordine|contratto|or[cç]amento|guia\s*de\s*remessa|offert|pakbon|leveringsbon|leverbon|orderbevestiging|bestelbon|overeenkomst|oferta|zam[oó]wienie|umowa|wz|f[oö]ljesedel|orderbekr[aä]ftelse|avtal|tilbud|f[oø]lgeseddel|ordrebekr[aæ]ftelse|tarjous|l[aä]hetysluettelo|tilausvahvistus`,
);

/**
 * Phrases are looked for in a folded text, where searching is native and fast: lower case without marks, every number as
 * `#`, everything else as single spaces. A phrase that ends in `*` may go on.
 */
export function foldForPhrases(text: string): FoldedText {
  const plain = text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f°º]/g, '')
    .replace(/ß/g, 'ss')
    .replace(/ł/g, 'l')
    .replace(/ø/g, 'o')
    .replace(/\d+/g, '#')
    .replace(/[^a-z#\n]+/g, ' ')
    .replace(/ *\n */g, ' \n ');
  return { text: ` ${plain} `, beginnings: new Set(plain.split(' ').map(beginningOf)) };
}

export interface FoldedText {
  text: string;
  /** Of its words. Most phrases begin with none of them, which is found out sooner than that they are not in the text. */
  beginnings: ReadonlySet<string>;
}

const beginningOf = (word: string): string => word.slice(0, 3);

interface Phrase {
  text: string;
  /** Undefined where it may begin inside a word. */
  beginning?: string;
}

export type Phrases = readonly Phrase[];
const phrases = (list: string): Phrases =>
  list.split(',').map((phrase) => ({
    text: phrase.endsWith('*') ? ` ${phrase.slice(0, -1)}` : ` ${phrase} `,
    beginning: beginningOf(phrase.split(' ')[0]!),
  }));
const insideWords = (text: string): Phrase => ({ text });

const has = ({ text, beginnings }: FoldedText, phrase: Phrase): boolean =>
  (phrase.beginning === undefined || beginnings.has(phrase.beginning)) && text.includes(phrase.text);

/** Whether a folded text has one of the phrases. */
export const says = (folded: FoldedText, list: Phrases): boolean =>
  list.some((phrase) => has(folded, phrase));

/** What an invoice calls itself, and the locale that its language is at home in. */
export const invoiceLanguages: readonly (readonly [words: Phrases, locale: string])[] = [
  [phrases('invoice*,lnvoice*,inv#ice,credit note,credit memo'), 'en'],
  [[insideWords('rechnung'), ...phrases('gutschrift*')], 'de-DE'],
  [phrases('facture*,avoir'), 'fr-FR'],
  [phrases('fattura*,nota di credito'), 'it-IT'],
  [phrases('factura*,nota de credito,abono'), 'es-ES'],
  [phrases('fatura*'), 'pt-PT'],
  [[insideWords('factuur'), ...phrases('creditnota')], 'nl-NL'],
  [phrases('faktura vat,faktury,faktura nr,sprzedawca,nabywca,faktura korygujaca'), 'pl-PL'],
  [[insideWords('faktura'), ...phrases('kreditnota')], 'sv-SE'],
  [phrases('lasku*'), 'fi-FI'],
];

/** A date by which, or terms under which, money is to be paid. */
export const payLater = phrases(
  'due date,date due,due by,due on,due upon receipt,payment due,payment is due,payable by,payable within,pay by,pay before,please pay within,net #,net # days,# days net,within # days,terms # days,terms net #,payment terms,payment term,' +
    'fallig,fallig*,zahlbar bis,zahlbar innert,zahlbar innerhalb,zahlbar binnen,zahlbar ohne,zahlbar netto,zahlungsziel*,zahlungsfrist,zahlungsbedingungen,# tage netto,# tagen netto,netto # tage,# tage ohne,innert # tagen,innerhalb von # tagen,binnen # tagen,' +
    'echeance,a payer avant,a regler avant,date limite de paiement,conditions de reglement,# jours net,# jours fin,a # jours,net a # jours,delai de paiement,payable sous # jours,' +
    'vencimiento,vence,vence el,pagadero,pago a # dias,a # dias,fecha limite,fecha limite de pago,forma de pago transferencia,' +
    'scadenza,da pagare entro,pagamento # giorni,bonifico # giorni,vencimento,pagar ate,' +
    'vervaldatum,te betalen voor,te voldoen voor,betalen binnen,binnen # dagen,betaaltermijn,termin platnosci,termin zaplaty,' +
    'forfallodatum,forfallodag,betalningsvillkor,# dagar netto,forfald*,forfallsdato,erapaiva,maksuehto',
);

/** Whom it is billed to. */
export const billedTo = phrases(
  'bill to,billed to,billing address,invoice to,invoiced to,invoice address,sold to,customer no,customer number,customer id,client no,' +
    'rechnung an,rechnungsempfanger,rechnungsadresse,rechnungsanschrift,kunden nr,kundennr,kundennummer,kunde,' +
    'facture a,adresse de facturation,code client,n client,no client,client,facturar a,datos del cliente,cliente,' +
    'spett le,spettle,destinatario,intestata a,codice cliente,klantnummer,factuuradres,klant,nabywca,faktura till,kundnummer,kund,kundenummer,asiakasnumero',
);

/** An account to pay to. */
export const bankDetails = phrases(
  'iban,iban*,swift,bic,sort code,bank details,account no,account number,routing no,routing number,bankverbindung,kontonummer,konto nr,coordonnees bancaires,rib,datos bancarios,cuenta bancaria,transferencia bancaria,coordinate bancarie,bonifico bancario,bankgiro,plusgiro,numer konta,nr konta,rekeningnummer,ifsc',
);

/** What is asked for, in the words of a bill. */
export const amountDue = phrases(
  'amount due,balance due,total due,please pay,please remit,rechnungsbetrag,rechnungssumme,zu zahlender betrag,zahlbetrag,montant du,net a payer,total factura,importe a pagar,totale fattura,totale documento,factuurbedrag,do zaplaty,att betala',
);

/** Labels of an invoice's own number and date. */
export const invoiceLabels = phrases(
  'invoice no,invoice number,invoice nr,invoice num,invoice id,invoice date,invoice #,invoice ref*,lnvoice no,inv no,rechnungs nr,rechnungsnr,rechnungsnummer,rechnung nr,rechnungs datum,rechnungsdatum,belegnummer,beleg nr,belegnr,rg nr,' +
    'facture n,facture no,facture numero,n facture,no facture,n de facture,numero de facture,date de facture,date de la facture,date de facturation,numero factura,numero de factura,n factura,n de factura,no factura,factura n,factura no,factura num,factura numero,fecha factura,fecha de factura,' +
    'numero fattura,data fattura,fattura n,fattura nr,fattura no,factuurnummer,factuur nr,factuurnr,factuurdatum,factuur datum,fakturanummer,faktura nr,faktura vat nr,faktura nummer,fakturanr,fakturadatum,nr faktury,data wystawienia,laskun numero,laskun nro',
);

/** What only a till, a waiter or a card machine prints. */
export const tillWords = phrases(
  'cashier,cashier*,till no,till #,terminal id,terminal no,terminal #,server #,table #,table no,covers,guests #,pax #,auth code,approval code,authorisation code,authorization code,aid a,merchant copy,customer copy,cardholder copy,counter #,pos #,' +
    'kassierer*,kasse #,bediener*,es bediente,kellner,tisch #,tse signatur,signaturzahler,kundenbeleg,handlerbeleg,caissier*,caisse #,table n,serveur,couverts,cajero,cajera,caja #,mesa #,camarero,cassiere,cassa #,tavolo #,coperti,kassa #,kassiere,kassiere*,tafel #,kassor,kassor*,bord #,kasjer,stolik #',
);

/** Ways in which money changes hands at once. */
export const paidWith = phrases(
  'cash,tender,tendered,visa,mastercard,master card,maestro,amex,american express,debit card,credit card,eftpos,contactless,paid by,amount paid,amt paid,payment received,barzahlung,bargeld,bar,gegeben,ec karte,girocard,kartenzahlung,dankend erhalten,especes,carte bancaire,carte bleue,cb,paye par,paye le,efectivo,tarjeta,entregado,pagado,contanti,contante,bancomat,pagamento elettronico,dinheiro,contant,pinnen,betaald,kontant,bankkort,kortkop,swish,dankort,vipps,gotowka,karta,kateinen,tunai',
);

/** That a paper, whatever it is called, was paid when it was made out. */
export const paidAtOnce = phrases(
  'cash inv*,cash sale*,cash bill,cash memo,cash receipt,payment mode cash,mode of payment cash,payment method cash,payment type cash,payment cash,paid by cash,paid in cash,paid in full,terms cash,term cash,terms c o d,' +
    'zahlungsart bar,zahlung bar,bar bezahlt,betrag dankend erhalten,mode de paiement especes,paye en especes,reglement especes,paye comptant,forma de pago efectivo,pago en efectivo,pagado en efectivo,pagamento contanti,contant betaald',
);

export const thanks = phrases(
  'thank you,thanks for,danke fur,vielen dank fur ihren,merci de,merci et,merci pour,gracias por,grazie,bedankt,tack for,terima kasih,kiitos',
);

/** What contracts say of those who sign them. */
const contractPhrases = phrases(
  'hereinafter,hereby,the parties,signed by,signature of,terms of engagement,auftraggeber,auftragnehmer,vertragspartei*,vertragsgegenstand,vertragslaufzeit,nachfolgend,les parties,ci apres,soussigne*,fait a,las partes,en adelante,clausula*,le parti,di seguito',
);
/** How many of them a folded text has. */
export const contractWords = (folded: FoldedText): number =>
  contractPhrases.filter((phrase) => has(folded, phrase)).length;
