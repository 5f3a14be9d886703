import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Form, Link, useSearchParams } from 'react-router';
import classes from './table.module.css';
import { useText } from './texts.tsx';
import { useFollowedField } from './use-followed-field.ts';

/** Rows of one page of a list whose search, order and page are kept in the address. */
export const PAGE_SIZE = 50;

/** Search, order and place of a list as its address tells them; unknown orders are left out. */
export function listQuery<Sort extends string>(request: Request, sorts: readonly Sort[]) {
  const params = new URL(request.url).searchParams;
  const sort = sorts.find((name) => name === params.get('sort'));
  const page = Math.max(1, Math.trunc(Number(params.get('page')) || 1));
  const search = params.get('q')?.trim().slice(0, 200);
  return {
    ...(search ? { search } : {}),
    ...(sort ? { sort, descending: params.get('order') !== 'asc' } : {}),
    offset: (page - 1) * PAGE_SIZE,
    limit: PAGE_SIZE,
  };
}

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

export function SearchForm({ label, children }: { label: string; children?: ReactNode }) {
  const text = useText();
  const [params] = useSearchParams();
  const field = useFollowedField<HTMLInputElement>(params.get('q') ?? '');
  return (
    <Form className={classes.tools} role="search">
      <input type="search" name="q" aria-label={label} placeholder={label} {...field} />
      {children}
      {params.has('sort') ? <input type="hidden" name="sort" value={params.get('sort') ?? ''} /> : null}
      {params.has('order') ? <input type="hidden" name="order" value={params.get('order') ?? ''} /> : null}
      <Button type="submit" variant="default">
        {text('common.search')}
      </Button>
    </Form>
  );
}

export function Choice({
  name,
  label,
  options,
}: {
  name: string;
  label: string;
  options: [value: string, text: string][];
}) {
  const text = useText();
  const [params] = useSearchParams();
  const field = useFollowedField<HTMLSelectElement>(params.get(name) ?? '');
  return (
    <select name={name} aria-label={label} {...field}>
      <option value="">{text('common.choice_all', { label })}</option>
      {options.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
  );
}

export function Paging({ total, what }: { total: number; what: string }) {
  const text = useText();
  const [params] = useSearchParams();
  const page = Math.max(1, Math.trunc(Number(params.get('page')) || 1));
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const at = (number: number) => {
    const next = new URLSearchParams(params);
    if (number === 1) next.delete('page');
    else next.set('page', String(number));
    return `?${next}`;
  };
  return (
    <nav className={classes.foot} aria-label={text('common.pages_of_list')}>
      <span>
        {pages > 1
          ? text('common.list_total_page', { total, what, page, pages })
          : text('common.list_total', { total, what })}
      </span>
      {page > 1 ? <Link to={at(page - 1)}>{text('common.previous')}</Link> : null}
      {page < pages ? <Link to={at(page + 1)}>{text('common.next')}</Link> : null}
    </nav>
  );
}
