import { LANGUAGES } from '@readout/texts';
import type { ExportFormat } from '../captures/export-records.ts';

export const exportStates = ['queued', 'running', 'done', 'failed'] as const;
export type ExportState = (typeof exportStates)[number];

/** How long an export and its file stay once it is done or has failed. */
export const exportDays = 7;

/** Of one company, queued or running. */
export const maxOpenExports = 10;

/** `confirmed`: nothing that nobody stands for; `all`: what waits for review or was rejected, too. */
export const exportedStates = ['confirmed', 'all'] as const;

export const exportLanguages = LANGUAGES.map(({ tag }) => tag);
export type ExportLanguage = (typeof LANGUAGES)[number]['tag'];

/** Line items of a record: left out, a row each, or on a sheet of their own. */
export const itemPlaces = ['none', 'rows', 'sheet'] as const;
export type ItemPlace = (typeof itemPlaces)[number];

/** How a file is made of the records. */
export interface ExportShape {
  records: (typeof exportedStates)[number];
  /** Of its headings, dates and decimal signs. English is as programs read it: ISO dates, a point, commas between cells. */
  language: ExportLanguage;
  items: ItemPlace;
}

/** As programs are given it that ask for nothing else. */
export const plainShape = {
  records: 'confirmed',
  language: 'en',
  items: 'none',
} as const satisfies ExportShape;

/** What an export of a list would hold of one type of record. */
export interface ExportChoice {
  type: string;
  label: string;
  confirmed: number;
  /** Left out, unless one asks for them. */
  waiting: number;
  rejected: number;
  /** Its records have line items. */
  hasItems: boolean;
}

/** An export that is written in the background. */
export interface Export {
  id: string;
  format: ExportFormat;
  state: ExportState;
  /** Records in the file; null while it is not done. */
  rowCount: number | null;
  byteSize: number | null;
  sha256: string | null;
  failureCode: string | null;
  createdAt: Date;
  finishedAt: Date | null;
  /** When it goes, with its file. */
  expiresAt: Date | null;
}
