import type { FieldData, Line, RecordData } from '@readout/plugin-kit';
import type { FieldType } from '@readout/plugin-kit/manifest';
import type { DeliveryState, OutgoingType } from '../deliveries/rules.ts';
import { AppError } from '../errors.ts';

export const recordStates = ['needs_review', 'confirmed', 'rejected'] as const;
export type RecordState = (typeof recordStates)[number];

/** Below this a person should look at a field, whatever its checks say. */
export const doubtfulBelow = 0.8;

/** Upright rectangle on a page, in pixels of its upright picture. */
export interface Region {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** As much of a page is read again at once. */
export const mostRegionPixels = 4_000_000;

/** What was read again of a region of a page. */
export interface RegionLines {
  id: string;
  /** Their ids are of this region alone. */
  lines: Line[];
}

/** A field as it stands now. */
export interface RecordField extends FieldData {
  /** True once a person changed it. */
  edited?: boolean;
  /** Why it is less sure than it was read. */
  corrections?: Corrections;
}

/**
 * Of the last records of one kind that people of a company confirmed: in how many a field was read without doubt, and in how many of
 * those it was corrected.
 */
export interface Corrections {
  of: number;
  corrected: number;
}

/** What a value is: printed where it was seen, following from that, or put there by a person or program. Old records do not say. */
export const kindOfField = ({ edited, kind, evidence }: RecordField): 'seen' | 'computed' | 'entered' =>
  edited ? 'entered' : (kind ?? (evidence.length > 0 ? 'seen' : 'computed'));

/**
 * A place on a page: words of a line, by their number from 0 (null: all of it), or a barcode. Ids are those of the reading, or of
 * what was read again of a region.
 */
export type PickedPart = { line: string; words: number[] | null; region?: string } | { barcode: string };

/** Where somebody picked a value on the picture, in reading order. */
export interface Picked {
  readingId: string;
  parts: PickedPart[];
}

/** A value beside the title, as one line of text. */
export interface RecordFact {
  label: string;
  value: string;
  /** As the plugin declares it; null where it does not. */
  type: FieldType | null;
  /** Of a table, whose value says no more than that. */
  rows: number | null;
}

export interface RecordSummary {
  id: string;
  plugin: string;
  type: string;
  state: RecordState;
  confidence: number;
  /** Value of the record's title field, shortened. */
  title: string;
  /** Of the title field, as the plugin declares it; null where it does not. */
  titleType: FieldType | null;
  /** Up to three shown beside the title. */
  facts: RecordFact[];
  failedChecks: number;
}

export const companyCheckNames = [
  'same_number',
  'same_amount',
  'missing_number',
  'other_iban',
  'unusual_total',
  'unknown_tax_rate',
] as const;
export type CompanyCheckName = (typeof companyCheckNames)[number];

/** A check that a record fails beside the company's own confirmed records, or by the law of a country. */
export interface CompanyCheck {
  check: CompanyCheckName;
  /** The field it is about. */
  field: string;
  /** The confirmed record it was compared with; a page of it. */
  other?: { recordId: string; captureId: string };
  /** Of `missing_number`: how many are missing, and the number they come after as it is written. */
  missing?: { count: number; after: string };
  /** Of `other_iban`: the account of the records before. */
  before?: string;
  /** Of `unusual_total`: smallest and largest of the records before, and how many they are. */
  usual?: { from: number; to: number; count: number };
  /** Of `unknown_tax_rate`: rates in percent that the country does not have, its ISO 3166 code, and the day it was asked for. */
  taxes?: { rates: number[]; country: string; day: string };
}

export interface RecordDetail {
  id: string;
  captureId: string;
  readingId: string;
  plugin: string;
  pluginVersion: string;
  type: string;
  state: RecordState;
  rejectedReason: string | null;
  confidence: number;
  fields: Record<string, RecordField>;
  originalFields: Record<string, FieldData>;
  /** What it fails when it is compared with the company's confirmed records. */
  companyChecks: CompanyCheck[];
  /** Its total is larger than the company allows one person to confirm. */
  needsSecondPerson: boolean;
  /** People who stand for it, or the rule: 1 while it waits for the second of two. */
  confirmations: number;
  /** The first of two. */
  firstConfirmedBy: { id: string; name: string } | null;
  firstConfirmedAt: string | null;
  assignedTo: { id: string; name: string } | null;
  revision: number;
  confirmedBy: { id: string; name: string } | null;
  confirmedAt: string | null;
  /** Who added it; null: a plugin made it. */
  addedBy: { id: string; name: string } | null;
  createdAt: string;
  updatedAt: string;
}

/** A record with the document and the page it was read from. */
export type PlacedRecord = RecordDetail & { documentId: string; pageNumber: number };

export interface RecordEdit {
  id: string;
  field: string;
  from: unknown;
  to: unknown;
  /** What is printed where it was picked on the picture; null: it was typed. */
  picked: string | null;
  /** How many times larger than it is on the page that was read again; null: it was read with the page. */
  enlarged: number | null;
  editedBy: { id: string; name: string };
  editedAt: string;
}

export interface RecordDecision {
  id: string;
  /** What was done: by a rule of the installation, too. */
  decision: 'confirmed' | 'confirmed_first' | 'confirmed_by_rule' | 'rejected' | 'reopened' | 'exported';
  /** Null: the rule. */
  decidedBy: { id: string; name: string } | null;
  decidedAt: string;
  /** Of a rejection, or of a change after it was exported; of an export the name of the profile. */
  reason: string | null;
  /** What it was confirmed against, as `total: sum`. */
  failedChecks: string[];
}

/** What became of an event of the record on its way to a target. */
export interface RecordDelivery {
  id: string;
  /** Null: for those who may not see targets, or where it was deleted. */
  targetId: string | null;
  targetName: string;
  event: Extract<OutgoingType, `record.${string}`>;
  state: DeliveryState;
  /** Of the error catalogue, of the last try; null where it arrived or was not tried. */
  failureCode: string | null;
  /** When it arrived, failed or was skipped, else since when it waits. */
  at: string;
}

/** A record that another reader made of the same code: it is no record of its own. */
export interface Twin {
  plugin: string;
  type: string;
  /** Of the code. */
  text: string;
}

export interface RecordHistory {
  alsoRead: Twin[];
  edits: RecordEdit[];
  decisions: RecordDecision[];
  deliveries: RecordDelivery[];
}

/** What a new reading would change where a person has already worked. */
export interface RecordProposal {
  id: string;
  captureId: string;
  createdAt: string;
  records: (RecordData & { plugin: string; pluginVersion: string })[];
  /** Differences against the present records, one for each changed field. */
  changes: { recordId: string | null; type: string; field: string; from: unknown; to: unknown }[];
}

const maxLength = 500;

/** @throws AppError `record.reason_needed` */
export function parseReason(reason: unknown): string {
  const text = typeof reason === 'string' ? reason.replaceAll('\0', '').trim() : '';
  if (text === '' || text.length > maxLength) throw new AppError('record.reason_needed', { maxLength });
  return text;
}
