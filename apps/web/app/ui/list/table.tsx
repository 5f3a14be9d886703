import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import classes from './list.module.css';

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

/** A column one can sort by; the second click turns the order around. */
export function SortHead({
  name,
  initial,
  isNumber,
  children,
}: {
  name: string;
  /** Whether the list is in this order, descending, when the address names none. */
  initial?: boolean;
  isNumber?: boolean;
  children: ReactNode;
}) {
  const [params] = useSearchParams();
  const isSorted = params.get('sort') === name || (initial === true && !params.has('sort'));
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

/** Stands where rows would: why there are none, and the way to some. */
export function NoRows({ columns, children }: { columns: number; children: ReactNode }) {
  return (
    <tr>
      <td colSpan={columns}>{children}</td>
    </tr>
  );
}
