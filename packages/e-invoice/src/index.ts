export type { Attachment } from './attachments.ts';
export type {
  EInvoice,
  FilePlace,
  FileRow,
  FileValue,
  InvoiceCheck,
  InvoiceCheckName,
  Unread,
} from './invoice.ts';
export { limits } from './limits.ts';
export { isNoInvoiceInGermany, type Profile } from './profiles.ts';
export { readInvoice } from './read-invoice.ts';
export { Refusal, type RefusalCode } from './refusal.ts';
