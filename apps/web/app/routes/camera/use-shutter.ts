import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { type Still, takeStill } from '../../frames/still.ts';
import { captureQueue } from '../../queue/capture-queue.ts';
import { type DeviceReadingSummary, QueueFullError } from '../../queue/queue-types.ts';
import type { Problem } from '../app/send.ts';
import { feelFailed, feelKept } from './feedback.ts';
import { stillName } from './still-name.ts';

export interface Shutter {
  isTaking: boolean;
  /** Address of a small picture of what was taken last. */
  lastPicture: string | undefined;
  takenCount: number;
  /** Why the last picture was not kept. */
  problem: Problem | undefined;
  dismissProblem(): void;
  /** Tells of what went wrong elsewhere in the same place. */
  report(error: unknown): void;
  /** Takes a picture and keeps it; does nothing while one is being taken. Whether it was kept. */
  take(deviceReading: DeviceReadingSummary | undefined): Promise<boolean>;
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
  const [isTaking, setIsTaking] = useState(false);
  const [lastPicture, setLastPicture] = useState<string>();
  const [takenCount, setTakenCount] = useState(0);
  const [problem, setProblem] = useState<Problem>();
  const isBusy = useRef(false);
  const keeper = useRef(keep);
  keeper.current = keep;

  useEffect(() => () => void (lastPicture && URL.revokeObjectURL(lastPicture)), [lastPicture]);

  const take = useCallback(
    async (deviceReading: DeviceReadingSummary | undefined): Promise<boolean> => {
      const element = video.current;
      if (isBusy.current || !element) return false;
      isBusy.current = true;
      setIsTaking(true);
      try {
        const still = await takeStill(element);
        await keeper.current(still, deviceReading);
        feelKept();
        setProblem(undefined);
        setTakenCount((before) => before + 1);
        // After the picture is safe, and not in the way of the next.
        void smallAddress(still.blob).then((address) => address && setLastPicture(address));
        return true;
      } catch (error) {
        feelFailed();
        setProblem(problemOf(error));
        return false;
      } finally {
        isBusy.current = false;
        setIsTaking(false);
      }
    },
    [video],
  );

  return {
    isTaking,
    lastPicture,
    takenCount,
    problem,
    dismissProblem: () => setProblem(undefined),
    report: (error) => setProblem(problemOf(error)),
    take,
  };
}

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

function problemOf(error: unknown): Problem {
  if (error instanceof QueueFullError) return error.problem;
  return {
    status: 0,
    code: 'camera.not_taken',
    title: 'No picture was taken',
    detail: error instanceof Error ? error.message : String(error),
    action: 'Try again.',
  };
}
