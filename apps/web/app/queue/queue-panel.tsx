import { Button, Progress } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useOfflineState } from '../service-worker/use-worker.tsx';
import { useViewer } from '../shell/viewer.ts';
import { IconDownload, IconRefresh, IconTrash } from '../ui/icons.ts';
import { fileSize, plural } from '../ui/numbers.ts';
import { captureQueue } from './capture-queue.ts';
import classes from './queue.module.css';
import { QueueRows, removeWithUndo } from './queue-rows.tsx';
import type { QueuedCapture, QueueHold, QueueStorage } from './queue-types.ts';
import { shortShare } from './room.ts';
import { saveBlob } from './save-blob.ts';
import {
  perform,
  useQueueCounts,
  useQueueHold,
  useQueueItems,
  useQueueStorage,
  useQueueTrash,
} from './use-queue.ts';

/** What this device holds: everything on its way with its state, what one can do about it, and how much room there is. */
export function QueuePanel() {
  const items = useQueueItems();
  const counts = useQueueCounts();
  const hold = useQueueHold();
  const storage = useQueueStorage();
  const trash = useQueueTrash();
  const here = items.filter(({ state }) => state !== 'received' && state !== 'read');
  const arrived = items.filter(({ state }) => state === 'received' || state === 'read').reverse();
  return (
    <div className={classes.panel}>
      <header className={classes.head}>
        <p role="status" className={classes.headline}>
          {headline(counts.waiting, counts.failed)}
        </p>
        {here.length > 0 ? <Actions here={here} /> : null}
      </header>
      <HoldNote hold={hold} waiting={counts.waiting} />
      <OtherCompanies here={here} />
      {here.length > 0 ? (
        <QueueRows items={here} label="On this device" />
      ) : (
        <p className={classes.empty}>
          Captures wait here when there is no connection, and leave once the server has them. Nothing waits
          now.
        </p>
      )}
      {arrived.length > 0 ? (
        <section className={classes.section}>
          <header className={classes.head}>
            <h2>Received in the last day</h2>
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              onClick={() => perform(captureQueue().clear())}
            >
              Clear
            </Button>
          </header>
          <QueueRows items={arrived} label="Received in the last day" className={classes.short ?? ''} />
        </section>
      ) : null}
      {trash.length > 0 ? <Trash items={trash} /> : null}
      <OfflineLine />
      {storage ? <Storage storage={storage} waiting={counts.waiting} /> : null}
    </div>
  );
}

function headline(waiting: number, failed: number): string {
  if (waiting === 0 && failed === 0) return 'Everything is on the server';
  return [
    waiting > 0 ? `${plural(waiting, 'capture')} on this device` : '',
    failed > 0 ? `${failed} not accepted` : '',
  ]
    .filter(Boolean)
    .join(', ');
}

function Actions({ here }: { here: readonly QueuedCapture[] }) {
  const [isExporting, setIsExporting] = useState(false);
  const canRetry = here.some(({ state }) => state === 'failed' || state === 'waiting');
  return (
    <div className={classes.headActions}>
      {canRetry ? (
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={() => perform(captureQueue().retryAll())}
        >
          Try all now
        </Button>
      ) : null}
      <Button
        size="compact-md"
        variant="default"
        loading={isExporting}
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => {
          setIsExporting(true);
          perform(
            captureQueue()
              .exportFile()
              .then((file) => saveBlob(file, `readout-device-${new Date().toISOString().slice(0, 10)}.zip`))
              .finally(() => setIsExporting(false)),
          );
        }}
      >
        Export all
      </Button>
      {here.length > 1 ? (
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => removeWithUndo(here)}
        >
          Delete all
        </Button>
      ) : null}
    </div>
  );
}

/** Why nothing is sent at the moment. */
export function HoldNote({ hold, waiting }: { hold: QueueHold | undefined; waiting: number }) {
  const { pathname } = useLocation();
  if (!hold || waiting === 0) return null;
  return (
    <p className={classes.note} role="status">
      {hold === 'offline' ? 'No connection. They are sent by themselves once there is one.' : null}
      {hold === 'server' ? 'The server takes nothing at the moment. It is tried again by itself.' : null}
      {hold === 'maintenance'
        ? 'Readout is being maintained and changes nothing. They are sent once that is over.'
        : null}
      {hold === 'signed-out' ? (
        <>
          You are signed out.{' '}
          <a href={`/auth/sign-in?to=${encodeURIComponent(pathname)}`}>
            Sign in to send {plural(waiting, 'capture')}
          </a>
          .
        </>
      ) : null}
      {hold === 'demands' ? (
        <>
          Something is asked of you first. <a href={pathname}>See what it is</a>, then they are sent.
        </>
      ) : null}
    </p>
  );
}

function OtherCompanies({ here }: { here: readonly QueuedCapture[] }) {
  const viewer = useViewer();
  const elsewhere = here.filter(({ companyId }) => companyId !== viewer?.company?.id);
  if (elsewhere.length === 0) return null;
  const names = new Set(
    elsewhere.map(
      ({ companyId }) =>
        viewer?.companies.find(({ id }) => id === companyId)?.name ?? 'a company you have left',
    ),
  );
  return (
    <p className={classes.note}>
      {plural(elsewhere.length, 'capture')} go to {[...names].join(', ')}, where they were taken, not to the
      company that is open now.
    </p>
  );
}

function Trash({ items }: { items: readonly QueuedCapture[] }) {
  return (
    <details className={classes.section}>
      <summary>{plural(items.length, 'deleted capture')}, kept here for 30 days</summary>
      <ul className={classes.trash}>
        {items.map(({ clientId, fileName, byteSize }) => (
          <li key={clientId}>
            <span className={classes.name}>{fileName}</span>
            <span className={classes.size}>{fileSize(byteSize)}</span>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Bring ${fileName} back`}
              onClick={() => perform(captureQueue().restore([clientId]))}
            >
              Bring back
            </Button>
          </li>
        ))}
      </ul>
      <Button
        size="compact-sm"
        variant="default"
        color="red"
        onClick={() => perform(captureQueue().emptyTrash())}
      >
        Delete for good
      </Button>
    </details>
  );
}

/** Whether the camera reads on this device without a network. */
function OfflineLine() {
  const { progress } = useOfflineState();
  if (!progress) return null;
  const { isDone, hasFailed, keptFiles, allFiles, loadedBytes } = progress;
  if (isDone && !hasFailed)
    return (
      <p className={classes.fine}>
        The camera works on this device without a network: its reader is kept here.
      </p>
    );
  return (
    <section className={classes.section}>
      <p className={classes.storageWords} role="status">
        {isDone
          ? 'The reader of the camera could not be kept completely. It is tried again at the next visit.'
          : `Keeping the camera’s reader for times without a network: ${keptFiles} of ${allFiles} files, ${fileSize(loadedBytes)}`}
      </p>
      {isDone ? null : (
        <Progress
          size={4}
          radius={0}
          color="signal"
          value={(100 * keptFiles) / allFiles}
          aria-label="Files kept"
        />
      )}
    </section>
  );
}

function Storage({ storage, waiting }: { storage: QueueStorage; waiting: number }) {
  const { usedBytes, quotaBytes, isPersisted, isDurable } = storage;
  const share = quotaBytes > 0 ? usedBytes / quotaBytes : 0;
  if (!isDurable)
    return (
      <section className={classes.section}>
        <p className={classes.note} data-tone="notice">
          <b>This browser keeps nothing when the page is closed.</b> Stay on this page until everything is
          sent.{' '}
          {typeof window !== 'undefined' && !window.isSecureContext
            ? 'It would, if Readout were opened by an address that begins with https.'
            : 'A private window, or a setting of the browser, may be why.'}
        </p>
      </section>
    );
  return (
    <section className={classes.section} aria-label="Storage of this device">
      {quotaBytes > 0 ? (
        <>
          <p className={classes.storageWords}>
            {fileSize(usedBytes)} of {fileSize(quotaBytes)} that this browser gives Readout
          </p>
          <Progress
            size={4}
            radius={0}
            color={share >= shortShare ? 'orange' : 'gray'}
            value={100 * share}
            aria-label="Storage in use"
          />
        </>
      ) : null}
      {share >= shortShare ? (
        <p className={classes.note} data-tone="notice">
          <b>Room is getting short.</b> Connect, so that what waits is sent; or export it to a file and delete
          it here.
        </p>
      ) : null}
      {isPersisted ? (
        <p className={classes.fine}>The browser promised to keep this until you delete it.</p>
      ) : (
        <p className={classes.fine} data-tone={waiting > 0 ? 'notice' : undefined}>
          The browser may remove this when the device runs short of room. Installing Readout (in the browser’s
          menu: Install, or Add to Home Screen) keeps it from doing so. Safari also removes what a site keeps
          that was not opened for seven days, unless it is on the Home Screen: install it there, or export
          what waits.
        </p>
      )}
      <p className={classes.fine}>
        Captures are locked with your own key: after you sign out nobody can open them on this device, and
        they are sent when you sign in again. <Link to="/camera">Back to the camera</Link>
      </p>
    </section>
  );
}
