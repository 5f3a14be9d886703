import { ActionIcon, Progress } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { fileSize, percentText } from '@readout/texts/numbers';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { textOfPage } from '../texts/page-text.ts';
import { IconAlertTriangleFilled, IconCheck, IconDownload, IconPhoto, IconTrash } from '../ui/icons.ts';
import { Text } from '../ui/layout.tsx';
import { useLocale, useText } from '../ui/texts.tsx';
import { showProblem } from '../ui/undo.tsx';
import { captureQueue } from './capture-queue.ts';
import { deviceProblem, inWords } from './device-problem.ts';
import classes from './queue.module.css';
import type { QueuedCapture } from './queue-types.ts';
import { useReadingWait } from './reading-wait.ts';
import { saveBlob } from './save-blob.ts';
import { TryAgain } from './try-again.tsx';
import { perform } from './use-queue.ts';

const rowHeightPx = 64;

/**
 * Items with their state and what one can do about each. Only what is in sight is in the page, so five hundred are no
 * slower than five.
 *
 * @param below - shown under a row, where there is something more to say of it
 */
export function QueueRows({
  items,
  label,
  addressOf = (captureId) => `/app/${captureId}`,
  below,
  className,
}: {
  items: readonly QueuedCapture[];
  label: string;
  addressOf?: (captureId: string) => string;
  below?: (item: QueuedCapture) => ReactNode;
  className?: string;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    overscan: 6,
    getItemKey: (index) => items[index]?.clientId ?? index,
    initialRect: { width: 360, height: rowHeightPx * 8 },
  });
  return (
    <div ref={scroller} className={`${classes.scroller} ${className ?? ''}`}>
      <ul aria-label={label} className={classes.rows} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map((virtual) => {
          const item = items[virtual.index];
          return item ? (
            <li
              key={virtual.key}
              ref={rows.measureElement}
              data-index={virtual.index}
              data-state={item.state}
              className={classes.row}
              style={{ transform: `translateY(${virtual.start}px)` }}
              aria-setsize={items.length}
              aria-posinset={virtual.index + 1}
            >
              <QueueRow item={item} addressOf={addressOf} below={below?.(item)} />
            </li>
          ) : null;
        })}
      </ul>
    </div>
  );
}

function QueueRow({
  item,
  addressOf,
  below,
}: {
  item: QueuedCapture;
  addressOf(captureId: string): string;
  below: ReactNode;
}) {
  const text = useText();
  const locale = useLocale();
  const { clientId, fileName, state, problem, captureId, document, hasBytes } = item;
  const share = item.byteSize === 0 ? 0 : (100 * item.sentBytes) / item.byteSize;
  const isHere = state !== 'received' && state !== 'read';
  const title = item.deviceReading?.records[0]?.title;
  return (
    <>
      <Thumbnail item={item} />
      <div className={classes.about}>
        <p className={classes.name} title={fileName}>
          {captureId ? <Link to={addressOf(captureId)}>{title || fileName}</Link> : title || fileName}
          {document ? (
            <Text as="span" tone="dim">
              {' '}
              {text('queue.row.page', { page: document.page })}
            </Text>
          ) : null}
        </p>
        <p className={classes.state}>
          <StateWords item={item} />
          {isHere ? (
            <Text as="span" size={12} tone="dim" isMono>
              {fileSize(item.byteSize, locale)}
            </Text>
          ) : null}
        </p>
      </div>
      <div className={classes.actions}>
        {hasBytes && (state === 'failed' || state === 'waiting') ? <TryAgain item={item} size={32} /> : null}
        {hasBytes && state === 'failed' ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={text('queue.row.export_file', { name: fileName })}
            title={text('queue.row.export')}
            onClick={() =>
              perform(
                captureQueue()
                  .picture(clientId)
                  .then((picture) => picture && saveBlob(picture, fileName)),
              )
            }
          >
            <IconDownload size={16} aria-hidden />
          </ActionIcon>
        ) : null}
        {isHere && state !== 'keeping' ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={text('queue.row.delete_file', { name: fileName })}
            title={text('queue.row.delete_from_device')}
            onClick={() => removeWithUndo([item])}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        ) : null}
      </div>
      {state === 'sending' ? (
        <Progress
          className={classes.bar ?? ''}
          size={2}
          radius={0}
          color="signal"
          value={share}
          aria-label={text('queue.row.sending_file', { name: fileName })}
        />
      ) : null}
      {problem && state === 'failed' ? (
        <p className={classes.reason} role="alert">
          <b>{problem.title}.</b> {problem.detail !== problem.title ? problem.detail : ''} {problem.action}
        </p>
      ) : null}
      {below ? <div className={classes.below}>{below}</div> : null}
    </>
  );
}

function StateWords({ item }: { item: QueuedCapture }) {
  const text = useText();
  const locale = useLocale();
  const { state, problem, nextTryAt, byteSize, sentBytes } = item;
  const wait = useReadingWait(state === 'received' ? item.captureId : undefined);
  switch (state) {
    case 'keeping':
      return text('queue.row.keeping');
    case 'stored':
      return text('queue.row.on_this_device');
    case 'waiting':
      return (
        <span title={problem?.detail}>
          {text('queue.row.waiting', {
            why: problem ? (nextTryAt ? 'known_next' : 'known') : nextTryAt ? 'next' : undefined,
            problem: problem?.title ?? '',
            time: nextTryAt ? clock(nextTryAt, locale) : '',
          })}
        </span>
      );
    case 'sending':
      return text('queue.row.sending', {
        share: percentText(byteSize === 0 ? 0 : sentBytes / byteSize, locale),
      });
    case 'received':
      return (
        <>
          <IconCheck size={14} aria-hidden />{' '}
          {text('queue.row.received', { wait: wait ? 'known' : undefined, when: wait })}
        </>
      );
    case 'read':
      return (
        <>
          <IconCheck size={14} aria-hidden /> {text('queue.row.read')}
        </>
      );
    case 'failed':
      return (
        <>
          <IconAlertTriangleFilled size={13} aria-hidden /> {text('queue.row.not_accepted')}
        </>
      );
  }
}

const clock = (at: string, locale: string): string =>
  new Date(at).toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** The device's own small picture, or the server's once it made one. */
function Thumbnail({ item: { clientId, captureId, mediaType, state } }: { item: QueuedCapture }) {
  const [address, setAddress] = useState<string>();
  const [isBroken, setIsBroken] = useState(false);
  const isRead = state === 'read';
  useEffect(() => {
    let made: string | undefined;
    let isGone = false;
    void captureQueue()
      .thumbnail(clientId)
      .then((picture) => {
        if (isGone) return;
        if (picture) made = URL.createObjectURL(picture);
        setAddress(made ?? (captureId && isRead ? `/api/v1/captures/${captureId}/thumbnail` : undefined));
      });
    return () => {
      isGone = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [clientId, captureId, isRead]);
  if (!address || isBroken)
    return (
      <span className={classes.blank} title={mediaType}>
        <IconPhoto size={20} stroke={1.25} aria-hidden />
      </span>
    );
  return (
    <img
      className={classes.thumbnail}
      src={address}
      alt=""
      loading="lazy"
      onError={() => setIsBroken(true)}
    />
  );
}

/** Into the trash of this device, and back with one press. */
export function removeWithUndo(items: readonly QueuedCapture[]): void {
  const ids = items.map(({ clientId }) => clientId);
  const id = `queue-removed-${ids[0]}`;
  const text = textOfPage();
  perform(
    captureQueue()
      .remove(ids)
      .then(() => {
        if (items.every(({ hasBytes }) => !hasBytes)) return;
        notifications.show({
          id,
          color: 'gray',
          autoClose: 10_000,
          message: (
            <span className={classes.undo}>
              <span>
                {text('queue.row.deleted', { count: items.length, name: items[0]?.fileName ?? '' })}
              </span>
              <button
                type="button"
                className={classes.undoButton}
                onClick={() => {
                  notifications.hide(id);
                  captureQueue()
                    .restore(ids)
                    .catch(() => showProblem(inWords(deviceProblem('device.not_restored'), text)));
                }}
              >
                {text('common.undo')}
              </button>
            </span>
          ),
        });
      }),
  );
}
