import { FormatFactoryService } from '@e-invoice-eu/core';
import { sampleInvoice } from './sample-invoice.ts';

const nothing = (): void => {};
const quiet = { log: nothing, warn: nothing, error: nothing };
const factory = new FormatFactoryService();

/** Every format `@e-invoice-eu/core` makes. */
export const formatsMade: readonly string[] = factory.listFormatServices().map(({ name }) => name);

/** The XML of a format; of Factur-X what is in its PDF. */
export async function madeByOthers(format: string): Promise<string> {
  const service = factory.createFormatService(format, quiet);
  const invoice = structuredClone(sampleInvoice);
  service.fillInvoiceDefaults(invoice);
  // Factur-X is CII put into a PDF.
  const maker = format.startsWith('Factur-X') ? factory.createFormatService('CII', quiet) : service;
  const made = await Object.getPrototypeOf(maker).generate.call(service, invoice, { format, lang: 'en' });
  return String(made);
}
