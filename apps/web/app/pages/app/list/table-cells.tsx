import type { CaptureListItem } from '@readout/domain/captures/rules';
import type { AboutColumn } from '@readout/domain/list-table/rules';
import { percentText } from '@readout/texts/numbers';
import { isAbout, type TableColumn } from '../../../captures/table-columns.ts';
import { useShownFact } from '../../../record/use-readable.ts';
import { useLocale, useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';
import classes from './list.module.css';
import { Standing } from './row-parts.tsx';

/** What a document has in each column of the table. */
export function TableCells({ item, columns }: { item: CaptureListItem; columns: readonly TableColumn[] }) {
  return columns.map(({ name, isNumber }) => (
    // biome-ignore lint/a11y/useSemanticElements: rows are virtualised and laid out as a grid, a table cannot be
    // biome-ignore lint/a11y/useFocusableInteractive: the row takes the focus for its cells
    <span key={name} role="gridcell" className={classes.value} data-number={isNumber || undefined}>
      {isAbout(name) ? (
        <AboutValue item={item} column={name.slice(1) as AboutColumn} />
      ) : (
        <FieldValue item={item} field={name} />
      )}
    </span>
  ));
}

function FieldValue({ item, field }: { item: CaptureListItem; field: string }) {
  const shownFact = useShownFact();
  const fact = item.values?.[field];
  if (fact === undefined) return <span className={classes.bar} />;
  if (fact === null) return null;
  const shown = shownFact(fact);
  return <span title={shown}>{shown}</span>;
}

function AboutValue({ item, column }: { item: CaptureListItem; column: AboutColumn }) {
  const [text, locale] = [useText(), useLocale()];
  switch (column) {
    case 'state':
      return <Standing item={item} />;
    case 'confidence': {
      const { confidence } = item.sortedBy;
      return confidence === null ? null : percentText(confidence, locale);
    }
    case 'captured':
      return <When iso={item.createdAt} />;
    case 'by':
      return item.createdBy.name;
    case 'assigned':
      return item.assignedTo?.name;
    case 'tags':
      return <span title={item.tags.join(', ')}>{item.tags.join(', ')}</span>;
    case 'notes':
      return item.noteCount || null;
    case 'pages':
      return item.pageCount;
    case 'source':
      return text('workspace.list.capture_source', { source: item.source });
    case 'file':
      return <span title={item.fileName}>{item.fileName}</span>;
  }
}
