import { ActionIcon, Button, Progress } from '@mantine/core';
import type { CaptureListItem, CapturePage } from '@readout/domain/captures/capture-types';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import {
  IconAlertTriangleFilled,
  IconCheck,
  IconChevronDown,
  IconChevronUp,
  IconRefresh,
  IconX,
} from '../../../ui/icons.ts';
import { send } from '../send.ts';
import { useCaptureActions } from '../use-capture-actions.ts';
import { fileSize, plural } from '../wording.ts';
import { useWorkspace } from '../workspace-context.ts';
import classes from './intake.module.css';
import { uploadQueue } from './queue.ts';
import type { UploadItem } from './upload-queue.ts';

const none: readonly UploadItem[] = [];

/** How long the panel stays after everything went well. */
const settledMs = 6000;

/** Every file on its way in, with its progress, its reason where it failed, and what one can do about it. */
export function UploadPanel() {
  const items = useSyncExternalStore(
    (listener) => uploadQueue().subscribe(listener),
    () => uploadQueue().items(),
    () => none,
  );
  const [isFolded, setIsFolded] = useState(false);
  const { captures } = useWorkspace();
  const count = (state: UploadItem['state']): number => items.filter((item) => item.state === state).length;
  const running = count('waiting') + count('sending');
  const failed = count('failed');
  // Once all is sent, what was received without a question needs no line of its own.
  const open = items.filter(
    (item) =>
      running > 0 ||
      item.state === 'failed' ||
      item.state === 'cancelled' ||
      (item.captureId && captures.list.byId.get(item.captureId)?.duplicateOf),
  );
  const isSettled = items.length > 0 && running === 0 && open.length === 0;
  useEffect(() => {
    if (!isSettled) return;
    const timer = setTimeout(() => uploadQueue().clear(), settledMs);
    return () => clearTimeout(timer);
  }, [isSettled]);
  if (items.length === 0) return null;
  const counted = items.filter((item) => item.state !== 'cancelled' && item.state !== 'failed');
  const bytes = counted.reduce((sum, item) => sum + item.byteSize, 0);
  const sent = counted.reduce((sum, item) => sum + item.sentBytes, 0);
  const headline =
    running > 0
      ? `Sending ${plural(running, 'file')}`
      : [
          count('done') > 0 ? `${plural(count('done'), 'file')} received` : '',
          failed > 0 ? `${failed} not accepted` : '',
        ]
          .filter(Boolean)
          .join(', ') || 'Cancelled';
  return (
    <section className={classes.panel} aria-label="Files on their way in">
      <header className={classes.head}>
        <span role="status">{headline}</span>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          aria-label={isFolded ? 'Show the files' : 'Fold away'}
          aria-expanded={!isFolded}
          onClick={() => setIsFolded(!isFolded)}
        >
          {isFolded ? <IconChevronUp size={16} aria-hidden /> : <IconChevronDown size={16} aria-hidden />}
        </ActionIcon>
        {running === 0 ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            aria-label="Close"
            onClick={() => uploadQueue().clear()}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        ) : null}
      </header>
      {running > 0 ? (
        <Progress
          size={3}
          radius={0}
          color="signal"
          value={bytes === 0 ? 0 : (100 * sent) / bytes}
          aria-label="All files"
        />
      ) : null}
      {isFolded ? null : (
        <ul className={classes.files}>
          {open.map((item) => (
            <UploadRow key={item.clientId} item={item} />
          ))}
        </ul>
      )}
    </section>
  );
}

function UploadRow({ item }: { item: UploadItem }) {
  const { addressOf } = useWorkspace();
  const share = item.byteSize === 0 ? 0 : (100 * item.sentBytes) / item.byteSize;
  return (
    <li className={classes.file} data-state={item.state}>
      <span className={classes.fileName} title={item.fileName}>
        {item.captureId ? <Link to={addressOf(item.captureId)}>{item.fileName}</Link> : item.fileName}
      </span>
      <span className={classes.fileState}>
        {item.state === 'sending' ? `${Math.round(share)}% of ${fileSize(item.byteSize)}` : null}
        {item.state === 'waiting' ? 'waiting' : null}
        {item.state === 'cancelled' ? 'cancelled' : null}
        {item.state === 'done' ? (
          <>
            <IconCheck size={14} aria-hidden /> received
          </>
        ) : null}
        {item.state === 'failed' ? (
          <>
            <IconAlertTriangleFilled size={13} aria-hidden /> not accepted
          </>
        ) : null}
      </span>
      {item.state === 'waiting' || item.state === 'sending' ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          aria-label={`Cancel ${item.fileName}`}
          onClick={() => uploadQueue().cancel(item.clientId)}
        >
          <IconX size={14} aria-hidden />
        </ActionIcon>
      ) : null}
      {item.state === 'failed' || item.state === 'cancelled' ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          aria-label={`Try ${item.fileName} again`}
          onClick={() => uploadQueue().retry(item.clientId)}
        >
          <IconRefresh size={14} aria-hidden />
        </ActionIcon>
      ) : null}
      {item.state === 'sending' ? (
        <Progress
          className={classes.fileBar ?? ''}
          size={2}
          radius={0}
          color="signal"
          value={share}
          aria-label={item.fileName}
        />
      ) : null}
      {item.problem ? (
        <p className={classes.reason} role="alert">
          {item.problem.title}. {item.problem.detail !== item.problem.title ? item.problem.detail : ''}{' '}
          {item.problem.action}
        </p>
      ) : null}
      {item.state === 'done' && item.captureId ? <Duplicate captureId={item.captureId} /> : null}
    </li>
  );
}

/** The same bytes are already here: keep both, or put the new one in the trash. */
function Duplicate({ captureId }: { captureId: string }) {
  const workspace = useWorkspace();
  const actions = useCaptureActions(workspace);
  const listed = workspace.captures.list.byId.get(captureId);
  const [fetched, setFetched] = useState<CaptureListItem>();
  const [isDecided, setIsDecided] = useState(false);
  const item = listed ?? fetched;
  useEffect(() => {
    if (listed) return;
    const stop = new AbortController();
    send<CapturePage>(`/app/list?place=all&ids=${captureId}`, undefined, stop.signal).then(
      (answer) => answer.ok && setFetched(answer.value.items[0]),
      () => undefined,
    );
    return () => stop.abort();
  }, [captureId, listed]);
  if (!item?.duplicateOf || isDecided) return null;
  return (
    <div className={classes.duplicate} role="status">
      <span>
        The same bytes as <Link to={workspace.addressOf(item.duplicateOf)}>an earlier capture</Link>.
      </span>
      <Button size="compact-xs" variant="default" onClick={() => setIsDecided(true)}>
        Keep both
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => {
          setIsDecided(true);
          void actions.change('trash', [captureId]);
        }}
      >
        Trash this one
      </Button>
    </div>
  );
}
