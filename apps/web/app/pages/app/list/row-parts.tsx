import type { CaptureListItem } from '@readout/domain/captures/rules';
import { useState } from 'react';
import { standing } from '../../../captures/wording.ts';
import { useExpectedWait } from '../../../queue/reading-wait.ts';
import { IconFile } from '../../../ui/icons.ts';
import { useText } from '../../../ui/texts.tsx';
import { shortWaitWords, waitWords } from '../../../ui/wait-words.ts';
import classes from './list.module.css';
import { StateChip } from './state-chip.tsx';

/** Where a capture stands. */
export function Standing({ item }: { item: CaptureListItem }) {
  const text = useText();
  const { tone, label } = standing(item, text);
  return item.state === 'received' ? (
    <WaitingChip captureId={item.id} label={label} />
  ) : (
    <StateChip tone={tone} text={label} />
  );
}

/** What is out of the ordinary about its being listed. */
export function ListedMarks({ item, hasLeft }: { item: CaptureListItem; hasLeft: boolean }) {
  const text = useText();
  return (
    <>
      {hasLeft ? <span className={classes.mark}>{text('workspace.list.left_this_list')}</span> : null}
      {item.isNear ? (
        <span className={classes.mark} title={text('workspace.list.near_why')}>
          {text('workspace.list.near')}
        </span>
      ) : null}
    </>
  );
}

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

export function Thumbnail({ item }: { item: CaptureListItem }) {
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
export function RowSkeleton({ isTable }: { isTable: boolean }) {
  const widths = isTable ? ['60%'] : ['55%', '80%', '35%'];
  return (
    <div className={isTable ? classes.tableRow : classes.row} aria-hidden>
      <span className={classes.pick} />
      <span className={classes.open}>
        <span className={classes.thumbnail} />
        <span className={classes.words}>
          {widths.map((width) => (
            <span key={width} className={classes.bar} style={{ width }} />
          ))}
        </span>
      </span>
    </div>
  );
}
