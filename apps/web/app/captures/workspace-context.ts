import type { CaptureListItem } from '@readout/domain/captures/rules';
import type { ListTable } from '@readout/domain/list-table/rules';
import { createContext, useContext } from 'react';
import type { Whereabouts } from './current-capture.ts';
import type { ListFilter } from './filters.ts';
import type { Captures } from './use-captures.ts';
import type { KeptTable } from './use-list-table.ts';

export interface PluginName {
  id: string;
  name: string;
}

/** How one gets from capture to capture. */
export interface Moving {
  /** Where one is at this moment, which what was drawn last may not know yet. */
  where(): Whereabouts;
  /** Whether another capture is asked for and not shown yet. */
  isUnderWay(): boolean;
  /** Whether a key, which may have waited for a moment, was pressed at what is shown now, and nothing else is asked for. */
  isMeantBy(key: KeyboardEvent): boolean;
  /** Shows a capture; without one the list. */
  open(captureId: string | undefined, options?: { replace: boolean }): Promise<void>;
  /** The row one is on where nothing is shown. */
  toRow(captureId: string): void;
  /** Moves on in the list, and what is shown with it. */
  goTo(captureId: string | undefined): void;
  /** Shows the next capture that waits for review; false where none but `after` does. */
  toNext(after?: string): Promise<boolean>;
}

/** What the panes of the workspace share. */
export interface Workspace {
  filter: ListFilter;
  /** The filter as the address has it, without `?`. */
  query: string;
  captures: Captures;
  /** How one looks at the list, and the columns where that is as a table. */
  table: KeptTable;
  changeTable(change: Partial<ListTable>): void;
  plugins: readonly PluginName[];
  viewer: { id: string; role: string; isReviewer: boolean };
  /** Document that is open. */
  openId: string | undefined;
  /** Address of a capture that keeps the filter. */
  addressOf(captureId?: string): string;
  moving: Moving;
  /** What is known of a capture, in the list or beside it. */
  itemOf(captureId: string): CaptureListItem | undefined;
  /** Whether keys act on the rows that are selected. */
  actsOnSelection(): boolean;
  pickFiles(): void;
  /** Opens tags and notes of a capture. */
  annotate(captureId: string): void;
}

export const WorkspaceContext = createContext<Workspace | null>(null);

export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (!workspace) throw new Error('useWorkspace outside of the workspace');
  return workspace;
}
