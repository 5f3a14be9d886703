import { Button } from '@mantine/core';
import { oneDigit } from '@readout/texts/numbers';
import type { ChangeEvent } from 'react';
import { IconCamera, IconPhoto } from '../../ui/icons.ts';
import { type SayText, useLocale, useText } from '../../ui/texts.tsx';
import classes from './demonstration.module.css';
import type { SampleId } from './samples/samples.ts';
import type { ReadingHere } from './use-reading-here.ts';

const accepted = 'image/*,.heic,.heif,.tif,.tiff,.bmp,application/pdf';

/** Reads the sample, or a picture of the visitor's, in this browser, and says how far it is. */
export function ReadHere({
  state,
  sample,
  onRead,
  onFile,
}: {
  state: ReadingHere;
  sample: SampleId;
  onRead: () => void;
  onFile: (file: File) => void;
}) {
  const text = useText();
  const isBusy = state.status === 'loading' || state.status === 'reading';
  return (
    <div className={classes.here}>
      <div className={classes.actions}>
        <Button
          type="button"
          size="xs"
          variant="default"
          aria-label={text('public.landing.read_here_sample', {
            sample: text('public.landing.sample', { sample }),
          })}
          onClick={onRead}
          disabled={isBusy}
        >
          {text('public.landing.read_here')}
        </Button>
        <FileButton
          onFile={onFile}
          icon={<IconPhoto size={16} aria-hidden />}
          text={text('public.landing.read_own')}
        />
        <FileButton
          onFile={onFile}
          icon={<IconCamera size={16} aria-hidden />}
          text={text('public.landing.take_photo')}
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
  const text = useText();
  const locale = useLocale();
  switch (state.status) {
    case 'idle':
      return <p>{text('public.landing.in_your_browser')}</p>;
    case 'loading': {
      const { loadedBytes, totalBytes } = state;
      return (
        <>
          <progress
            max={totalBytes || 1}
            value={totalBytes ? loadedBytes : undefined}
            aria-label={text('public.landing.engine')}
          />
          <p>
            {totalBytes
              ? text('public.landing.fetching_of', {
                  loaded: oneDigit(loadedBytes / 1e6, locale),
                  total: oneDigit(totalBytes / 1e6, locale),
                })
              : text('public.landing.fetching')}
          </p>
        </>
      );
    }
    case 'reading':
      return (
        <>
          <progress aria-label={text('public.landing.reading')} />
          <p>{text('public.landing.reading')}</p>
        </>
      );
    case 'failed':
      return <p data-tone="alarm">{text('public.landing.failure', { reason: state.reason })}</p>;
    case 'done':
      return <p>{summary(state, text)}</p>;
  }
}

function summary(
  { lines, barcodes, records, page }: Extract<ReadingHere, { status: 'done' }>,
  text: SayText,
): string {
  if (lines + barcodes === 0) return text('public.landing.found_nothing');
  const found = { lines, barcodes, page: page.number, pages: page.of };
  return records.length === 0
    ? text('public.landing.found_no_record', found)
    : text('public.landing.found', { ...found, records: records.length });
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
