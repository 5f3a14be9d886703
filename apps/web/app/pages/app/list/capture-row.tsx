import type { CaptureListItem } from '@readout/domain/captures/rules';
import { type MouseEvent, memo, useState } from 'react';
import { Link } from 'react-router';
import { captureTitle } from '../../../captures/capture-name.ts';
import { standing } from '../../../captures/wording.ts';
import { useExpectedWait } from '../../../queue/reading-wait.ts';
import { useShownFact } from '../../../record/use-readable.ts';
import { IconCopy, IconFile, IconFiles, IconNote } from '../../../ui/icons.ts';
import { Hidden, Text } from '../../../ui/layout.tsx';
import { useText } from '../../../ui/texts.tsx';
import { shortWaitWords, waitWords } from '../../../ui/wait-words.ts';
import { When } from '../../../ui/when.tsx';
import classes from './list.module.css';
import { StateChip } from './state-chip.tsx';

export const rowHeightPx = 76;

interface RowProps {
  item: CaptureListItem;
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
  const { tone, label } = standing(item, text);
  const shownFact = useShownFact();
  const [best] = item.records;
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
      aria-rowindex={index + 1}
      aria-selected={isSelected}
      tabIndex={isActive ? 0 : -1}
      className={classes.row}
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
      <span role="gridcell" className={classes.cell}>
        <Link
          to={address}
          tabIndex={-1}
          className={classes.open}
          onClick={open}
          aria-current={isOpen ? 'true' : undefined}
        >
          <Thumbnail item={item} />
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
              {item.state === 'received' ? (
                <WaitingChip captureId={item.id} label={label} />
              ) : (
                <StateChip tone={tone} text={label} />
              )}
              {hasLeft ? <span className={classes.mark}>{text('workspace.list.left_this_list')}</span> : null}
              {item.isNear ? (
                <span className={classes.mark} title={text('workspace.list.near_why')}>
                  {text('workspace.list.near')}
                </span>
              ) : null}
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
                <span
                  className={classes.mark}
                  title={text('workspace.list.notes', { count: item.noteCount })}
                >
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
        </Link>
      </span>
    </div>
  );
});

/** Where somebody waits, about how long: live, in as few letters as there is room for. */
function WaitingChip({ captureId, label }: { captureId: string; label: string }) {
  const text = useText();
  const wait = useExpectedWait(captureId);
  const short = wait && shortWaitWords(wait, text);
  return (
    <span title={wait && waitWords(wait, text)}>
      <StateChip tone="busy" text={short ? text('workspace.list.waiting_short', { wait: short }) : label} />
    </span>
  );
}

function Thumbnail({ item }: { item: CaptureListItem }) {
  const [missing, setMissing] = useState(false);
  // A picture has a thumbnail once its pixels were decoded.
  const isDecoded = item.width !== null && !missing;
  return (
    <span
      className={classes.thumbnail}
      data-busy={item.state === 'received' || item.state === 'reading' || undefined}
    >
      {isDecoded ? (
        <img
          src={`/api/v1/captures/${item.id}/thumbnail`}
          alt=""
          loading="lazy"
          decoding="async"
          width={48}
          height={56}
          onError={() => setMissing(true)}
        />
      ) : (
        <IconFile size={20} stroke={1.5} aria-hidden />
      )}
    </span>
  );
}

export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => (word ? [...word][0] : ''))
    .join('')
    .toUpperCase();
}

/** The shape of a row that is on its way. */
export function RowSkeleton() {
  return (
    <div className={classes.row} aria-hidden>
      <span className={classes.pick} />
      <span className={classes.open}>
        <span className={classes.thumbnail} />
        <span className={classes.words}>
          <span className={classes.bar} style={{ width: '55%' }} />
          <span className={classes.bar} style={{ width: '80%' }} />
          <span className={classes.bar} style={{ width: '35%' }} />
        </span>
      </span>
    </div>
  );
}
