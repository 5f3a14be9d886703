import { Button, Progress } from '@mantine/core';
import { fileSize } from '@readout/texts/numbers';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useOfflineState } from '../offline/use-worker.tsx';
import { choiceName } from '../texts/choice-name.ts';
import { IconDownload, IconRefresh, IconTrash } from '../ui/icons.ts';
import { Row, Text } from '../ui/layout.tsx';
import { FormattedText, useLocale, useText } from '../ui/texts.tsx';
import { useViewer } from '../viewer.ts';
import { captureQueue } from './capture-queue.ts';
import classes from './queue.module.css';
import { QueueRows, removeWithUndo } from './queue-rows.tsx';
import type { QueueCounts, QueuedCapture, QueueHold, QueueStorage } from './queue-types.ts';
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
  const text = useText();
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
        <Text role="status" size={16} weight={560}>
          {text('queue.panel.headline', { state: stateOf(counts), ...counts })}
        </Text>
        {here.length > 0 ? <Actions here={here} /> : null}
      </header>
      <HoldNote hold={hold} waiting={counts.waiting} />
      <OtherCompanies here={here} />
      {here.length > 0 ? (
        <QueueRows items={here} label={text('queue.page.title')} />
      ) : (
        <p className={classes.empty}>{text('queue.panel.empty')}</p>
      )}
      {arrived.length > 0 ? (
        <section className={classes.section}>
          <header className={classes.head}>
            <h2>{text('queue.panel.received')}</h2>
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              onClick={() => perform(captureQueue().clear())}
            >
              {text('queue.panel.clear')}
            </Button>
          </header>
          <QueueRows items={arrived} label={text('queue.panel.received')} className={classes.short ?? ''} />
        </section>
      ) : null}
      {trash.length > 0 ? <Trash items={trash} /> : null}
      <OfflineLine />
      {storage ? <Storage storage={storage} waiting={counts.waiting} /> : null}
    </div>
  );
}

function stateOf({ waiting, failed }: QueueCounts): 'none' | 'waiting' | 'failed' | 'both' {
  if (waiting === 0) return failed === 0 ? 'none' : 'failed';
  return failed === 0 ? 'waiting' : 'both';
}

function Actions({ here }: { here: readonly QueuedCapture[] }) {
  const text = useText();
  const [isExporting, setIsExporting] = useState(false);
  const canRetry = here.some(
    ({ state, hasBytes }) => hasBytes && (state === 'failed' || state === 'waiting'),
  );
  const hasAny = here.some(({ hasBytes }) => hasBytes);
  return (
    <Row gap={8}>
      {canRetry ? (
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={() => perform(captureQueue().retryAll())}
        >
          {text('queue.panel.try_all')}
        </Button>
      ) : null}
      {hasAny ? (
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
          {text('queue.panel.export_all')}
        </Button>
      ) : null}
      {here.length > 1 ? (
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => removeWithUndo(here.filter(({ state }) => state !== 'keeping'))}
        >
          {text('queue.panel.delete_all')}
        </Button>
      ) : null}
    </Row>
  );
}

/** Why nothing is sent at the moment. */
export function HoldNote({ hold, waiting }: { hold: QueueHold | undefined; waiting: number }) {
  const { pathname } = useLocation();
  if (!hold || waiting === 0) return null;
  const address = hold === 'signed-out' ? `/auth/sign-in?to=${encodeURIComponent(pathname)}` : pathname;
  return (
    <p className={classes.note} role="status">
      <FormattedText
        id="queue.panel.hold"
        values={{
          hold: choiceName(hold),
          count: waiting,
          link: (inside) => <a href={address}>{inside}</a>,
        }}
      />
    </p>
  );
}

function OtherCompanies({ here }: { here: readonly QueuedCapture[] }) {
  const text = useText();
  const locale = useLocale();
  const viewer = useViewer();
  const elsewhere = here.filter(({ companyId }) => companyId !== viewer?.company?.id);
  if (elsewhere.length === 0) return null;
  const names = new Set(
    elsewhere.map(
      ({ companyId }) =>
        viewer?.companies.find(({ id }) => id === companyId)?.name ?? text('queue.panel.left_company'),
    ),
  );
  return (
    <p className={classes.note}>
      {text('queue.panel.elsewhere', {
        count: elsewhere.length,
        companies: new Intl.ListFormat(locale).format(names),
      })}
    </p>
  );
}

function Trash({ items }: { items: readonly QueuedCapture[] }) {
  const text = useText();
  const locale = useLocale();
  return (
    <details className={classes.section}>
      <summary>{text('queue.panel.deleted', { count: items.length })}</summary>
      <ul className={classes.trash}>
        {items.map(({ clientId, fileName, byteSize }) => (
          <li key={clientId}>
            <span className={classes.name}>{fileName}</span>
            <Text as="span" size={12} tone="dim" isMono>
              {fileSize(byteSize, locale)}
            </Text>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={text('queue.panel.bring_file_back', { name: fileName })}
              onClick={() => perform(captureQueue().restore([clientId]))}
            >
              {text('queue.panel.bring_back')}
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
        {text('queue.panel.delete_for_good')}
      </Button>
    </details>
  );
}

/** Whether the camera reads on this device without a network. */
function OfflineLine() {
  const text = useText();
  const locale = useLocale();
  const { progress } = useOfflineState();
  if (!progress) return null;
  const { isDone, hasFailed, keptFiles, allFiles, loadedBytes } = progress;
  if (isDone && !hasFailed) return <p className={classes.fine}>{text('queue.panel.reader_kept')}</p>;
  return (
    <section className={classes.section}>
      <p className={classes.storageWords} role="status">
        {isDone
          ? text('queue.panel.reader_not_kept')
          : text('queue.panel.reader_progress', {
              kept: keptFiles,
              all: allFiles,
              size: fileSize(loadedBytes, locale),
            })}
      </p>
      {isDone ? null : (
        <Progress
          size={4}
          radius={0}
          color="signal"
          value={(100 * keptFiles) / allFiles}
          aria-label={text('queue.panel.files_kept')}
        />
      )}
    </section>
  );
}

function Storage({ storage, waiting }: { storage: QueueStorage; waiting: number }) {
  const text = useText();
  const locale = useLocale();
  const { usedBytes, quotaBytes, isPersisted, isDurable } = storage;
  const share = quotaBytes > 0 ? usedBytes / quotaBytes : 0;
  if (!isDurable)
    return (
      <section className={classes.section}>
        <p className={classes.note} data-tone="notice">
          <FormattedText
            id="queue.panel.keeps_nothing"
            values={{
              address: typeof window !== 'undefined' && !window.isSecureContext ? 'plain' : undefined,
            }}
          />
        </p>
      </section>
    );
  return (
    <section className={classes.section} aria-label={text('queue.panel.storage')}>
      {quotaBytes > 0 ? (
        <>
          <p className={classes.storageWords}>
            {text('queue.panel.storage_used', {
              used: fileSize(usedBytes, locale),
              quota: fileSize(quotaBytes, locale),
            })}
          </p>
          <Progress
            size={4}
            radius={0}
            color={share >= shortShare ? 'orange' : 'gray'}
            value={100 * share}
            aria-label={text('queue.panel.storage_in_use')}
          />
        </>
      ) : null}
      {share >= shortShare ? (
        <p className={classes.note} data-tone="notice">
          <FormattedText id="queue.panel.room_short" />
        </p>
      ) : null}
      {isPersisted ? (
        <p className={classes.fine}>{text('queue.panel.promised')}</p>
      ) : (
        <p className={classes.fine} data-tone={waiting > 0 ? 'notice' : undefined}>
          {text('queue.panel.not_promised')}
        </p>
      )}
      <p className={classes.fine}>
        <FormattedText
          id="queue.panel.locked"
          values={{ link: (inside) => <Link to="/camera">{inside}</Link> }}
        />
      </p>
    </section>
  );
}
