import type { Problem } from '../../../problems/outcome.tsx';
import type { Created } from './create-form.tsx';

export const LIMIT_FIELDS = [
  'maxMembers',
  'maxCapturesPerMonth',
  'maxGigabytes',
  'maxReadingSecondsPerDay',
  'maxReadingSecondsPerPage',
  'maxRereadsPerDay',
] as const;
export type LimitField = (typeof LIMIT_FIELDS)[number];

interface Item {
  id: string;
  name: string;
  note: string;
}

/** What the list's action answers. */
export interface CompaniesAnswer {
  created?: Created;
  bulk?: {
    change: 'suspend' | 'resume' | 'limits';
    ids: string[];
    typed: Record<'reason' | LimitField, string>;
    /** Nothing was entered yet. */
    isEmpty: boolean;
    changes: Item[];
    unchanged: Item[];
  };
  ran?: {
    change: 'suspend' | 'resume' | 'limits';
    bulkId: string | null;
    changed: number;
    unchanged: number;
  };
  undone?: { undone: number; kept: number };
  problem?: Problem;
}
