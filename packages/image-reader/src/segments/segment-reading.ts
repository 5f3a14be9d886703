import type { Quad } from '../reading.ts';
import type { Doubt } from './doubt.ts';

/** What is known about a display before it is read. Everything left out is found out from the picture. */
export interface SegmentOptions {
  /** Digits shown, those after the point counted, a sign not. */
  digits?: number | undefined;
  /** Digits after the point; the point is then set by this and not by what is seen. */
  decimals?: number | undefined;
  /** Whether strokes are darker (`dark`, most LCDs) or brighter (`light`, LEDs) than what is around them. */
  polarity?: 'dark' | 'light' | undefined;
  /** Characters that can be shown, of `0123456789-`. */
  allowed?: string | undefined;
  /**
   * What another reader makes of it: where that has the same digits they are not in doubt for how they look, and a minus it
   * begins with is looked for.
   */
  seconded?: string | undefined;
  /** Whether the display stands on its head; where it is known not to, a little more is read. */
  upsideDown?: boolean | undefined;
}

export interface SegmentDigit {
  /** `0` to `9` or `-`. */
  character: string;
  /** 0 to 1. */
  confidence: number;
  /** Outline in pixels of the region, clockwise from the top left as the digit itself reads. */
  box: Quad;
}

export interface SegmentReading {
  /** Digits, at most one `.` and at most one leading `-`; empty when no display was found. */
  text: string;
  /** From left to right as the display reads; the point is not among them. */
  digits: SegmentDigit[];
  /** That of the least certain digit, 0 to 1. */
  confidence: number;
  /** True when the reading must not be taken over without a look at the picture. */
  unsure: boolean;
  /** Why. */
  reason?: Doubt;
  /** True when the display was read standing on its head. */
  upsideDown: boolean;
}
