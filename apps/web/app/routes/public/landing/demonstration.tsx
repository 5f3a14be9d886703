import { type DragEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { REPLAYED } from '../../../shell/held-scripts.ts';
import classes from './demonstration.module.css';
import { Instrument } from './instrument.tsx';
import { OwnPicture } from './own-picture.tsx';
import { ReadHere } from './read-here.tsx';
import { SAMPLES } from './samples/samples.ts';
import { useReadingHere } from './use-reading-here.ts';

/**
 * A sample picture with what was read in it, or the visitor's own, which is read in this browser and sent nowhere. The
 * samples' readings are stored with the page and say so until they are read here; choosing one works without scripts.
 */
export function Demonstration({ sampleId }: { sampleId: string }) {
  const sample = SAMPLES.find(({ id }) => id === sampleId) ?? SAMPLES[0];
  const here = useReadingHere();
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
      aria-label="Samples with what was read in them"
      data-over={isOver || undefined}
      {...dragging}
    >
      <div className={classes.tabs}>
        {SAMPLES.map(({ id, label }) => (
          <Link
            key={id}
            {...REPLAYED}
            to={id === SAMPLES[0].id ? '/' : `/?sample=${id}`}
            replace
            preventScrollReset
            onClick={() => reset()}
            aria-current={!own && id === sample.id ? 'true' : undefined}
          >
            {label}
          </Link>
        ))}
        <span className={classes.note}>
          {done
            ? `Read just now, in this browser, in ${seconds(done.ms)}. Nothing was sent.`
            : `Stored reading of a drawn sample, by engine ${sample.reading.engineVersion}, unedited`}
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
              alt={sample.alt}
            />
          )
        }
        whole={own !== undefined}
        reading={reading}
      >
        {done && done.records.length > 1 && (
          <Records
            names={done.records}
            shown={shownRecord}
            onShow={(index) => setChosen({ of: state, index })}
          />
        )}
      </Instrument>
      <ReadHere
        state={state}
        onRead={() => readSample(sample)}
        onFile={readFile}
        sampleLabel={sample.label}
      />
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
  return (
    <span className={classes.records}>
      {names.map(({ plugin }, index) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: records have no other name, and their order is fixed
          key={index}
          type="button"
          aria-pressed={index === shown}
          aria-label={`Record ${index + 1} of ${names.length}, ${plugin.name}`}
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

const seconds = (ms: number): string => (ms < 950 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`);
