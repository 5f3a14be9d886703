// cspell:ignore gstin Gutschrift
import {
  addressField,
  booleanField,
  codeField,
  currencyDecimals,
  type DraftRecord,
  defineReader,
  documentCodeIn,
  documentCurrency,
  type Field,
  field,
  fromMinorUnits,
  type Layout,
  type Line,
  layoutOf,
  ownCompany,
  printedDecimalMark,
  type ReaderInput,
  seenLine,
  tellPaper,
  textField,
} from '@readout/plugin-kit';
import { buyerByPlace, buyerOf } from './buyer.ts';
import { putCodes } from './codes.ts';
import { datesOf } from './dates.ts';
import { fileToGoBy, putFile } from './file.ts';
import { ibanOf, numberOf, orderNumberOf, taxIdOf } from './identifiers.ts';
import { itemsField } from './item-fields.ts';
import { type Item, readItems } from './items.ts';
import { ownBuyer } from './own-buyer.ts';
import { addressOf, type Party, repairLegalForm, supplierOf } from './parties.ts';
import { type InvoiceRow, readRows } from './rows.ts';
import { putSums, taxesField } from './sum-fields.ts';
import { readSums, type Sums } from './sums.ts';
import { termsOf } from './terms.ts';
import { buyerTaxLabel, taxIdLabel } from './words.ts';

/** Rows at the beginning and at the end of a page in which an invoice says what holds for all of it. */
const edgeRows = 150;
/** Of a page of more rows none are read as items: it would take more than a reader may use. */
const mostRows = 600;

/** A page of very many rows without those in its middle, which are items. */
const edgesOf = (layout: Layout, rows = edgeRows): Layout =>
  layout.rows.length <= 2 * rows
    ? layout
    : { ...layout, rows: [...layout.rows.slice(0, rows), ...layout.rows.slice(-rows)] };

export default defineReader({
  read(input) {
    const page = readPage(input);
    const { files, lines } = input.reading;
    const file = fileToGoBy(files);
    if (!file) return page ? [{ type: 'invoice', ...page.record }] : [];
    // A page that is drawn from the file says nothing the file does not.
    const fields = file.isDocument ? {} : { ...page?.record.fields };
    const { locale, today } = input;
    const edges = edgesOf(layoutOf(input.reading)).rows.flatMap((row) => row.lines.map(({ line }) => line));
    const beside = { lines, edges, items: page?.items ?? [], locale: page?.locale ?? locale, today };
    putFile(fields, file, beside);
    return [{ type: 'invoice', confidence: 1, fields } satisfies DraftRecord];
  },
});

/** What the page itself says; undefined where it is no invoice. */
function readPage({
  reading,
  locale,
  today,
  company,
}: ReaderInput):
  | { record: Pick<DraftRecord, 'confidence' | 'fields'>; items: Item[]; locale: string }
  | undefined {
  const whole = layoutOf(reading);
  const hasItems = whole.rows.length <= mostRows;
  const layout = edgesOf(whole, mostRows / 2);
  const paper = tellPaper(layout);
  if (paper.kind !== 'invoice' && paper.kind !== 'credit-note') return undefined;
  // The installation's own locale knows its country; of another language the paper knows better.
  const language = paper.locale ?? locale;
  const own = locale.slice(0, 2) === language.slice(0, 2) || language === 'en' ? locale : language;
  const texts = reading.lines.map((line) => line.text);
  const home = texts.some((text) => /gstin/i.test(text)) ? 'INR' : undefined;
  const printed = documentCurrency(reading.lines, { locale: own, home });
  const decimalMark = printedDecimalMark(texts);
  const rows = readRows(layout, {
    locale: own,
    currency: printed?.code,
    decimalMark,
  });
  // The least amount there is, ten-thousandths.
  const unit = 10 ** (4 - currencyDecimals(printed?.code ?? ''));
  const sums = readSums(rows, unit);
  const edges = edgesOf(layout);
  const terms = termsOf(edges);
  const dates = datesOf(edges, terms, { locale: own, today });
  const lines = edges.rows.flatMap((row) => row.lines);
  const ours = ownCompany(company);
  const payment = documentCodeIn(reading.barcodes, 'payment');
  const iban = ibanOf(lines, ours.isIban, payment?.code.values.find(({ name }) => name === 'iban')?.value);
  const named = buyerOf(edges);
  const us = ownBuyer(edges, ours);
  const labelled = { name: named.name ?? us.name, lines: new Set([...named.lines, ...us.lines]) };
  const number = numberOf(edges);
  // None of them is a condition; together they have to say more than a word in a letter does.
  const signs = [
    sums,
    number,
    dates.date,
    dates.due,
    iban,
    labelled.lines.size > 0,
    paper.weight >= 3,
    paper.weight >= 6,
  ];
  if (!(sums || (number && (dates.due || iban))) || signs.filter(Boolean).length < 3) return undefined;

  const head = Math.min(edgeRows, Math.max(1, sums?.first ?? rows.length));
  const supplier = supplierOf(edges, labelled.lines, head);
  const address = supplier ? addressOf(edges, supplier, labelled.lines) : [];
  const placed =
    labelled.name || !supplier
      ? undefined
      : buyerByPlace(
          edges,
          supplier,
          new Set([
            ...labelled.lines,
            supplier.line.id,
            ...address.flatMap(({ evidence }) => evidence.flatMap(({ line }) => line ?? [])),
          ]),
          head,
        );
  const buyer = labelled.name ?? placed?.name;
  const buyersLines = new Set([...labelled.lines, ...(placed?.lines ?? [])]);
  const itemOptions = {
    locale: decimalMark === undefined ? own : decimalMark === ',' ? 'de-DE' : 'en-GB',
    rates: sums?.taxes.flatMap(({ vat }) => vat?.rate ?? []) ?? [],
  };
  const items = hasItems ? readItems(layout, rows, sums?.first ?? rows.length, itemOptions) : [];
  // A credit note is negative whether it prints the minus or not.
  const sign = paper.kind === 'credit-note' && (sums?.total.units ?? 0) > 0 ? -1 : 1;
  const money = (units: number) => fromMinorUnits(sign * units, currencyDecimals(printed?.code ?? ''));
  const fields: Record<string, Field> = {};
  const put = (name: string, value: Field | undefined) => {
    if (value) fields[name] = value;
  };
  if (supplier) {
    const name = nameField(supplier);
    put('supplier', name);
    put('merchant', name);
    put(
      'address',
      addressField(address, { confidence: 0.9 * Math.min(1, ...address.map((one) => one.confidence)) }),
    );
  }
  const isBuyers = ({ id, text }: Line) => buyersLines.has(id) || buyerTaxLabel.test(text);
  put('supplierTaxId', taxIdOf(edges, taxIdLabel, isBuyers, ours.isTaxId));
  put('buyer', buyer && nameField(buyer));
  put(
    'buyerTaxId',
    taxIdOf(edges, buyerTaxLabel, () => false) ??
      taxIdOf(edges, taxIdLabel, ({ id }) => !buyersLines.has(id)),
  );
  put(
    'number',
    number &&
      codeField(number.seen, number.seen.text.replace(/\s+/g, ''), {
        confidence: number.sure * number.seen.confidence,
      }),
  );
  const order = orderNumberOf(edges);
  put('orderNumber', order && codeField(order, order.text.replace(/\s+/g, '')));
  put('date', dates.date);
  put('time', dates.time);
  put('due', dates.due);
  put('deliveryDate', dates.deliveryDate);
  put('periodStart', dates.periodStart);
  put('periodEnd', dates.periodEnd);
  put('terms', terms && textField(terms.seen));
  if (sums) {
    putSums(put, sums, items, money, sign);
    put('taxes', taxesField(sums, money, unit));
  }
  if (paper.kind === 'credit-note' && paper.title) {
    const title = seenLine(paper.title);
    // With sums that are not negative the title alone says so, and `Gutschrift` may be what a buyer makes out.
    put('creditNote', booleanField(title, true, { confidence: title.confidence * (sign < 0 ? 0.9 : 0.98) }));
  }
  put('currency', currencyOf(reading.lines, own, home, sums?.totalRow));
  put('iban', iban);
  put(
    'items',
    itemsField(
      items,
      // A credit note has no positive items, a discount on an invoice may be a negative one.
      ({ amount, units }) => (sign < 0 ? money(units) : amount.value),
      fields.subtotal?.checks.some(({ name, passed }) => name === 'sum' && passed) === true ||
        (sums?.subtotal === undefined && sums?.proof !== undefined),
    ),
  );
  putCodes(fields, reading.barcodes, ours.isIban);
  return { record: { confidence: confidenceOf(fields, sums), fields }, items, locale: own };
}

const nameField = ({ seen, sure }: Party): Field | undefined => {
  const made = textField(seen, { confidence: seen.confidence * sure });
  return made && { ...made, value: repairLegalForm(String(made.value)) };
};

/** The currency in the row of the total, else the one the page prints most; candidates where a sign is shared. */
function currencyOf(
  lines: readonly Line[],
  locale: string,
  home: string | undefined,
  total: InvoiceRow | undefined,
): Field | undefined {
  const totalLines = new Set(total?.row.lines.map(({ line }) => line.id));
  const found = documentCurrency(lines, { locale, home, totalLines });
  if (found?.code === undefined) return undefined;
  const isTotals = found.seen.evidence.some(({ line }) => line !== undefined && totalLines.has(line));
  return field(found.seen, found.code, {
    confidence: found.seen.confidence * (found.others.length > 0 ? 0.5 : isTotals ? 1 : 0.9),
    ambiguous: found.others,
  });
}

function confidenceOf(fields: Record<string, Field>, sums: Sums | undefined): number {
  const parts: [value: number | undefined, weight: number][] = [
    [fields.total?.confidence, 4],
    [fields.number?.confidence, 2],
    [fields.supplier?.confidence, 2],
    [fields.date?.confidence, 1],
    [sums?.proof || fields.iban?.checks.every(({ passed }) => passed) ? 1 : 0.6, 1],
  ];
  return Math.round(100 * parts.reduce((sum, [value, weight]) => sum + (value ?? 0.3) * weight, 0)) / 1000;
}
