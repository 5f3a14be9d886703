import type { CaptureListItem } from '@readout/domain/captures/rules';
import { type MouseEvent, memo } from 'react';
import { Link } from 'react-router';
import { captureTitle } from '../../../captures/capture-name.ts';
import type { TableColumn } from '../../../captures/table-columns.ts';
import { useShownFact } from '../../../record/use-readable.ts';
import { IconCopy, IconFiles, IconNote } from '../../../ui/icons.ts';
import { Hidden, Text } from '../../../ui/layout.tsx';
import { useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';
import classes from './list.module.css';
import { initials, ListedMarks, Standing, Thumbnail } from './row-parts.tsx';
import { TableCells } from './table-cells.tsx';

interface RowProps {
  item: CaptureListItem;
  /** Of a table; in the list a row has its facts. */
  columns: readonly TableColumn[] | undefined;
  index: number;
  address: string;
  isOpen: boolean;
  isActive: boolean;
  isSelected: boolean;
  /** No longer what the filter asks for. */
  hasLeft: boolean;
  onToggle(id: string, extend: boolean): void;
  onFocus(id: string): void;
}

export const CaptureRow = memo(function CaptureRow({
  item,
  columns,
  index,
  address,
  isOpen,
  isActive,
  isSelected,
  hasLeft,
  onToggle,
  onFocus,
}: RowProps) {
  const text = useText();
  const shownFact = useShownFact();
  const title = captureTitle(item, shownFact);
  const open = (event: MouseEvent): void => {
    if (!event.shiftKey) return;
    event.preventDefault();
    onToggle(item.id, true);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are virtualised and laid out as a grid, a table cannot be
    <div
      role="row"
      id={`row-${item.id}`}
      // The first row of a table is its head.
      aria-rowindex={index + (columns ? 2 : 1)}
      aria-selected={isSelected}
      tabIndex={isActive ? 0 : -1}
      className={columns ? classes.tableRow : classes.row}
      data-open={isOpen || undefined}
      data-selected={isSelected || undefined}
      data-left={hasLeft || undefined}
      onFocus={() => onFocus(item.id)}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the row takes the focus for its cells */}
      <span role="gridcell" className={classes.pick}>
        <input
          type="checkbox"
          tabIndex={-1}
          checked={isSelected}
          aria-label={text('workspace.list.select_row', { title })}
          onChange={() => undefined}
          onClick={(event) => onToggle(item.id, event.shiftKey)}
        />
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the row takes the focus for its cells */}
      <span role="gridcell" className={columns ? classes.nameCell : classes.cell}>
        <Link
          to={address}
          tabIndex={-1}
          className={classes.open}
          onClick={open}
          aria-current={isOpen ? 'true' : undefined}
        >
          <Thumbnail item={item} />
          {columns ? (
            <>
              <Text as="span" size={13} weight={560} isCut>
                {title}
              </Text>
              <ListedMarks item={item} hasLeft={hasLeft} />
            </>
          ) : (
            <Words item={item} title={title} hasLeft={hasLeft} />
          )}
        </Link>
      </span>
      {columns ? <TableCells item={item} columns={columns} /> : null}
    </div>
  );
});

/** What a row of the list says beside its picture. */
function Words({ item, title, hasLeft }: { item: CaptureListItem; title: string; hasLeft: boolean }) {
  const text = useText();
  const shownFact = useShownFact();
  const [best] = item.records;
  return (
    <span className={classes.words}>
      <Text as="span" size={14} weight={560} isCut>
        {title}
      </Text>
      <span className={classes.facts}>
        {best && best.facts.length > 0
          ? best.facts.map((fact) => (
              <span key={fact.label} title={fact.label}>
                {shownFact(fact)}
              </span>
            ))
          : title === item.fileName
            ? null
            : item.fileName}
      </span>
      <span className={classes.marks}>
        <Standing item={item} />
        <ListedMarks item={item} hasLeft={hasLeft} />
        {item.tags.slice(0, 2).map((tag) => (
          <span key={tag} className={classes.tag}>
            {tag}
          </span>
        ))}
        {item.tags.length > 2 ? (
          <span className={classes.mark} title={item.tags.slice(2).join(', ')}>
            +{item.tags.length - 2}
          </span>
        ) : null}
        {item.noteCount > 0 ? (
          <span className={classes.mark} title={text('workspace.list.notes', { count: item.noteCount })}>
            <IconNote size={13} aria-hidden />
            <Hidden>{text('workspace.list.notes', { count: item.noteCount })}</Hidden>
          </span>
        ) : null}
        {item.pageCount > 1 ? (
          <span className={classes.mark}>
            <IconFiles size={13} aria-hidden />
            {text('workspace.list.pages', { count: item.pageCount })}
          </span>
        ) : null}
        {item.duplicateOf ? (
          <span className={classes.mark} title={text('workspace.list.same_bytes_as_earlier_capture')}>
            <IconCopy size={13} aria-hidden />
            {text('workspace.list.duplicate')}
          </span>
        ) : null}
        <span className={classes.time}>
          <When iso={item.createdAt} />
        </span>
        {item.assignedTo ? (
          <span
            className={classes.avatar}
            title={text('workspace.list.assigned_to_name', { name: item.assignedTo.name })}
          >
            <span aria-hidden>{initials(item.assignedTo.name)}</span>
            <Hidden>{text('workspace.list.assigned_to_name', { name: item.assignedTo.name })}</Hidden>
          </span>
        ) : null}
      </span>
    </span>
  );
}
