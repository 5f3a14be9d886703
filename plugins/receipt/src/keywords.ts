// cspell:disable -- words of many languages, as printed
import { repairLetters } from '@readout/plugin-kit';

/**
 * Words receipts use, in the languages of Latin script a till is likely to print. They are compared in a folded form:
 * lower case, no accents, letters only, look-alikes (i l 1 |, o 0, s 5, b 8) as one, no spaces, because print and
 * recogniser treat these as they like.
 */

const twins: Record<string, string> = {
  '1': 'l',
  '|': 'l',
  '!': 'l',
  i: 'l',
  '0': 'o',
  '5': 's',
  '8': 'b',
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  ł: 'l',
};

/** See above. Character by character and by index, because this runs over every word of a receipt in an interpreter. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  // ASCII needs no decomposition.
  const source = /[^\0-\x7f]/.test(lower) ? lower.normalize('NFD') : lower;
  let out = '';
  for (let at = 0; at < source.length; at++) {
    const character = source[at]!;
    if (character >= 'a' && character <= 'z' && character !== 'i') out += character;
    else out += twins[character] ?? '';
  }
  return out;
}

/** What a row is about. */
export type Role =
  | 'total'
  | 'gross'
  | 'subtotal'
  | 'tax'
  | 'rounding'
  | 'discount'
  | 'service'
  | 'paid'
  | 'change'
  | 'quantity'
  | 'summary';

/** In the order they are tried: the first role whose word a row holds is the row's. */
const wordsOfRoles: [role: Role, list: string][] = [
  [
    'quantity',
    'total qty,total quantity,total item,total items,tot qty,item count,items count,no of items,number of items,item(s),qty(s),items sold,' +
      'anzahl artikel,anzahl positionen,nombre d articles,antal varor,antal artiklar,antal varer,num articulos,numero articulos,numero pezzi,n pezzi,aantal artikelen,jumlah barang,jumlah item,' +
      'sprzedaz opodatkowana,sprzed opod,reg price,regular price,saved,price/gal,price per gallon,price per litre,unit price,' +
      'total points,total saving,total savings,total discount,you saved,total sv,total gv,point balance,points',
  ],
  [
    'summary',
    'gst summary,tax summary,vat summary,gst amount,summary amount,tax code,vat rate,sst summary,mwst satz,steuersatz,taux tva,netto mwst brutto,detalle iva,base cuota',
  ],
  [
    'rounding',
    'rounding,rounding adj,round adj,rounding adjustment,ronding,roundoff,round off,rundung,rundungsdifferenz,arrondi,oresavrundning,avrundning,oresutjevning,oreafrunding,redondeo,afronding,arrotondamento,pembundaran,bundaran,pelarasan',
  ],
  [
    'change',
    'change,change due,change amt,your change,change given,ruckgeld,wechselgeld,zuruck,retour,rendu,a rendre,monnaie,vaxel,vaxel tillbaka,tilbake,byttepenger,byttepenge,cambio,resto,su cambio,wisselgeld,terug,baki,vuelto,troco,reszta,vaihtoraha,takaisin',
  ],
  [
    'subtotal',
    'merchandise total,goods total,sub total,subtotal,subttl,zwischensumme,zwischentotal,zwischenbetrag,teilsumme,zw summe,sous total,sous-total,delsumma,delsum,subtotale,subtotaal,valisumma,subtotal ex,' +
      'total excl,total ex,total before tax,amount before tax,total (excluding,excluding gst,excl gst,excluding tax,excluding vat,total sales excluding,net of tax,nett of tax,nettobetrag,warenwert,total ht,montant ht,base imponible,imponibile,totaal excl,summa exkl,jumlah kecil,net amt,net amount,taxable',
  ],
  [
    'total',
    'grand total,net total,nett total,final total,total payable,total amt payable,amount payable,amt payable,total due,amount due,balance due,balance,bal,rounded total,total rounded,bill amount,net ttl,nett ttl,ttl,total rm,total myr,total sales,total to pay,to pay,total after adj,total amount due,total amount,total net,nettotal,bill total,order total,invoice total,' +
      'gesamtbetrag,gesamtsumme,gesamt,endbetrag,endsumme,zu zahlen,zahlbetrag,rechnungsbetrag,summe,betrag,total ttc,net a payer,montant a payer,a payer,montant total,montant du,montant ttc,' +
      'att betala,summa att betala,summa,totalt,totalbelopp,at betale,a betale,totalsum,i alt,yhteensa,maksettava,loppusumma,totale complessivo,totale euro,totale,da pagare,importo totale,' +
      'importe total,total a pagar,a pagar,total general,importe,te betalen,totaal,totaalbedrag,jumlah besar,jumlah bayaran,jumlah,amaun,razem,do zaplaty,suma pln,suma,celkem,k uhrade,osszesen,fizetendo,total',
  ],
  [
    'discount',
    'discount,member discount,disc,rabatt,rabat,nachlass,remise,reduction,descuento,dto,sconto,korting,savings,saving,coupon,voucher,diskaun,desconto,alennus',
  ],
  [
    'service',
    'service charge,service chg,ervice chg,ervice charge,servicecharge,serv chg,serv charge,svc chg,svc charge,ser charge,servce chg,tip,gratuity,pourboire,trinkgeld,propina,bedienung,coperto,fooi',
  ],
  [
    'tax',
    'gst,cgst,sgst,igst,utgst,vat,tax,sales tax,consumption tax,service tax,sst,hst,pst,qst,mwst,ust,mehrwertsteuer,umsatzsteuer,steuer,tva,taxe,taxes,moms,mva,iva,igic,btw,alv,ppn,cukai,ptu,dph,afa',
  ],
  [
    'paid',
    'cash,cash tendered,tendered,tender,amount tendered,paid,paid amount,amt paid,amount paid,paid by,payment,visa,mastercard,maestro,amex,american express,debit,credit card,debit card,card,eftpos,' +
      'auszahlung,ruckzahlung,bar,bargeld,gegeben,ec karte,eckarte,girocard,karte,kartenzahlung,especes,cb,carte,carte bancaire,cheque,kort,bankkort,kontant,kontokort,swish,mobilepay,vipps,kateinen,kortti,efectivo,tarjeta,entregado,contante,contanti,carta,bancomat,pagamento,pin,contant,betaald,pinnen,tunai,gotowka,karta',
  ],
];

/**
 * Words of more than five letters count anywhere in a label; shorter ones only alone: `bar` is not in `barcode`. Looked up by
 * what they begin with: an expression of all of them takes an interpreter ten times as long.
 */
const [longWords, shortWords] = [
  new Map<string, [word: string, role: number][]>(),
  new Map<string, number>(),
];
const headLength = 4;
for (const [role, [, list]] of wordsOfRoles.entries())
  for (const word of list.split(',').map(fold))
    if (word.length > 5) {
      const head = word.slice(0, headLength);
      const sameHead = longWords.get(head);
      if (sameHead) sameHead.push([word, role]);
      else longWords.set(head, [[word, role]]);
    } else if (!shortWords.has(word)) shortWords.set(word, role);

/** Index of the first role one of whose words a folded label is or holds. */
function firstRole(folded: string, pieces: readonly string[]): number {
  let first = wordsOfRoles.length;
  const take = (role: number | undefined) => {
    if (role !== undefined && role < first) first = role;
  };
  const takeAlone = (piece: string) => {
    take(shortWords.get(piece));
    // `TOTALS`, `GST6`: a letter or two more is still the word, unless it is very short.
    if (piece.length > 4) take(shortWords.get(piece.slice(0, -1)));
    if (piece.length > 5) take(shortWords.get(piece.slice(0, -2)));
  };
  takeAlone(folded);
  for (const piece of pieces) takeAlone(piece);
  for (let at = 0; at + 5 < folded.length; at++) {
    const sameHead = longWords.get(folded.slice(at, at + headLength));
    if (!sameHead) continue;
    for (const [word, role] of sameHead) if (role < first && folded.startsWith(word, at)) first = role;
  }
  return first;
}

/** `total sales (inclusive of GST)`, `total incl. tax`: the sum before rounding, which is the total where nothing follows. */
const gross = /total|sales|amt|amount|sum|totaal|montant|importe/;
const inclusive = /[il]nc[il]/;
const identity =
  /(gst|vat|tax|mwst|ust|tva|moms|mva|iva|btw|nif|cif|siret|org|reg|co)[\s.]*(reg|registration|identification|id|no|nr|number|nummer|n[°ºo]|lic|licen[cs]e|[i1l]d)\b/i;

const currencyCode = /(?<!\p{L})(?:EUR|USD|GBP|CHF|SEK|NOK|DKK|PLN|CZK|HUF|CAD|AUD|NZD|JPY)(?!\p{L})/gu;
const taxInside =
  /^\W*(?:gst|vat|hst|sales tax|tax|mwst|tva|moms|mva|iva|btw|alv)\b[^\p{L}]{0,12}(?:is |amount )?in[ck]l\p{L}*\.? (?:in|im|dans|en|nel|i)\b/iu;

/** The role of a row by the words in it, not counting its amounts. */
export function roleOf(printed: string): Role | undefined {
  const label = repairLetters(printed).replace(currencyCode, ' ');
  const folded = fold(label);
  if (folded.length < 2) return undefined;
  const pieces = label
    .split(/[^\p{L}\d|!]+/u)
    .map(fold)
    .filter(Boolean);
  const found = wordsOfRoles[firstRole(folded, pieces)]?.[0];
  // `GST included in total`: the tax in it, not the total with it.
  if (taxInside.test(label)) return 'tax';
  if (found === 'tax' && identity.test(label)) return undefined;
  const compact = label.toLowerCase().replace(/\s/g, '');
  if (
    (found === 'total' || found === 'tax' || found === 'paid') &&
    inclusive.test(compact) &&
    gross.test(compact)
  )
    return 'gross';
  // A tax with its rate named in front of the word total (`Total GST`, `Summe MwSt`) is a tax.
  if (
    found === 'total' &&
    /^(total|tot|summe|totalt|totale|totaal|suma|summa)(gst|tax|vat|mwst|ust|moms|mva|tva|lva|btw|sst|ptu)/.test(
      folded,
    )
  )
    return 'tax';
  // `Amount` alone heads a column; with an amount beside it, it is what is to be paid.
  if (!found && /^amount(?:rm|myr|usd|eur|sgd|gbp)?$/.test(folded)) return 'gross';
  return found;
}

/** Words that appear on receipts and invoices and hardly on anything else. */
const papers = [
  'receipt',
  'tax invoice',
  'invoice',
  'quittung',
  'kassenbon',
  'kassenbeleg',
  'beleg',
  'rechnung',
  'bon nr',
  'kvitto',
  'kvittering',
  'kuitti',
  'facture',
  'ticket',
  'recu',
  'ricevuta',
  'scontrino',
  'documento commerciale',
  'fattura',
  'factura',
  'recibo',
  'kassabon',
  'paragon',
  'resit',
  'bill no',
  'cashier',
  'kassa',
  'kasse',
  'kassierer',
  'caisse',
  'cajero',
  'cassa',
  'guest check',
];
const paper = new RegExp(papers.map(fold).join('|'));

/** Whether a text calls itself a receipt, or names the till or its cashier. */
export function namesPaper(text: string): boolean {
  return paper.test(fold(text));
}
