import type { Attachment } from './attachments.ts';
import type { Profile } from './profiles.ts';
import type { TermType } from './terms.ts';
import type { FileRange } from './xml.ts';

/** An element or attribute of the file, and the bytes it stands in. */
export interface FilePlace extends FileRange {
  path: string;
}

/** What a file says. */
export interface FileValue {
  /** Business term of EN 16931, of what is made of several the first. */
  term: string;
  type: TermType | 'address';
  /** In the form of our fields: amounts `"1471.60"`, dates `"2026-03-05"`, codes without spaces. */
  value: string;
  places: FilePlace[];
}

/** Of a term that is there and has no value: not in its form, or said several times in different ways. */
export interface Unread {
  reason: 'unreadable' | 'repeated';
  term: string;
  path: string;
  /** As the file has it, at most 100 characters. */
  text: string;
}

export type FileRow = Readonly<Record<string, FileValue>>;

export interface EInvoice {
  /** `UBL 2.1 Invoice`, `UBL 2.1 CreditNote`, `CII D16B`, `ZUGFeRD 1`. */
  format: string;
  /** The Peppol envelope is around it. */
  isEnveloped: boolean;
  profile: Profile;
  isCreditNote: boolean;
  /** -1 where a credit note has its amounts without a minus; the amounts here are as in the file. */
  sign: 1 | -1;
  values: Readonly<Record<string, FileValue>>;
  lists: Readonly<Record<'items' | 'taxes' | 'allowances' | 'surcharges', readonly FileRow[]>>;
  unread: readonly Unread[];
  checks: readonly InvoiceCheck[];
  attachments: readonly Attachment[];
}

export type InvoiceCheckName =
  | 'line-amount'
  | 'line-sum'
  | 'net'
  | 'tax-rate'
  | 'tax-base'
  | 'tax-sum'
  | 'total'
  | 'payable'
  | 'iban'
  | 'due'
  | 'mandatory'
  | 'unread'
  | 'profile';

/** One rule, and what came of it. */
export interface InvoiceCheck {
  name: InvoiceCheckName;
  passed: boolean;
  /** One sentence: what was compared with what. */
  reason: string;
  /** The field it is about, or a list and its row. */
  field: string;
  row?: number;
}
