import { wholeNumber } from '@readout/texts/numbers';
import type { ReactNode } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import page from '../page.module.css';
import { useLocale } from '../texts.tsx';
import classes from './list.module.css';
import { SelectCell, SelectHead } from './selection.tsx';

export function Table({ label, head, children }: { label: string; head: ReactNode; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
    <section className={classes.wrap} tabIndex={0} aria-label={label}>
      <table className={classes.table}>
        <thead>
          <tr>{head}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

type Column<Row> = readonly [
  head: ReactNode,
  /** A number is written as the reader writes whole numbers. */
  cell: (row: Row) => ReactNode,
  look?: {
    /** Of a state: what colour it has. */
    tone?: (row: Row) => string;
    /** To the right. */
    isNumber?: boolean;
    className?: string | undefined;
    dir?: 'auto' | 'ltr';
    /** Stands where the cell would be empty. */
    empty?: string;
  },
];

export interface ListTableProps<Row> {
  label: string;
  of?: { sorts: readonly string[]; initial?: string };
  rows: readonly Row[];
  /** The one that is opened beside the list. */
  current?: string | undefined;
  /** `false`: not for the viewer. */
  columns: Record<string, Column<Row> | false>;
  /** Within a `Selectable`. */
  choose?: { all: string; one: (row: Row) => string; isOff?: (row: Row) => boolean } | undefined;
  /** Stands where rows would: why there are none, and the way to all. */
  none?: (link: (inside: ReactNode) => ReactNode) => ReactNode;
}

/** The rows of a list. A column whose name is among the orders of the list sorts it. */
export function ListTable<Row extends { id: string }>({
  label,
  of,
  rows,
  current,
  columns,
  choose,
  none,
}: ListTableProps<Row>) {
  const locale = useLocale();
  const { pathname } = useLocation();
  const shown = Object.entries(columns).flatMap(([name, column]) => (column ? [{ name, column }] : []));
  return (
    <Table
      label={label}
      head={
        <>
          {choose ? <SelectHead label={choose.all} /> : null}
          {shown.map(({ name, column: [head, , { isNumber } = {}] }) =>
            of?.sorts.includes(name) ? (
              <SortHead key={name} name={name} isInitial={of.initial === name} isNumber={isNumber}>
                {head}
              </SortHead>
            ) : (
              <th key={name} scope="col" className={isNumber ? classes.number : undefined}>
                {head}
              </th>
            ),
          )}
        </>
      }
    >
      {rows.map((row) => (
        <tr key={row.id} aria-current={row.id === current ? 'true' : undefined}>
          {choose ? <SelectCell id={row.id} label={choose.one(row)} isOff={choose.isOff?.(row)} /> : null}
          {shown.map(({ name, column: [, cell, look = {}] }) => (
            <td
              key={name}
              className={look.isNumber ? classes.number : look.tone ? classes.state : look.className}
              dir={look.dir}
              data-tone={look.tone?.(row)}
            >
              {written(cell(row), locale) ?? (look.empty && <span className={page.dim}>{look.empty}</span>)}
            </td>
          ))}
        </tr>
      ))}
      {rows.length === 0 && none ? (
        <tr>
          <td colSpan={shown.length + (choose ? 1 : 0)}>
            {none((inside) => (
              <Link to={pathname}>{inside}</Link>
            ))}
          </td>
        </tr>
      ) : null}
    </Table>
  );
}

const written = (cell: ReactNode, locale: string): ReactNode =>
  typeof cell === 'number' ? wholeNumber(cell, locale) : cell;

/** A column one can sort by; the second click turns the order around. */
function SortHead({
  name,
  isInitial,
  isNumber,
  children,
}: {
  name: string;
  /** Whether the list is in this order, descending, when the address names none. */
  isInitial: boolean;
  isNumber: boolean | undefined;
  children: ReactNode;
}) {
  const [params] = useSearchParams();
  const isSorted = params.get('sort') === name || (isInitial && !params.has('sort'));
  const isAscending = params.get('order') === 'asc';
  const next = new URLSearchParams(params);
  next.set('sort', name);
  next.delete('page');
  if (isSorted && !isAscending) next.set('order', 'asc');
  else next.delete('order');
  return (
    <th
      scope="col"
      className={isNumber ? classes.number : undefined}
      {...(isSorted ? { 'aria-sort': isAscending ? 'ascending' : 'descending' } : {})}
    >
      <Link to={`?${next}`} preventScrollReset>
        {children} {isSorted ? <span aria-hidden>{isAscending ? '↑' : '↓'}</span> : null}
      </Link>
    </th>
  );
}
