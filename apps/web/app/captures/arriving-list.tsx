import { ActionIcon, Button, Progress } from '@mantine/core';
import { Link } from 'react-router';
import { captureQueue } from '../queue/capture-queue.ts';
import { removeWithUndo } from '../queue/queue-rows.tsx';
import type { QueuedCapture } from '../queue/queue-types.ts';
import { perform } from '../queue/use-queue.ts';
import { useShownFact } from '../record/use-readable.ts';
import { IconAlertTriangleFilled, IconRefresh, IconX } from '../ui/icons.ts';
import { Lines, Text } from '../ui/layout.tsx';
import { useText } from '../ui/texts.tsx';
import classes from './capture.module.css';
import { type Arriving, useArriving } from './use-read-captures.ts';

/** What was given in on this page, from the first byte to the record. @param empty - said where there is none */
export function ArrivingList({ empty }: { empty?: string }) {
  const text = useText();
  const arriving = useArriving();
  if (arriving.length === 0)
    return empty === undefined ? null : (
      <Text size={14} tone="dim" isLong>
        {empty}
      </Text>
    );
  return (
    <>
      <Lines aria-label={text('queue.arriving.list')}>
        {arriving.map((each) => (
          <ArrivingRow key={each.upload.clientId} {...each} />
        ))}
      </Lines>
      <Button component={Link} to="/app" variant="default">
        {text('queue.arriving.all_captures')}
      </Button>
    </>
  );
}

function ArrivingRow({ upload, capture }: Arriving) {
  const text = useText();
  const shownFact = useShownFact();
  const share = upload.byteSize === 0 ? 0 : (100 * upload.sentBytes) / upload.byteSize;
  const record = capture?.records[0];
  return (
    <li className={classes.row} data-state={capture?.state ?? upload.state}>
      {capture && capture.width !== null ? (
        <img src={`/api/v1/captures/${capture.id}/thumbnail`} alt="" loading="lazy" width={56} height={56} />
      ) : (
        <span className={classes.blank} aria-hidden />
      )}
      <div className={classes.about}>
        <p className={classes.name}>
          {capture ? (
            <Link to={`/app/${capture.id}`}>{record?.title || capture.fileName}</Link>
          ) : (
            upload.fileName
          )}
        </p>
        <p className={classes.facts}>
          {record
            ? record.facts.map((fact) => (
                <span key={fact.label}>
                  {fact.label} <b>{shownFact(fact)}</b>
                </span>
              ))
            : null}
        </p>
        {upload.problem ? (
          <p className={classes.reason} role="alert">
            <IconAlertTriangleFilled size={13} aria-hidden /> {upload.problem.title}. {upload.problem.action}
          </p>
        ) : null}
        {upload.state === 'sending' ? (
          <Progress
            size={3}
            radius={0}
            color="signal"
            value={share}
            aria-label={text('queue.row.sending_file', { name: upload.fileName })}
          />
        ) : null}
      </div>
      <span className={classes.state}>
        {text('queue.arriving.state', {
          state: stateOf(upload.state, capture?.state),
          count: capture?.recordCount ?? 0,
        })}
      </span>
      {upload.hasBytes && (upload.state === 'failed' || upload.state === 'waiting') ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={text('queue.row.try_again', { name: upload.fileName })}
          onClick={() => perform(captureQueue().retry(upload.clientId))}
        >
          <IconRefresh size={16} aria-hidden />
        </ActionIcon>
      ) : null}
      {upload.captureId === undefined && upload.state !== 'keeping' ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={text('queue.row.delete_file', { name: upload.fileName })}
          onClick={() => removeWithUndo([upload])}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      ) : null}
    </li>
  );
}

function stateOf(upload: QueuedCapture['state'], capture: string | undefined) {
  if (
    upload === 'keeping' ||
    upload === 'stored' ||
    upload === 'failed' ||
    upload === 'waiting' ||
    upload === 'sending'
  )
    return upload;
  switch (capture) {
    case 'read':
    case 'reading':
      return capture;
    case 'failed':
      return 'unread';
    default:
      return 'received';
  }
}
