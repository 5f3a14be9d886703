import { edgeMap, type RgbaPicture } from './edge-map.ts';
import type { Region } from './region.ts';
import { type Fingerprint, fingerprintOf } from './region-fingerprint.ts';
import { hasRival, isRecognisable } from './region-match.ts';

/** A region as a profile keeps it. */
export interface MarkedRegion {
  frame: { width: number; height: number };
  region: Region;
  fingerprint: Fingerprint;
  /** False where too little is around the region to find it again by. */
  isRecognisable: boolean;
}

/** Pixels around the region; at least its own size, within these. */
const leastMargin = 120;
const mostMargin = 480;

/**
 * Takes the surroundings of a region: as little as makes it unlike every other place of the picture, so that a moved
 * window is still found, and as much as it takes where rows or cards repeat.
 */
export function markRegion(picture: RgbaPicture, region: Region): MarkedRegion {
  const map = edgeMap(picture);
  const frame = { width: picture.width, height: picture.height };
  const whole = Math.max(picture.width, picture.height);
  let margin = Math.min(mostMargin, Math.max(leastMargin, region.width, region.height));
  for (;;) {
    const known = { frame, region, fingerprint: fingerprintOf(map, region, margin) };
    const isEnough = isRecognisable(known);
    if ((isEnough && !hasRival(map, known)) || margin >= whole) return { ...known, isRecognisable: isEnough };
    margin = Math.ceil(margin * 1.5);
  }
}
