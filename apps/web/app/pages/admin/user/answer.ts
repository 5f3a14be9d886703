import type { BulkUserChange } from '@readout/domain/platform/bulk-users';
import type { UserChange } from '@readout/domain/platform/rules';
import type { Problem } from '../../../problems/outcome.tsx';

interface Item {
  id: string;
  name: string;
  note: string;
}

/** What the page's action answers. */
export interface UsersAnswer {
  done?: { intent: UserChange | 'send_password_reset' | 'set_role' | 'delete'; isChanged: boolean };
  bulk?: {
    change: BulkUserChange;
    ids: string[];
    reason: string;
    /** What has to be typed first; null where it can be undone. */
    confirmation: string | null;
    changes: Item[];
    unchanged: Item[];
  };
  ran?: { change: BulkUserChange; bulkId: string | null; changed: number; unchanged: number };
  undone?: { undone: number; kept: number };
  problem?: Problem;
}
