import type { Reading } from '@readout/image-reader';
import type { FoundFiles } from '@readout/plugin-kit';
import type { OriginalState } from '../originals/note-original.ts';
import type { RecordType } from '../plugins/plugin-catalogue.ts';
import type { RecordDetail, RecordFact, RecordProposal, RecordSummary } from '../records/rules.ts';
import type { ReaderNotRun } from './find-not-run.ts';

/** What was seen on a page, and the files of its document that are kept with it. */
export type PageReading = Reading & FoundFiles;

export type CaptureState = 'received' | 'reading' | 'read' | 'failed';
export const captureSources = ['upload', 'paste', 'camera', 'desktop', 'api', 'sample'] as const;
export type CaptureSource = (typeof captureSources)[number];

/** A row of the workspace list: one document (its first page stands for it). */
export interface CaptureListItem {
  id: string;
  fileName: string;
  title: string | null;
  state: CaptureState;
  failureCode: string | null;
  source: CaptureSource;
  pageCount: number;
  width: number | null;
  height: number | null;
  /** First capture with the same bytes. */
  duplicateOf: string | null;
  recordCount: number;
  /** Records that wait for review, over all pages. */
  reviewCount: number;
  assignedTo: { id: string; name: string } | null;
  createdBy: { id: string; name: string };
  /** ISO 8601, UTC. */
  createdAt: string;
  archivedAt: string | null;
  trashedAt: string | null;
  revision: number;
  /** At most three, best first. */
  records: RecordSummary[];
  /** By name. */
  tags: string[];
  noteCount: number;
  /** What lists are sorted by: what its records say first, the rejected ones left out. */
  sortedBy: SortedBy;
  /** It has what was searched for only with a wrong letter. */
  isNear?: true;
  /** By name, of the fields that were asked for: of the record the filter is about, else of the first that has one. Null: it has none. */
  values?: Record<string, RecordFact | null>;
}

export interface SortedBy {
  /** ISO 8601. */
  date: string | null;
  /** The total, whatever its currency. */
  amount: number | null;
  /** Letters and digits of the name alone. */
  merchant: string | null;
  /** Of the least certain record. */
  confidence: number | null;
}

/** Orders of the list, `-` for the largest first; whatever lacks what it is sorted by comes last. `-captured` is the usual one. */
export const captureSorts = [
  '-captured',
  'captured',
  '-date',
  'date',
  '-amount',
  'amount',
  'merchant',
  '-merchant',
  'confidence',
  '-confidence',
] as const;
export type CaptureSort = (typeof captureSorts)[number];

export function parseSort(sort: CaptureSort): { by: 'captured' | keyof SortedBy; isDescending: boolean } {
  const isDescending = sort.startsWith('-');
  return { by: sort.slice(isDescending ? 1 : 0) as 'captured' | keyof SortedBy, isDescending };
}

/** Filters of the list; all optional, all kept in the address under these names. */
export interface CaptureFilter {
  /** Where to look; default `inbox` (neither archived nor in the trash). `kept`: all but the trash. */
  place?: 'inbox' | 'archive' | 'trash' | 'kept' | 'all';
  /** `unread`: received or being read. */
  state?: CaptureState | 'unread';
  /** Of a record; `any`: there is one. */
  review?: 'needs_review' | 'confirmed' | 'rejected' | 'any';
  /** Plugin id. All that is said of a record is said of one and the same: it, `review` and from `type` to `confirmedBy`. */
  plugin?: string;
  /** Type of a record. */
  type?: string;
  /** Confidence of a record in whole percent: `90-100`, from the first on, below the second (100: that, too). */
  confidence?: string;
  /** A record a person changed (`any`), nobody changed (`none`), or the name of the field that was changed. */
  corrected?: string;
  /** Total of a record, whatever its sign and currency, at least and at most: decimals with a point. */
  amountFrom?: string;
  amountTo?: string;
  /** ISO dates, inclusive: the day a record says its document is of. */
  documentFrom?: string;
  documentTo?: string;
  /** Letters in the name of a record's supplier or merchant, however their accents are written. */
  merchant?: string;
  /** A record that fails a check (`any`), or the check of this name. */
  failed?: string;
  /** User id or `me`: who confirmed a record, alone or as one of two; `rule`. */
  confirmedBy?: string;
  source?: CaptureSource;
  /** User id, or `me`. */
  assigned?: string;
  createdBy?: string;
  /** ISO dates, inclusive, of `timeZone`. */
  from?: string;
  to?: string;
  /** ISO date: what waited for review in the inbox when that day of `timeZone` ended. */
  waitingAt?: string;
  /** Whose days these are: IANA name, UTC unless said otherwise. */
  timeZone?: string;
  duplicates?: boolean;
  /** One of its tags, however it is written. */
  tag?: string;
  /** Full-text query over what was read. */
  q?: string;
  /** Only these rows, at most 200 ids of first pages: how open pages refetch what changed. Not in the address. */
  ids?: string[];
}

export interface CapturePage {
  items: CaptureListItem[];
  /** Opaque; absent on the last page. */
  nextCursor?: string;
  /** Exact up to 10,000, then 10,000 with `totalIsMinimum`. */
  total: number;
  totalIsMinimum: boolean;
}

/** Fields whose values come with a list at once. */
export const maxListedFields = 30;

export const maxTagLength = 40;
/** Of one document. */
export const maxTags = 20;
export const maxNoteLength = 2000;
/** Of one document. */
export const maxNotes = 100;

export interface CaptureNote {
  id: string;
  text: string;
  by: { id: string; name: string };
  /** ISO 8601, UTC. */
  at: string;
  /** The person who wrote it, and admins. */
  mayDelete: boolean;
}

/** One page of a document, in the list beside the picture. */
export interface PageItem {
  /** Id of the page's own capture. */
  id: string;
  pageNumber: number;
  state: CaptureState;
  failureCode: string | null;
  width: number | null;
  height: number | null;
}

/** Everything the workspace shows of one document at one of its pages. */
/** A type of record of a plugin that is installed. */
export type OfferedType = RecordType & { plugin: string };

export interface CaptureDetail {
  /** The document; its id is the id of its first page. */
  capture: CaptureListItem;
  pages: PageItem[];
  /** The page that was asked for. */
  page: PageItem & {
    /** Of its own file: pages of a document that were photographed one by one have one each. */
    fileName: string;
    sha256: string;
    mediaType: string;
    byteSize: number;
    failureDetail: string | null;
    /** Whether the stored file is still what was captured, as it was found when it was looked at last (ISO 8601). */
    original: { state: OriginalState; checkedAt: string };
    /** It waits because the company's reading of today is used up. */
    waitsForTomorrow: boolean;
    /** Where it was taken, decimal degrees: only in a company that keeps it, null where the picture does not say. */
    location?: { latitude: number; longitude: number } | null;
  };
  /** Newest reading of that page. */
  reading: PageReading | null;
  readingId: string | null;
  /** Records that begin on that page, and those of which something was seen there; best first. */
  records: RecordDetail[];
  proposal: RecordProposal | null;
  /** Installed readers that gave nothing when the document was read the last time, and why. */
  notRun: (ReaderNotRun & { name: string })[];
  /** What the manifests of their plugins say about their types, by `plugin/type`. */
  recordTypes: Record<string, RecordType>;
  /** Types a record can be given or added as, in the order in which their plugins run. */
  offeredTypes: OfferedType[];
  /** Other captures with the same bytes, oldest first. */
  duplicates: { id: string; fileName: string; createdAt: string }[];
  /** What the viewer may do here; the server checks again. */
  may: { edit: boolean; confirm: boolean; review: boolean; change: boolean; assign: boolean };
}

/** What one can do to many captures at once. */
export const bulkActions = [
  'archive',
  'unarchive',
  'trash',
  'restore',
  'assign',
  'confirm',
  'reject',
  'reopen',
  'reread',
  'tag',
  'untag',
] as const;
export type BulkAction = (typeof bulkActions)[number];

/** Why a document stays as it is under a bulk action. */
export const skipReasons = [
  'in_trash',
  'archived_already',
  'not_archived',
  'not_in_trash',
  'assigned_already',
  'nothing_waits',
  'second_person',
  'only_doubtful',
  'nothing_decided',
  'exported',
  'being_read',
  'confirmed_already',
  'tagged_already',
  'too_many_tags',
  'not_tagged',
] as const;
export type SkipReason = (typeof skipReasons)[number];

/** Most records that a preview names at first; the others it counts, until it is asked for more of them. */
export const maxNamed = 50;
export const maxNamedMore = 200;

export interface BulkPreview {
  /** When this was so (ISO 8601 with microseconds): a run that is given it leaves alone what came or changed since. */
  asOf: string;
  /** Documents. */
  matching: number;
  changing: number;
  unchanged: number;
  /** Why some stay as they are, with how many. */
  reasons: { reason: SkipReason; count: number }[];
  /** Of actions that decide records: which ones. */
  records: {
    changing: number;
    /** Of those, how many wait for a second person afterwards. */
    first: number;
    /** The first of them. */
    named: BulkRecord[];
    /** Those to look at before they are confirmed; null where that makes no difference. */
    doubtful: {
      records: number;
      fields: number;
      failedChecks: number;
      /** Of captures with the same bytes as an earlier one. */
      doubles: number;
      /** The first of them, most failed checks first. */
      named: BulkRecord[];
    } | null;
  } | null;
}

/** A record as the preview of a bulk action names it. */
export interface BulkRecord {
  /** The document. */
  captureId: string;
  fileName: string;
  record: RecordSummary;
  /** Labels of the fields to look at. */
  fields: string[];
  isDouble: boolean;
}

/** A bulk action of the last days that can still be undone. */
export interface UndoableBulkAction {
  id: string;
  action: BulkAction;
  /** Captures, or records where the action decides those. */
  count: number;
  createdBy: { id: string; name: string };
  createdAt: string;
}
