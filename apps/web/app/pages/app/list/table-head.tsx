import type { CaptureSort } from '@readout/domain/captures/rules';
import type { ReactNode } from 'react';
import { usualSort } from '../../../captures/filters.ts';
import type { TableColumn } from '../../../captures/table-columns.ts';
import { useWorkspace } from '../../../captures/workspace-context.ts';
import { Hidden } from '../../../ui/layout.tsx';
import { useText } from '../../../ui/texts.tsx';
import classes from './list.module.css';

/** What the columns are; a click sorts by one, another turns the order around. */
export function TableHead({
  columns,
  onSort,
}: {
  columns: readonly TableColumn[];
  onSort(sort: CaptureSort): void;
}) {
  const text = useText();
  const { sort = usualSort } = useWorkspace().filter;
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are virtualised and laid out as a grid, a table cannot be
    // biome-ignore lint/a11y/useFocusableInteractive: its buttons take the focus
    <div role="row" aria-rowindex={1} className={classes.head}>
      <Head>
        <Hidden>{text('workspace.table.selection')}</Hidden>
      </Head>
      <Head>{text('common.name')}</Head>
      {columns.map(({ name, label, isNumber, sorts }) => (
        <Head key={name} isNumber={isNumber} sorted={sorts?.includes(sort) ? sort : undefined}>
          {sorts ? (
            <button
              type="button"
              className={classes.sortButton}
              title={label}
              onClick={() => onSort(sorts[0] === sort ? sorts[1] : sorts[0])}
            >
              <span>{label}</span>
              {sorts.includes(sort) ? <span aria-hidden>{sort.startsWith('-') ? '↓' : '↑'}</span> : null}
            </button>
          ) : (
            <span title={label}>{label}</span>
          )}
        </Head>
      ))}
    </div>
  );
}

function Head({
  isNumber,
  sorted,
  children,
}: {
  isNumber?: boolean;
  sorted?: CaptureSort | undefined;
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: as above
    // biome-ignore lint/a11y/useFocusableInteractive: as above
    <span
      role="columnheader"
      className={classes.headCell}
      data-number={isNumber || undefined}
      {...(sorted ? { 'aria-sort': sorted.startsWith('-') ? 'descending' : 'ascending' } : {})}
    >
      {children}
    </span>
  );
}
