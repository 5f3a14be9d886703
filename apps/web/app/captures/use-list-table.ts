import type { ListTable, ListTableType } from '@readout/domain/list-table/rules';
import { useCallback, useRef, useState } from 'react';
import { api } from '../api/client.ts';
import { showProblem } from '../ui/undo.tsx';

/** How somebody looks at the list, and what there are columns for as soon as it is a table. */
export interface KeptTable extends ListTable {
  types: readonly ListTableType[];
}

/** Changes are seen at once and kept for the person. */
export function useListTable(kept: KeptTable): {
  table: KeptTable;
  changeTable(change: Partial<ListTable>): void;
} {
  const [table, setTable] = useState(kept);
  const now = useRef(table);
  now.current = table;
  const changeTable = useCallback((change: Partial<ListTable>) => {
    now.current = { ...now.current, ...change };
    setTable(now.current);
    const { isShown, columns } = now.current;
    void api.put('/list-table', { body: { isShown, columns } }).then((answer) => {
      if (!answer.ok) showProblem(answer.problem);
      else setTable((table) => ({ ...table, types: answer.value.types }));
    });
  }, []);
  return { table, changeTable };
}
