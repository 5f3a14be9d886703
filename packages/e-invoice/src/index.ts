export type { Attachment } from './attachments.ts';
export { dataFilesIn, looksLikeXml } from './data-file.ts';
export type {
  EInvoice,
  FilePlace,
  FileRow,
  InvoiceCheck,
  InvoiceCheckName,
  TermValue,
  Unread,
} from './invoice.ts';
export { limits } from './limits.ts';
export { isNoInvoiceInGermany, type Profile } from './profiles.ts';
export { readInvoice } from './read-invoice.ts';
export { Refusal, type RefusalCode } from './refusal.ts';
export { dataOfXml, visibleFile } from './xml-document.ts';
