// cspell:disable -- words of many languages, as printed
import type { ReceiptRow, RowAmount } from './rows.ts';
import { lastOf, near, readSums, type Sums } from './total.ts';

const refundWords =
  'refund|returns?|return(?:ed)? goods|exchange|credit|void|retoure|r[uü]ckgabe|r[uü]ckerstattung|erstattung|storno|gutschrift|auszahlung|retour|remboursement|avoir|annulation|devoluci[oó]n|reembolso|abono|anulaci[oó]n|reso|rimborso|storno|devolu[cç][aã]o|reembolso|retur|[aå]terk[oö]p|zwrot|palautus|terugbetaling|teruggave';
const refundHeading = new RegExp(
  String.raw`^[^\p{L}]*(?:${refundWords})(?:\s*(?:receipt|slip|note|beleg|bon|ticket|kvitto))?[^\p{L}]*$`,
  'iu',
);
const refundTotal =
  /(?<!\p{L})(?:total|summe|betrag|amount|montant|importe|totale)?\s*(?:refund(?:ed)?|erstattungs?(?:betrag|summe)?|auszahlung(?:sbetrag)?|rembours[eé]?(?:ment)?|reembolso|devoluci[oó]n|rimborso)(?!\p{L})/iu;

export interface SignedSums extends Sums {
  /** What printed amounts are multiplied by: a refund may print what it gives back without a sign. */
  sign: 1 | -1;
}

/** The sums of a receipt whose money may go back to the customer; amounts keep the sign they are printed with. */
export function readSigned(rows: ReceiptRow[], itemSum: (before: number) => number): SignedSums {
  const amounts = rows.flatMap((row) => (row.role === 'paid' || row.role === 'change' ? [] : row.amounts));
  const totals = rows
    .filter((row) => row.role === 'total' || row.role === 'gross')
    .flatMap((row) => lastOf(row)?.units ?? []);
  const negative = totals.filter((units) => units < 0);
  if (negative.length * 2 <= totals.length) {
    const sums = readSums(rows, itemSum);
    const isRefund =
      !amounts.some(({ units }) => units < 0) &&
      rows.some(
        (row) =>
          refundHeading.test(row.text) ||
          (row.amounts.length > 0 &&
            refundTotal.test(row.label) &&
            row.amounts.some(({ units }) => near(units, sums.total?.found.units ?? 0))),
      );
    return { ...sums, sign: isRefund ? -1 : 1 };
  }
  // Read with all signs turned round, so that one way of weighing does for both.
  const turned = (row: ReceiptRow): ReceiptRow =>
    row.role === 'paid' || row.role === 'change'
      ? row
      : { ...row, amounts: row.amounts.map((one) => ({ ...one, units: -one.units })) };
  const back = (found: RowAmount): RowAmount => ({ ...found, units: -found.units });
  const sums = readSums(rows.map(turned), (before) => -itemSum(before));
  const { total, subtotal, tax } = sums;
  const own = ({ index }: ReceiptRow) => rows[index]!;
  const isAlone = amounts.every(({ units }) => units > 0 || negative.includes(units));
  return {
    firstSum: sums.firstSum,
    total: total && {
      ...total,
      row: own(total.row),
      found: back(total.found),
      doubts: [
        ...total.doubts,
        // A dash that leads to the amount looks like a minus.
        ...(isAlone && !rows.some((row) => refundHeading.test(row.text))
          ? ['Only the total is printed with a minus.']
          : []),
      ],
    },
    subtotal: subtotal && { row: own(subtotal.row), found: back(subtotal.found) },
    tax: tax && { rows: tax.rows.map(own), found: tax.found.map(back), units: -tax.units },
    sign: 1,
  };
}
