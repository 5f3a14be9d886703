import { Button } from '@mantine/core';
import type { ChangeEvent } from 'react';
import { IconCamera, IconPhoto } from '../../../ui/icons.ts';
import classes from './demonstration.module.css';
import type { ReadingHere } from './use-reading-here.ts';

const accepted = 'image/*,.heic,.heif,.tif,.tiff,.bmp,application/pdf';

/** Reads the sample, or a picture of the visitor's, in this browser, and says how far it is. */
export function ReadHere({
  state,
  sampleLabel,
  onRead,
  onFile,
}: {
  state: ReadingHere;
  sampleLabel: string;
  onRead: () => void;
  onFile: (file: File) => void;
}) {
  const isBusy = state.status === 'loading' || state.status === 'reading';
  return (
    <div className={classes.here}>
      <div className={classes.actions}>
        <Button
          type="button"
          size="xs"
          variant="default"
          aria-label={`Read it here: ${sampleLabel}`}
          onClick={onRead}
          disabled={isBusy}
        >
          Read it here
        </Button>
        <FileButton
          onFile={onFile}
          icon={<IconPhoto size={16} aria-hidden />}
          text="Read a picture of yours"
        />
        <FileButton
          onFile={onFile}
          icon={<IconCamera size={16} aria-hidden />}
          text="Take a photo"
          className={classes.photo}
          capture
        />
      </div>
      <div className={classes.progress} role="status">
        <Progress state={state} />
      </div>
    </div>
  );
}

function Progress({ state }: { state: ReadingHere }) {
  switch (state.status) {
    case 'idle':
      return (
        <p>
          Your browser does the reading: pick, drop or paste a photo, a scan or a PDF. It stays on this
          device. The engine, about 30 MB, is fetched when you first ask for it, and kept.
        </p>
      );
    case 'loading': {
      const { loadedBytes, totalBytes } = state;
      return (
        <>
          <progress max={totalBytes || 1} value={totalBytes ? loadedBytes : undefined} aria-label="Engine" />
          <p>
            {totalBytes
              ? `Fetching the engine: ${megabytes(loadedBytes)} of ${megabytes(totalBytes)} MB`
              : 'Fetching the engine'}
          </p>
        </>
      );
    }
    case 'reading':
      return (
        <>
          <progress aria-label="Reading" />
          <p>Reading</p>
        </>
      );
    case 'failed':
      return <p data-tone="alarm">{state.message}</p>;
    case 'done':
      return <p>{summary(state)}</p>;
  }
}

function summary({ lines, barcodes, records, page }: Extract<ReadingHere, { status: 'done' }>): string {
  const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`;
  if (lines + barcodes === 0)
    return 'No text and no barcode was found. A sharper, closer or brighter picture may help.';
  const of = page.of > 1 ? ` on page ${page.number} of ${page.of}` : '';
  const found = `${count(lines, 'line')} of text and ${count(barcodes, 'barcode')}${of}`;
  return records.length === 0
    ? `${found} were read, but no reader of this installation makes a record of them.`
    : `${found}, from which the readers made ${count(records.length, 'record')}.`;
}

/** A label with its file field, so that it works before the page's scripts are there. */
function FileButton({
  text,
  icon,
  className,
  capture = false,
  onFile,
}: {
  text: string;
  icon: React.ReactNode;
  className?: string | undefined;
  /** Opens the camera on phones. */
  capture?: boolean;
  onFile: (file: File) => void;
}) {
  const take = (field: HTMLInputElement) => {
    const file = field.files?.[0];
    if (!file) return;
    onFile(file);
    // The same file may be chosen again.
    field.value = '';
  };
  return (
    <Button
      component="label"
      size="xs"
      variant="default"
      leftSection={icon}
      className={`${classes.file} ${className ?? ''}`}
    >
      {text}
      <input
        type="file"
        accept={capture ? 'image/*' : accepted}
        {...(capture ? { capture: 'environment' as const } : {})}
        onChange={(event: ChangeEvent<HTMLInputElement>) => take(event.currentTarget)}
      />
    </Button>
  );
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);
