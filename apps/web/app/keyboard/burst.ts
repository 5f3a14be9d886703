/**
 * Tells a barcode scanner that acts as a keyboard from a person, by time and length alone: a browser does not say which
 * device a key came from.
 *
 * What others do: onScan.js and jQuery Scanner Detection take 30 ms a character on average, six characters, Enter or Tab at
 * the end and 100 ms of silence; use-scan-detection takes 50 ms. Scanners send a character every 1 to 20 ms, over Bluetooth up
 * to about 40. Fast typists need 60 ms and more, but now and then hit two keys at almost the same time, never three.
 */

/** Longest time between two keys of a scanner, and how long a key waits until it is known to be a person's. */
export const maxGapMs = 50;
/** A scanner on a weak radio link stops in the middle; once it is known to be one, it is given that long to go on. */
export const maxStallMs = 500;
/** Characters from which on it is no person. */
const minCharacters = 3;
/** Those that do no harm when a code begins with them, and are slow when they wait: the shutter, and `/`, after which one types. */
const neverFirst: ReadonlySet<string> = new Set([' ', '/']);
/** The most a QR code of letters and digits holds (ISO/IEC 18004, version 40-L). */
export const maxCodeLength = 4296;

export interface Key {
  /** As `KeyboardEvent.key` names it. */
  key: string;
  /** `KeyboardEvent.timeStamp`: when the key was pressed, however late the page hears of it. */
  timeStamp: number;
  /** Held down: a person's. */
  repeat: boolean;
}

export interface Scan {
  code: string;
  end: 'enter' | 'missing' | 'too_long';
}

/** What a key turned out to be. */
export interface Heard<K> {
  /** Pressed earlier, and by a person after all: to be acted on before the key itself. */
  released: readonly K[];
  /** A scan that is over. */
  scan?: Scan;
}

export interface Pressed<K> extends Heard<K> {
  /**
   * - `own`: a person's, to be acted on now
   * - `held`: nobody knows yet
   * - `swallowed`: came too soon after another, so nothing else may hear it; two that are not a scan are released later
   */
  verdict: 'own' | 'held' | 'swallowed';
}

export interface BurstDetector<K extends Key> {
  press(key: K): Pressed<K>;
  /** To be called when nothing came for a while. */
  settle(now: number): Heard<K>;
  /** When `settle` has something to say, if no key comes before. */
  dueAt(): number | undefined;
}

export function createBurstDetector<K extends Key>(): BurstDetector<K> {
  let keys: K[] = [];
  let code = '';
  let lastAt = Number.NEGATIVE_INFINITY;
  let scanEndedAt = Number.NEGATIVE_INFINITY;

  /** One letter or sign again and again is somebody who moves through a list; a code of one digit is a code. */
  const isScan = (): boolean => code.length >= minCharacters && (/\d/.test(code) || new Set(code).size > 1);
  const isOver = (now: number): boolean => code !== '' && now - lastAt > (isScan() ? maxStallMs : maxGapMs);
  const end = (how: 'enter' | 'missing'): Heard<K> => {
    const heard: Heard<K> = isScan()
      ? { released: [], scan: { code, end: code.length > maxCodeLength ? 'too_long' : how } }
      : { released: keys };
    keys = [];
    code = '';
    return heard;
  };

  return {
    press(key) {
      const at = key.timeStamp;
      const before: Heard<K> = isOver(at) || key.repeat ? end('missing') : { released: [] };
      if (key.repeat) return { ...before, verdict: 'own' };
      const isCharacter = [...key.key].length === 1;
      if (isCharacter) {
        if (code === '' && neverFirst.has(key.key)) return { ...before, verdict: 'own' };
        if (code.length <= maxCodeLength) {
          code += key.key;
          keys.push(key);
        }
        lastAt = at;
        return { ...before, verdict: code === key.key ? 'held' : 'swallowed' };
      }
      if (key.key === 'Enter' || key.key === 'Tab') {
        if (isScan()) {
          scanEndedAt = at;
          return { ...end('enter'), verdict: 'swallowed' };
        }
        // Some end a code with two keys.
        if (code === '' && at - scanEndedAt <= maxGapMs) return { ...before, verdict: 'swallowed' };
      }
      const now = end('missing');
      return { ...now, released: [...before.released, ...now.released], verdict: 'own' };
    },
    settle: (now) => (isOver(now) ? end('missing') : { released: [] }),
    dueAt: () => (code === '' ? undefined : lastAt + (isScan() ? maxStallMs : maxGapMs)),
  };
}
