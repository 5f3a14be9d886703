import type { BulkAction } from '@readout/domain/captures/rules';
import { useState } from 'react';
import { nothingSelected, type Selection } from './list/selection.ts';

/** The rows that are selected, and what is about to be done to them. */
export function useSelectedRows(query: string) {
  const [selection, setSelection] = useState<Selection>(nothingSelected);
  const [bulk, setBulk] = useState<BulkAction>();
  // Another filter is another list: what was selected is no longer what one sees.
  const [seenQuery, setSeenQuery] = useState(query);
  if (seenQuery !== query) {
    setSeenQuery(query);
    setSelection(nothingSelected);
    setBulk(undefined);
  }
  const isSelecting = selection.ids.size > 0 || selection.allMatching;
  return { selection, setSelection, bulk, setBulk, isSelecting };
}
