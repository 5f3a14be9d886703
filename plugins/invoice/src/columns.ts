// cspell:disable -- heads of columns in many languages
import { type Layout, type Line, placeBox, type Row, seenPart, wordsOf } from '@readout/plugin-kit';

/** What stands in a column of items. `tax` holds rates or amounts of a tax, `other` what nobody asked for. */
export type ColumnKind =
  | 'position'
  | 'code'
  | 'date'
  | 'text'
  | 'quantity'
  | 'unit'
  | 'unitPrice'
  | 'discount'
  | 'tax'
  | 'net'
  | 'gross'
  | 'amount'
  | 'other';

/** From where to where something reaches along the text, pixels. */
export interface Span {
  left: number;
  right: number;
}

export interface Column extends Span {
  kind: ColumnKind;
  /** The head as printed. */
  head: string;
}

/** Heads in many languages, as {@link plainWords} makes them: lower case, without marks, points and hyphens. */
const heads: Record<Exclude<ColumnKind, 'other'>, string> = {
  code: 'indice,symbol,cod art,ref art,codice articolo,artikelcode,product nr,produktnr,item no,item number,item code,item #,article no,article number,article code,product no,product code,product id,part no,part number,stock code,sku,code,artikel nr,artikelnr,art nr,artnr,artikelnummer,artikel nummer,bestell nr,bestellnr,bestellnummer,best nr,material nr,materialnr,materialnummer,ref,reference,codigo,cod,codice,cod articolo,kod,indeks,ean,gtin,hsn,hsn sac,sac,pkwiu,varenr,tuotenro',
  unitPrice:
    'prezzo netto,prezzo listino,precio ud neto,p ud,precio por unidad,cena j,cena j netto,cena za szt,tarief per,tarief,prijs excl,price net,rate per unit,preis pro stuck,preis je einheit,preis einheit netto,unit price,unit cost,unit rate,net price,list price,price,price per unit,price unit,price each,unit price net,cost,rate,einzelpreis,stuckpreis,einheitspreis,nettopreis,e preis,epreis,ep,e p,preis,preis netto,einzelpreis netto,preis pro einheit,preis einheit,preis stk,prix,prix unitaire,prix unit,prix u,prix ht,prix unitaire ht,prix unit ht,prix u ht,pu,p u,pu ht,p u ht,tarif,tarifa,precio,precio unitario,precio unit,precio ud,p unit,p unitario,prezzo,prezzo unitario,prezzo unit,prezzo un,prijs,stuksprijs,eenheidsprijs,prijs per stuk,prijs per eenheid,prijs stuk,cena,cena netto,cena jedn,cena jednostkowa,cena jedn netto,cena jednostkowa netto,a pris,pris,stk pris,enhetspris,enhedspris,preco,preco unitario,hinta,a hinta,yks hinta',
  tax: 'vat,vat %,vat rate,vat amount,% vat,tax,tax %,tax rate,tax amount,gst,gst %,gst rate,sales tax,mwst,mwst %,mwst satz,mwst betrag,ust,ust %,ust satz,steuer,steuer %,steuersatz,mehrwertsteuer,umsatzsteuer,tva,tva %,% tva,taux tva,taux de tva,taux,montant tva,iva,iva %,% iva,tipo,tipo iva,tipo de iva,cuota iva,importe iva,aliquota,aliquota iva,aliq,aliq iva,btw,btw %,btw tarief,btw bedrag,stawka,stawka vat,kwota vat,moms,moms %,mva,alv,alv %,igic',
  net: 'bedrag excl btw,totaal excl btw,excl btw,wart netto,imponibile,importo netto,total neto,total sin iva,total hors taxes,net,net amount,net value,net total,line net,netto,nettobetrag,nettowert,nettosumme,betrag netto,gesamt netto,montant ht,total ht,prix total ht,ht,wartosc netto,kwota netto,totaal excl,bedrag excl,total excl,total excl vat,amount excl vat,totale netto,importe neto',
  gross:
    'bedrag incl btw,totaal incl btw,incl btw,wart brutto,gross,gross amount,gross value,gross total,brutto,bruttobetrag,bruttowert,bruttopreis,betrag brutto,gesamt brutto,montant ttc,total ttc,prix total ttc,ttc,wartosc brutto,kwota brutto,totaal incl,bedrag incl,total incl,total incl vat,amount incl vat,totale ivato,importe bruto',
  amount:
    'total linea,totale riga,regeltotaal,totaal regel,wart,amount,total,line total,line amount,total amount,total price,extended amount,ext amount,gesamt,gesamtpreis,gesamtbetrag,zeilenbetrag,zeilensumme,gp,g p,betrag,summe,montant,prix total,importe,importo,totale,prezzo totale,bedrag,regelbedrag,totaal,wartosc,kwota,belopp,summa,belob,valor,valor total,yhteensa',
  discount:
    'discount,discount %,disc,disc %,rabatt,rabatt %,rab,remise,remise %,rem,dto,dto %,descuento,sconto,sconto %,sc,korting,korting %,rabat,rabat %,alennus',
  quantity:
    'ctd,cdad,cant ud,hoeveelheid,liczba,il,szt,quant,mge,nombre,nb,n pz,colli,qty,quantity,units,hours,hrs,days,qty hrs,hours qty,menge,anzahl,stuckzahl,stunden,std,tage,qte,qtes,quantite,quantites,quantita,qta,q ta,cantidad,cant,horas,uds,ud,unid,unidades,antal,aantal,uren,ilosc,quantidade,qtd,maara,antall,heures',
  unit: 'jedn,einh,un,unite mesure,u,eenh,per,udm,unit,uom,u m,um,einheit,eh,me,unite,unidad,unita,eenheid,j m,jm,enhet,enhed,yksikko',
  text: 'detalle,detail,beschrijving,werkzaamheden,dienst,diensten,towar,towar usluga,towary,usluga,beni e servizi,descrizione articolo,nature,intitule,prestation de services,positionstext,warenbezeichnung,goods,goods and services,work done,services rendered,description,descriptions,description of goods,description of services,item,items,item description,article,articles,details,particulars,service,services,product,products,product description,activity,work,bezeichnung,beschreibung,artikel,artikelbezeichnung,leistung,leistungsbeschreibung,text,designation,libelle,prestation,prestations,descripcion,concepto,conceptos,descrizione,beni,prodotto,servizio,articolo,omschrijving,nazwa,nazwa towaru,nazwa uslugi,nazwa towaru lub uslugi,nazwa towaru uslugi,opis,beskrivning,benamning,beskrivelse,descricao,kuvaus,selite,tuote',
  date: 'date,datum,fecha,data,dato',
  position: 'linea,riga,regel,ligne,zeile,pos,position,no,nr,#,l p,lp,line,n,num,rad',
};

const kinds = new Map<string, ColumnKind>();
for (const [kind, list] of Object.entries(heads))
  for (const head of list.split(',')) kinds.set(head, kind as ColumnKind);

interface HeadWord {
  text: string;
  start: number;
  end: number;
}

/** Words of a head; a recogniser glues those that stand close together: `QtéPrix unitaire`. */
function plainWords(text: string): HeadWord[] {
  return [...text.matchAll(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{L}|[%#]/gu)].map(({ 0: word, index }) => ({
    text: word
      .toLowerCase()
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '')
      .replace(/ß/g, 'ss')
      .replace(/ł/g, 'l')
      .replace(/ø/g, 'o'),
    start: index,
    end: index + word.length,
  }));
}

const mayBeCode = /^(?:items?|articles?|artikel|products?|articolo|tuote)$/iu;

/**
 * The columns a row heads, from left to right; empty where it is no head of items: that names an article, a quantity or a
 * price, and something beside it.
 */
export function columnsIn(layout: Layout, row: Row): Column[] {
  if (row.text.length > 200 || /\d[.,]\d{2}(?!\d)|\d{4}/.test(row.text)) return [];
  const found = row.lines.map(({ line }) => headsIn(line));
  const named = new Set(found.flatMap((parts) => parts.map(({ kind }) => kind)));
  named.delete('other');
  const isOfItems = (['text', 'quantity', 'unitPrice', 'position'] as const).some((kind) => named.has(kind));
  const isOfSums = (['quantity', 'unitPrice', 'net', 'gross', 'amount'] as const).some((kind) =>
    named.has(kind),
  );
  if (named.size < 2 || !isOfItems || !isOfSums) return [];
  // Beside a description `Item` is its number.
  const texts = row.lines.flatMap(({ line }, at) =>
    found[at]!.flatMap(({ kind, start, end }) => (kind === 'text' ? line.text.slice(start, end) : [])),
  );
  const isNumbered =
    texts.some((text) => mayBeCode.test(text)) && texts.some((text) => !mayBeCode.test(text));
  return row.lines.flatMap(({ line }, at) =>
    found[at]!.map(({ kind, start, end }) => ({
      kind: isNumbered && kind === 'text' && mayBeCode.test(line.text.slice(start, end)) ? 'code' : kind,
      head: line.text.slice(start, end),
      ...spanOf(layout, line, start, end),
    })),
  );
}

function headsIn({ text }: Line): { kind: ColumnKind; start: number; end: number }[] {
  const words = plainWords(text);
  const found: { kind: ColumnKind; start: number; end: number }[] = [];
  for (let at = 0; at < words.length; ) {
    let count = Math.min(4, words.length - at);
    const phrase = () =>
      words
        .slice(at, at + count)
        .map((word) => word.text)
        .join(' ');
    while (count > 0 && !kinds.has(phrase())) count--;
    const start = words[at]!.start;
    const last = found.at(-1);
    if (count > 0) found.push({ kind: kinds.get(phrase())!, start, end: words[at + count - 1]!.end });
    else if (last?.kind === 'other') last.end = words[at]!.end;
    // Behind a head a currency belongs to it: `Betrag EUR`.
    else if (!last || !/^[A-Z]{3}$/.test(text.slice(start, words[at]!.end)))
      found.push({ kind: 'other', start, end: words[at]!.end });
    at += Math.max(1, count);
  }
  return found;
}

/** From where to where a part of a line reaches, also within a word. */
export function spanOf(layout: Layout, line: Line, start: number, end: number): Span {
  const { left, right } = placeBox(layout, seenPart(line, start, end - start).evidence[0]!.box);
  const touched = wordsOf(line).filter((word) => word.start < end && start < word.end);
  const [from, to] = [touched[0]?.start ?? start, touched.at(-1)?.end ?? end];
  const width = (right - left) / Math.max(1, to - from);
  return { left: left + (start - from) * width, right: right - (to - end) * width };
}

const overlapOf = (a: Span, b: Span): number => Math.min(a.right, b.right) - Math.max(a.left, b.left);

/** The column a span lies under, or else whose head is nearest by an edge or the middle. */
export function columnOf(span: Span, columns: readonly Column[]): Column | undefined {
  let best: Column | undefined;
  let least = Infinity;
  for (const column of columns) {
    const overlap = overlapOf(column, span);
    const distance =
      overlap > 0
        ? -overlap
        : Math.min(
            Math.abs(column.left - span.left),
            Math.abs(column.right - span.right),
            Math.abs(column.left + column.right - span.left - span.right) / 2,
          );
    if (distance < least) [best, least] = [column, distance];
  }
  return best;
}
