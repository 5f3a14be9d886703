// cspell:disable -- words of many languages, as printed
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

/** Heads in many languages, as they are compared: lower case, without marks, points and hyphens. */
export const columnHeads: Record<Exclude<ColumnKind, 'other'>, string> = {
  code: 'indice,symbol,cod art,ref art,codice articolo,artikelcode,product nr,produktnr,item no,item number,item code,item #,article no,article number,article code,product no,product code,product id,part no,part number,stock code,sku,code,artikel nr,artikelnr,art nr,artnr,artikelnummer,artikel nummer,bestell nr,bestellnr,bestellnummer,best nr,material nr,materialnr,materialnummer,ref,reference,articulo n,articulo n º,articulo no,n articulo,n º articulo,codigo,cod,codice,cod articolo,kod,indeks,ean,gtin,hsn,hsn sac,sac,pkwiu,varenr,tuotenro',
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
  text: 'detalle,detail,beschrijving,werkzaamheden,dienst,diensten,towar,towar usluga,towary,usluga,beni e servizi,descrizione articolo,nature,intitule,prestation de services,positionstext,warenbezeichnung,goods,goods and services,work done,services rendered,description,descriptions,description of goods,description of services,item,items,item description,article,articles,details,particulars,service,services,product,products,product description,activity,work,bezeichnung,beschreibung,artikel,artikelbezeichnung,leistung,leistungsbeschreibung,text,designation,libelle,prestation,prestations,descripcion,concepto,conceptos,articulo,articulos,producto,productos,servicio,servicios,trabajos,descrizione,beni,prodotto,prodotti,servizio,servizi,articolo,articoli,prestazione,prestazioni,omschrijving,nazwa,nazwa towaru,nazwa uslugi,nazwa towaru lub uslugi,nazwa towaru uslugi,opis,beskrivning,benamning,beskrivelse,descricao,kuvaus,selite,tuote',
  date: 'date,datum,fecha,data,dato',
  position: 'linea,riga,regel,ligne,zeile,pos,position,no,nr,#,l p,lp,line,n,num,rad',
};

/** As printed beside or under a quantity, without the point at their end; EN 16931 BT-130 has them as codes. */
const unitWords = [
  'pcs?,pieces?,each,ea,units?,h,hrs?,hours?,days?,d,weeks?,wks?,months?,nights?,years?,kg,g,t,tonnes?,m,m2,m²,m3,m³,cm,mm,km,l,lt,ltr,litres?,liters?,sets?,box(?:es)?,packs?,pkts?,packets?,bags?,rolls?,reams?,cartons?,ctn,cases?,bottles?,pallets?,lots?,jobs?,visits?,trips?,pages?,words?,pairs?,licen[cs]es?,users?,kwh,mwh',
  'st(?:k|ck|[uü]ck)?,std,stunden?,tage?,tg,wochen?,monate?,mon,jahre?,qm,lfm,lfdm,cbm,pa(?:ar|ck|ckung(?:en)?),pkg,pckg,kartons?,ktn,kisten?,rollen?,s[aä]cke?,flaschen?,dosen?,eimer,paletten?,n[aä]chte?,psch,pausch(?:al)?,vpe?,ve,gebinde,seiten?,mal,einheit(?:en)?',
  'pi[eè]ces?,pces?,u,unit[eé]s?,heures?,hre?s?,jours?,jrs?,semaines?,mois,nuit(?:[eé]e)?s?,forfaits?,ens,bo[iî]tes?,rouleaux?,sacs?,paquets?,bouteilles?,palettes?,ml',
  'uds?,unid(?:ad(?:es)?)?,pzas?,piezas?,horas?,d[ií]as?,semanas?,mes(?:es)?,noches?,cajas?,paquetes?,rollos?,sacos?,botellas?,lotes?,juegos?,pal[eé]s?,p[aá]ginas?',
  'pz,pezz[io],nr,n,or[ae],giorn[oi],gg,settiman[ae],mes[ei],nott[ei],conf,confezion[ei],cf,scatol[ae],rotol[oi],sacch[io],bottigli[ae],cad,canon[ei],coppi[ae],kit',
  'stuks?,uur,uren,dag(?:en)?,we(?:ek|ken),maand(?:en)?,nacht(?:en)?,doos,dozen,pak(?:ken)?,rol(?:len)?,zak(?:ken)?,fles(?:sen)?,keer,stel',
  'szt(?:uki?)?,godz(?:iny?)?,dni,dzie[nń],tyg,mies(?:i[aą]c(?:e)?)?,m-c,us[lł](?:uga)?,kpl,op(?:ak(?:owanie)?)?,kart,rolk[ai],para,mb',
  'tim(?:mar)?,dagar,m[aå]nad(?:er)?,styck,timer,dage,uger,tunti,pv',
];
/** A unit that is counted in, alone in its text. */
export const quantityUnit = new RegExp(
  String.raw`^(?:${unitWords.join(',').replaceAll(',', '|')})\.?$`,
  'iu',
);
