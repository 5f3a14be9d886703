import type { FrameScan } from '@readout/image-reader/live';
import type { LiveReading } from './use-live-reading.ts';

/** Displacement, share of the longer side, that says the person has gone on to the next thing. */
const movedOn = 0.04;
/** Share of the brightness that has to change where a thing is exchanged without moving the camera. */
const exchanged = 0.12;
/** After a picture that could not be kept, which says why. */
const retryAfterMs = 3000;

/** What of a frame decides. */
export type Look = Pick<FrameScan, 'at' | 'displacement' | 'novelty' | 'isStill'> & {
  hasCodes: boolean;
  /** Whether a code is in sight that is on no picture yet. */
  hasUnkeptCode: boolean;
  reading: Pick<LiveReading, 'result' | 'isInPlace' | 'isReading'>;
  /** Whether text is read here. */
  readsText: boolean;
};

export interface AutoCapture {
  /** Whether a picture is to be taken now. */
  wants(look: Look): boolean;
  /** A picture is taken of what was just looked at. @returns to be called with whether it is kept */
  took(): (isKept: boolean) => void;
  /** It was switched off: the next thing counts again. */
  reset(): void;
}

/**
 * Takes a picture of each thing that comes before the camera: once it holds still, for a code at once, for text when it is
 * read. Not again before something else lies there: another code, other text, or the camera was moved on.
 */
export function createAutoCapture(): AutoCapture {
  let isArmed = true;
  /** What was read of the last picture; undefined: not yet. */
  let saidOnPicture: string | undefined;
  let says: string | undefined;
  let now = 0;
  let waitsUntil = Number.NEGATIVE_INFINITY;

  return {
    wants({ at, displacement, novelty, isStill, hasCodes, hasUnkeptCode, reading, readsText }) {
      now = at;
      const isRead = readsText && reading.isInPlace && !reading.isReading;
      says = isRead ? sayingOf(reading.result) : undefined;
      const saysOther = says !== undefined && saidOnPicture !== undefined && says !== saidOnPicture;
      if (displacement > movedOn || (readsText && novelty > exchanged) || saysOther) isArmed = true;
      // Read only after its picture was taken for its code.
      if (!isArmed && !hasUnkeptCode && says !== undefined) saidOnPicture = says;
      if (!isStill || at < waitsUntil) return false;
      if (hasUnkeptCode) return true;
      const hasRecords = (reading.result?.records.length ?? 0) > 0;
      return isArmed && (readsText ? isRead && (hasRecords || hasCodes) : hasCodes);
    },
    took() {
      isArmed = false;
      saidOnPicture = says;
      return (isKept) => {
        if (isKept) return;
        isArmed = true;
        waitsUntil = now + retryAfterMs;
      };
    },
    reset() {
      isArmed = true;
      saidOnPicture = undefined;
    },
  };
}

/** The values that were read, without what differs from frame to frame of the same thing. */
function sayingOf(result: LiveReading['result']): string | undefined {
  if (!result) return undefined;
  return JSON.stringify(
    result.records.map(({ type, fields }) => [
      type,
      Object.entries(fields).map(([name, { value }]) => [name, value]),
    ]),
  );
}
