import type { ReactNode } from 'react';
import type { Filters } from './define-list.ts';
import { type FilterWords, SearchForm } from './filter.tsx';
import { Paging } from './paging.tsx';
import { Selectable, SelectionBar } from './selection.tsx';
import { ListTable, type ListTableProps } from './table.tsx';

/** A list with its search, its pages and what can be done with many of its rows. */
export function List<Row extends { id: string }, F extends Filters, Change extends string>({
  of,
  search,
  filters,
  total,
  what,
  bulk,
  children,
  ...table
}: Omit<ListTableProps<Row>, 'of' | 'choose'> & {
  of: { sorts: readonly string[]; initial?: string; filters: F; changes: readonly Change[] };
  search: string;
  filters: FilterWords<F>;
  total: number;
  what: string;
  bulk?: NonNullable<ListTableProps<Row>['choose']> & {
    /** Whether the viewer may do anything with what is chosen. */
    isOn: boolean;
    allOfList: string;
    action: (change: Change) => string;
  };
  /** Between the search and the rows. */
  children?: ReactNode;
}) {
  const shown = table.rows.map(({ id }) => id);
  const rows = <ListTable of={of} choose={bulk} {...table} />;
  return (
    <>
      <SearchForm label={search} of={of} filters={filters} />
      {children}
      {bulk ? (
        <Selectable shown={shown} isOn={bulk.isOn} key={shown.join()}>
          <SelectionBar
            total={total}
            allOfList={bulk.allOfList}
            actions={of.changes.map((change) => [change, bulk.action(change)])}
          />
          {rows}
        </Selectable>
      ) : (
        rows
      )}
      <Paging total={total} what={what} />
    </>
  );
}
