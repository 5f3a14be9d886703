import { oneDigit, wholeNumber } from '@readout/texts/numbers';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { REPLAYED } from '../../shell/held-scripts.ts';
import { useLocale, useText } from '../../ui/texts.tsx';
import classes from './demonstration.module.css';
import { Instrument } from './instrument.tsx';
import { OwnPicture } from './own-picture.tsx';
import { ReadHere } from './read-here.tsx';
import { samplesFor } from './samples/samples.ts';
import { inWordsOf, type ShownReader } from './shown-reader.ts';
import { useReadingHere } from './use-reading-here.ts';

/**
 * A sample picture with what was read in it, or the visitor's own, which is read in this browser and sent nowhere. The
 * samples' readings are stored with the page and say so until they are read here; choosing one works without scripts.
 */
export function Demonstration({ sampleId, readers }: { sampleId: string; readers: readonly ShownReader[] }) {
  const here = useReadingHere();
  const text = useText();
  const locale = useLocale();
  const samples = samplesFor(locale);
  const sample = samples.find(({ id }) => id === sampleId) ?? samples[0];
  const [isOver, setIsOver] = useState(false);
  const { state, readFile, readSample, reset } = here;

  // Of this reading; the next one begins with its surest record.
  const [chosen, setChosen] = useState({ of: state, index: 0 });
  const shownRecord = chosen.of === state ? chosen.index : 0;
  // Another sample, by its link or by the browser's own buttons.
  const sampleBefore = useRef(sample.id);
  useEffect(() => {
    if (sampleBefore.current !== sample.id) reset();
    sampleBefore.current = sample.id;
  }, [sample.id, reset]);
  usePastedFile(readFile);

  const done = state.status === 'done' ? state : undefined;
  const own = done && !done.isSample ? done : undefined;
  const reading = done?.records[shownRecord] ?? done?.records[0] ?? (own ? own.empty : sample.reading);
  const dragging = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave: () => setIsOver(false),
    onDrop: (event: DragEvent) => {
      setIsOver(false);
      const file = event.dataTransfer.files[0];
      if (!file) return;
      event.preventDefault();
      readFile(file);
    },
  };
  return (
    <section
      className={classes.demonstration}
      aria-label={text('public.landing.samples')}
      data-over={isOver || undefined}
      {...dragging}
    >
      <div className={classes.tabs}>
        {samples.map(({ id }) => (
          <Link
            key={id}
            {...REPLAYED}
            to={id === samples[0].id ? '/' : `/?sample=${id}`}
            replace
            preventScrollReset
            onClick={() => reset()}
            aria-current={!own && id === sample.id ? 'true' : undefined}
          >
            {text('public.landing.sample', { sample: id })}
          </Link>
        ))}
        <span className={classes.note}>
          {done
            ? text('public.landing.read_just_now', { time: seconds(done.ms, locale) })
            : text('public.landing.stored_reading')}
        </span>
      </div>
      <Instrument
        key={`${sample.id} ${done?.name ?? ''} ${shownRecord}`}
        picture={
          own ? (
            <OwnPicture bitmap={own.picture} name={own.name} />
          ) : (
            <img
              src={sample.picture}
              width={sample.reading.width}
              height={sample.reading.height}
              fetchPriority="high"
              alt={text('public.landing.sample_alt', { sample: sample.id })}
            />
          )
        }
        reading={inWordsOf(readers, reading)}
        language={readers.find(({ id }) => id === reading.plugin.id)?.language ?? 'en'}
      >
        {done && done.records.length > 1 && (
          <Records
            names={done.records}
            shown={shownRecord}
            onShow={(index) => setChosen({ of: state, index })}
          />
        )}
      </Instrument>
      <ReadHere state={state} onRead={() => readSample(sample)} onFile={readFile} sample={sample.id} />
    </section>
  );
}

/** Several readers made records of one picture: which of them is shown. */
function Records({
  names,
  shown,
  onShow,
}: {
  names: readonly { plugin: { name: string } }[];
  shown: number;
  onShow: (index: number) => void;
}) {
  const text = useText();
  return (
    <span className={classes.records}>
      {names.map(({ plugin }, index) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: records have no other name, and their order is fixed
          key={index}
          type="button"
          aria-pressed={index === shown}
          aria-label={text('public.landing.record_of', {
            index: index + 1,
            total: names.length,
            plugin: plugin.name,
          })}
          onClick={() => onShow(index)}
        >
          {index + 1}
        </button>
      ))}
    </span>
  );
}

function usePastedFile(readFile: (file: File) => void): void {
  const latest = useRef(readFile);
  latest.current = readFile;
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const file = event.clipboardData?.files[0];
      if (!file) return;
      event.preventDefault();
      latest.current(file);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);
}

function seconds(ms: number, locale: string): string {
  if (ms < 950) return `${wholeNumber(Math.round(ms), locale)} ms`;
  return `${oneDigit(ms / 1000, locale)} s`;
}
