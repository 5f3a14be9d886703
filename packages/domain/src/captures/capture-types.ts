import type { RecordSummary } from '../records/record-types.ts';

export type CaptureState = 'received' | 'reading' | 'read' | 'failed';
export type CaptureSource = 'upload' | 'paste' | 'camera' | 'desktop' | 'api' | 'sample';

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
}

/** Filters of the list; all optional, all kept in the address under these names. */
export interface CaptureFilter {
  /** Where to look; default `inbox` (neither archived nor in the trash). */
  place?: 'inbox' | 'archive' | 'trash' | 'all';
  state?: CaptureState;
  review?: 'needs_review' | 'confirmed' | 'rejected';
  /** Plugin id. */
  plugin?: string;
  source?: CaptureSource;
  /** User id, or `me`. */
  assigned?: string;
  createdBy?: string;
  /** ISO dates, inclusive. */
  from?: string;
  to?: string;
  duplicates?: boolean;
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
