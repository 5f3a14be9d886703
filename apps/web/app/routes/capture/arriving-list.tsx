import { ActionIcon, Button, Progress } from '@mantine/core';
import { Link } from 'react-router';
import { captureQueue } from '../../queue/capture-queue.ts';
import { removeWithUndo } from '../../queue/queue-rows.tsx';
import type { QueuedCapture } from '../../queue/queue-types.ts';
import { perform } from '../../queue/use-queue.ts';
import { IconAlertTriangleFilled, IconRefresh, IconX } from '../../ui/icons.ts';
import classes from './capture.module.css';
import { type Arriving, useArriving } from './use-read-captures.ts';

/** What was given in on this page, from the first byte to the record. */
export function ArrivingList({ empty }: { empty: string }) {
  const arriving = useArriving();
  if (arriving.length === 0) return <p className={classes.nothing}>{empty}</p>;
  return (
    <>
      <ul className={classes.arriving} aria-label="Given in on this visit">
        {arriving.map((each) => (
          <ArrivingRow key={each.upload.clientId} {...each} />
        ))}
      </ul>
      <Button component={Link} to="/app" variant="default">
        All captures in the workspace
      </Button>
    </>
  );
}

function ArrivingRow({ upload, capture }: Arriving) {
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
            ? record.facts.map(({ label, value }) => (
                <span key={label}>
                  {label} <b>{value}</b>
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
            aria-label={`Sending ${upload.fileName}`}
          />
        ) : null}
      </div>
      <span className={classes.state}>
        {stateOf(upload.state, capture?.state, capture?.recordCount ?? 0)}
      </span>
      {upload.state === 'failed' || upload.state === 'waiting' ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Try ${upload.fileName} again`}
          onClick={() => perform(captureQueue().retry(upload.clientId))}
        >
          <IconRefresh size={16} aria-hidden />
        </ActionIcon>
      ) : null}
      {upload.captureId === undefined ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Delete ${upload.fileName}`}
          onClick={() => removeWithUndo([upload])}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      ) : null}
    </li>
  );
}

function stateOf(upload: QueuedCapture['state'], capture: string | undefined, recordCount: number): string {
  if (upload === 'stored') return 'on this device';
  if (upload === 'failed') return 'not accepted';
  if (upload === 'waiting' || upload === 'sending') return upload;
  switch (capture) {
    case 'read':
      return recordCount === 1 ? 'read, 1 record' : `read, ${recordCount} records`;
    case 'failed':
      return 'could not be read';
    case 'reading':
      return 'reading';
    default:
      return 'received';
  }
}
