import type { TextValues } from '@readout/texts';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ReadingDevice } from '../../device/reading-device.ts';
import type { Sample } from './samples/sample.ts';
import { sampleOf } from './samples/sample-of.ts';
import type { ShownSample } from './samples/samples.ts';

export type ReadingHere =
  | { status: 'idle' }
  /** Engine and models are on their way. */
  | { status: 'loading'; loadedBytes: number; totalBytes: number }
  | { status: 'reading' }
  | {
      status: 'done';
      name: string;
      isSample: boolean;
      /** Upright; open until something else is read. */
      picture: ImageBitmap;
      records: Sample[];
      /** Its boxes without a record, for a picture no reader makes anything of. */
      empty: Sample;
      /** Of which kinds of content there was how much. */
      lines: number;
      barcodes: number;
      /** Reading and readers, without what was fetched before. */
      ms: number;
      page: { number: number; of: number };
    }
  | { status: 'failed'; reason: FailureReason };

type FailureReason = TextValues['public.landing.failure']['reason'];

type Language = { languages: string[]; locale: string };

/** Reads pictures in this browser. The engine is fetched when the first one is asked for, not before. */
export function useReadingHere() {
  const [state, setState] = useState<ReadingHere>({ status: 'idle' });
  const running = useRef<AbortController>(undefined);
  const picture = useRef<ImageBitmap>(undefined);

  const stop = useCallback(() => {
    running.current?.abort();
    running.current = undefined;
    picture.current?.close();
    picture.current = undefined;
  }, []);
  useEffect(() => stop, [stop]);

  const read = useCallback(
    async (source: () => Promise<Blob>, name: string, isSample: boolean, language?: Language) => {
      stop();
      const controller = new AbortController();
      running.current = controller;
      const { signal } = controller;
      const show = (next: ReadingHere) => {
        if (!signal.aborted) setState(next);
      };
      show({ status: 'loading', loadedBytes: 0, totalBytes: 0 });
      try {
        const { demoDevice } = await import('../../device/demo-device.ts');
        const device: ReadingDevice = demoDevice();
        await device.load(({ loadedBytes, totalBytes }) =>
          show({ status: 'loading', loadedBytes, totalBytes }),
        );
        show({ status: 'reading' });
        const result = await device.readFile(await source(), { signal, language });
        if (signal.aborted) return result.picture.close();
        picture.current = result.picture;
        const { reading, runs } = result;
        const { decode, barcodes, text } = reading.timings;
        const empty = { ...sampleOf(reading, noRecord, nobody), readingMs: 0 };
        show({
          status: 'done',
          name,
          isSample,
          picture: result.picture,
          records: result.records.flatMap((record) => {
            const manifest = result.manifests.find(({ id }) => id === record.plugin);
            return manifest ? [sampleOf(reading, record, manifest)] : [];
          }),
          empty,
          lines: reading.lines.length,
          barcodes: reading.barcodes.length,
          ms: decode + barcodes + text + runs.reduce((sum, run) => sum + run.ms, 0),
          page: reading.page,
        });
      } catch (error) {
        show({ status: 'failed', reason: reasonOf(error) });
      }
    },
    [stop],
  );

  return {
    state,
    readFile: useCallback((file: File) => void read(async () => file, file.name, false), [read]),
    readSample: useCallback(
      ({ id, picture: address, locale, languages }: ShownSample) =>
        void read(async () => (await fetch(address)).blob(), id, true, {
          languages: [...languages],
          locale,
        }),
      [read],
    ),
    reset: useCallback(() => {
      stop();
      setState({ status: 'idle' });
    }, [stop]),
  };
}

const noRecord = { type: '', confidence: 0, fields: {} };
/** Stands for the reader of what no reader made a record of. */
const nobody = {
  id: 'none',
  name: '',
  version: '0.0.0',
  kind: 'reader' as const,
  description: '',
  reads: ['lines' as const],
  fallback: false,
  records: [],
  accepts: [],
  settings: [],
  permissions: { hosts: [] },
};

const reasons: Record<string, FailureReason> = {
  'image.empty': 'empty',
  'image.unsupported_type': 'unsupported',
  'image.damaged': 'damaged',
  'image.too_many_bytes': 'too_large',
  'image.too_many_pixels': 'too_large',
  'image.side_too_long': 'too_large',
  'pdf.too_many_bytes': 'too_large',
  'pdf.too_many_pages': 'too_large',
  'pdf.encrypted': 'encrypted',
  'pdf.damaged': 'damaged',
  'reader.too_costly': 'too_large',
};

/** Of what the engine throws: a failure with a code is about the file, another about fetching or starting the engine. */
function reasonOf(error: unknown): FailureReason {
  if (!(error instanceof Error) || !('code' in error)) return 'not_loaded';
  return reasons[String(error.code)];
}
