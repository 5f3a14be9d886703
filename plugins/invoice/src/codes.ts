import { type Barcode, documentCodeIn, type Field, putCodeValues } from '@readout/plugin-kit';

/**
 * Puts what a payment code and a till's code on the paper say beside what is printed.
 * @param isOwn accounts of the buyer's, which are never the supplier's
 */
export function putCodes(
  fields: Record<string, Field>,
  barcodes: readonly Barcode[],
  isOwn: (iban: string) => boolean,
): void {
  const payment = documentCodeIn(barcodes, 'payment');
  const account = payment?.code.values.find(({ name }) => name === 'iban')?.value;
  // Money back is not asked for by a code, and one's own code is on one's own invoice.
  if (payment && !fields.creditNote && account && !isOwn(account))
    putCodeValues(
      fields,
      payment,
      ['total', 'currency', 'iban', 'number', 'date'],
      ['due', 'deliveryDate', 'periodStart', 'periodEnd', 'supplierTaxId', 'reference'],
    );
  const till = documentCodeIn(barcodes, 'till');
  // A till signs a moment later than the time it prints.
  if (till)
    putCodeValues(
      fields,
      till,
      ['total', 'tax', 'currency', 'date'],
      ['time', 'number', 'supplierTaxId', 'buyerTaxId'],
    );
}
