import { Link, useSearchParams } from 'react-router';
import { useText } from '../texts.tsx';
import { PAGE_SIZE } from './define-list.ts';
import classes from './list.module.css';

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
