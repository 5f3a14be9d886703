import type { FileCheckName } from '@readout/plugin-kit';
import type { Attachment } from './attachments.ts';
import type { Profile } from './profiles.ts';
import type { TermType } from './terms.ts';
import type { FileRange } from './xml.ts';

/** An element or attribute of the file, and the bytes it stands in. */
export interface FilePlace extends FileRange {
  path: string;
}

/** What a file says. */
export interface TermValue {
  /** Business term of EN 16931, of what is made of several the first. */
  term: string;
  type: TermType | 'address';
  /** In the form of our fields: amounts `"1471.60"`, dates `"2026-03-05"`, codes without spaces. */
  value: string;
  /** As the file has it. */
  raw: string;
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

/** From the first row of a list to the last; its path is that of all of them. */
export type ListPlace = FilePlace;

export type FileRow = Readonly<Record<string, TermValue>>;

export interface EInvoice {
  /** `UBL 2.1 Invoice`, `UBL 2.1 CreditNote`, `CII D16B`, `ZUGFeRD 1`. */
  format: string;
  /** The Peppol envelope is around it. */
  isEnveloped: boolean;
  profile: Profile;
  isCreditNote: boolean;
  /** -1 where a credit note has its amounts without a minus; the amounts here are as in the file. */
  sign: 1 | -1;
  values: Readonly<Record<string, TermValue>>;
  lists: Readonly<Record<'items' | 'taxes' | 'allowances' | 'surcharges', readonly FileRow[]>>;
  /** Where the lists stand that have rows. */
  listPlaces: Readonly<Partial<Record<'items' | 'taxes' | 'allowances' | 'surcharges', ListPlace>>>;
  unread: readonly Unread[];
  checks: readonly InvoiceCheck[];
  attachments: readonly Attachment[];
}

export type InvoiceCheckName = FileCheckName | 'iban';

/** One rule, and what came of it. */
export interface InvoiceCheck {
  name: InvoiceCheckName;
  passed: boolean;
  /** One sentence: what was compared with what. */
  reason: string;
  /** The field it is about, or a list and its row. */
  field: string;
  row?: number;
  /** What it comes to, and what the file says instead. */
  made?: string;
  said?: string;
}
