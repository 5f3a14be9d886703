import { LANGUAGES } from '@readout/texts';

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

/** A profile one may export by. */
export interface ProfileChoice {
  id: string;
  name: string;
  type: string;
  /** Of the confirmed records, those it has exported already. */
  exported: number;
  /** One's last export was by it. */
  isLast: boolean;
}

export const exportFormats = {
  csv: { mediaType: 'text/csv; charset=utf-8', ending: 'csv' },
  xlsx: { mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', ending: 'xlsx' },
  json: { mediaType: 'application/json', ending: 'json' },
} as const;
export type ExportFormat = keyof typeof exportFormats;

/** With what only profiles make. */
export const fileKinds = {
  ...exportFormats,
  datev: { mediaType: 'text/csv; charset=windows-1252', ending: 'csv' },
  hledger: { mediaType: 'text/plain; charset=utf-8', ending: 'journal' },
} as const;

/** What is booked is made by a profile only. */
export type FileFormat = keyof typeof fileKinds;
export const isBooking = (format: FileFormat): format is 'datev' | 'hledger' =>
  format === 'datev' || format === 'hledger';

/** How a file is made of the records. */
export interface ExportShape {
  records: (typeof exportedStates)[number];
  /** Of its headings, dates and decimal signs. English is as programs read it: ISO dates, a point, commas between cells. */
  language: ExportLanguage;
  items: ItemPlace;
  /** Also what was exported by the same profile before. */
  again?: boolean;
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

/** What a ZIP file holds without extensions that not every program knows (ZIP64). */
export const maxOriginals = 65_000;
export const maxOriginalsBytes = 4_000_000_000;
/** What a package of documents holds (https://developer.datev.de/datev/platform/de/node/6326). */
export const maxDatevOriginals = { files: 4999, bytes: 465_000_000 } as const;

/** What a record lacks for its booking, or has that cannot be booked. */
export const bookingLacks = [
  'date',
  'fiscal_year',
  'total',
  'currency',
  'any_currency',
  'tax',
  'rate',
  'sum',
  'number',
] as const;
export type BookingLack = (typeof bookingLacks)[number];

/** Most records that an export names which it held back. */
export const maxHeldBack = 200;

/** A record that was not booked, and what it lacks. */
export interface HeldBack {
  recordId: string;
  captureId: string;
  fileName: string;
  lacks: BookingLack[];
}

/** An export that is written in the background. */
export interface Export {
  id: string;
  format: FileFormat;
  state: ExportState;
  /** Records in the file; null while it is not done. */
  rowCount: number | null;
  /** What could not be booked: how many records, and the first of them. */
  heldBack: { count: number; records: HeldBack[] } | null;
  byteSize: number | null;
  sha256: string | null;
  failureCode: string | null;
  /** It was made with; as it was then. */
  profile: { id: string; name: string; withOriginals: boolean } | null;
  createdAt: Date;
  finishedAt: Date | null;
  /** When it goes, with its file. */
  expiresAt: Date | null;
}
