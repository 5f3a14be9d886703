import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { Problem } from '../../api/answer.ts';
import type { DeviceReadingSummary } from '../../device/device-words.ts';
import { type Still, takeStill } from '../../frames/still.ts';
import { captureQueue } from '../../queue/capture-queue.ts';
import { inWords } from '../../queue/device-problem.ts';
import { QueueFullError } from '../../queue/queue-types.ts';
import { type SayText, useText } from '../../ui/texts.tsx';
import { feelFailed, feelKept } from './feedback.ts';
import { stillName } from './still-name.ts';

export interface Shutter {
  /** Pictures that were taken and are not kept yet; the first is just being kept. */
  pending: number;
  /** The same without waiting for the page to be drawn. */
  isBusy(): boolean;
  /** Address of a small picture of what was taken last. */
  lastPicture: string | undefined;
  takenCount: number;
  /** Why the last picture was not kept. */
  problem: Problem | undefined;
  dismissProblem(): void;
  /** Tells of what went wrong elsewhere in the same place. */
  report(error: unknown): void;
  /** Takes a picture and keeps it, after those that are being kept already. Whether it was kept. */
  take(deviceReading: DeviceReadingSummary | undefined): Promise<boolean>;
  /** Keeps one that was made elsewhere, as if it had been taken. */
  keep(made: Promise<Still>): Promise<boolean>;
}

/** Keeps a still where it goes in the mode; has to be durable when it resolves. */
export type KeepStill = (still: Still, deviceReading: DeviceReadingSummary | undefined) => Promise<void>;

/** Hands a still to the queue, which sends it. */
export const keepInQueue: KeepStill = async ({ blob }, deviceReading) => {
  await captureQueue().add([{ blob, fileName: stillName(Date.now()) }], {
    source: 'camera',
    ...(deviceReading ? { deviceReading } : {}),
  });
};

/** One press: the picture of now, kept on this device, and only then the sound. */
export function useShutter(video: RefObject<HTMLVideoElement | null>, keep: KeepStill): Shutter {
  const text = useText();
  const [pending, setPending] = useState(0);
  const [lastPicture, setLastPicture] = useState<string>();
  const [takenCount, setTakenCount] = useState(0);
  const [problem, setProblem] = useState<Problem>();
  const waiting = useRef(0);
  /** Kept one after another: pages of a document stay in their order. */
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const keeper = useRef(keep);
  keeper.current = keep;

  useEffect(() => () => void (lastPicture && URL.revokeObjectURL(lastPicture)), [lastPicture]);

  const keepNext = useCallback(
    async (
      make: (isFirst: boolean) => Promise<Still>,
      deviceReading: DeviceReadingSummary | undefined,
    ): Promise<boolean> => {
      if (waiting.current >= maxPending) {
        feelFailed();
        setProblem(tooFast(text));
        return false;
      }
      const isFirst = waiting.current === 0;
      setPending(++waiting.current);
      const before = last.current;
      const { promise: isOver, resolve: beOver } = Promise.withResolvers<void>();
      last.current = isOver;
      try {
        // The picture is of the moment of the press, whenever its turn to be kept comes.
        const taken = make(isFirst);
        taken.catch(() => undefined);
        await before;
        const still = await taken;
        await keeper.current(still, deviceReading);
        feelKept();
        setProblem(undefined);
        setTakenCount((before) => before + 1);
        // After the picture is safe, and not in the way of the next.
        void smallAddress(still.blob).then((address) => address && setLastPicture(address));
        return true;
      } catch (error) {
        feelFailed();
        setProblem(problemOf(error, text));
        return false;
      } finally {
        beOver();
        setPending(--waiting.current);
      }
    },
    [text],
  );
  const take = useCallback(
    async (deviceReading: DeviceReadingSummary | undefined): Promise<boolean> => {
      const element = video.current;
      return (
        element !== null && keepNext((isFirst) => takeStill(element, { isQuick: !isFirst }), deviceReading)
      );
    },
    [video, keepNext],
  );

  return {
    pending,
    isBusy: () => waiting.current > 0,
    lastPicture,
    takenCount,
    problem,
    dismissProblem: () => setProblem(undefined),
    report: (error) => setProblem(problemOf(error, text)),
    take,
    keep: (made) => keepNext(() => made, undefined),
  };
}

/** Pictures held in memory until they are kept. */
const maxPending = 20;
const tooFast = (text: SayText): Problem => ({
  status: 0,
  code: 'camera.too_fast',
  title: text('camera.shutter.too_fast_title'),
  detail: text('camera.shutter.too_fast_detail', { count: maxPending }),
  action: text('camera.shutter.too_fast_action'),
});

async function smallAddress(picture: Blob): Promise<string | undefined> {
  try {
    const bitmap = await createImageBitmap(picture, { resizeHeight: 120, resizeQuality: 'low' });
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
    bitmap.close();
    return URL.createObjectURL(await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.6 }));
  } catch {
    // Only the small picture is missing.
    return undefined;
  }
}

function problemOf(error: unknown, text: SayText): Problem {
  if (error instanceof QueueFullError) return inWords(error.problem, text);
  const isEarly = error instanceof DOMException && error.name === 'InvalidStateError';
  return {
    status: 0,
    code: 'camera.not_taken',
    title: text('camera.shutter.not_taken_title'),
    detail: isEarly
      ? text('camera.shutter.no_picture_yet')
      : error instanceof Error
        ? error.message
        : String(error),
    action: text('camera.shutter.try_again'),
  };
}
