import type { Quality } from '../reading.ts';

/** What a person can do so that more is read; words are the page's. */
export type Guidance =
  | 'too-dark'
  | 'glare'
  | 'hold-still'
  | 'out-of-focus'
  | 'move-closer'
  | 'nothing-to-read'
  | 'none';

/** What was measured of the newest frames. */
export interface GuidanceFacts {
  quality: Quality;
  /** Displacement as a share of the longer side over about 150 ms. */
  displacement: number;
  isStill: boolean;
  /** There are bars that could not be read and that fill only a part of the frame. */
  hasSmallBars: boolean;
  /** Share of the frame the document's corners enclose, where corners were found. */
  documentShare?: number | undefined;
  hasBarcodes: boolean;
}

/** A measured value that calls for guidance: from `enter` on, and until it is better than `leave`. */
interface Limit {
  enter: number;
  leave: number;
}

const dark: Limit = { enter: 0.16, leave: 0.22 };
const glare: Limit = { enter: 0.045, leave: 0.025 };
const moving: Limit = { enter: 0.016, leave: 0.008 };
const blurred: Limit = { enter: 0.2, leave: 0.28 };
const flat: Limit = { enter: 0.1, leave: 0.16 };
/** Below it there is no edge worth the name anywhere. */
const minSharpness = 0.03;
const farAway: Limit = { enter: 0.1, leave: 0.16 };

/**
 * The one piece of guidance that helps most, from what was measured. Every limit has two sides: what was said
 * stays until its value is clearly better, so that words never flicker and no clock is needed.
 *
 * @param previous what was said last
 */
export function nextGuidance(previous: Guidance, facts: GuidanceFacts): Guidance {
  const { quality } = facts;
  const below = (guidance: Guidance, value: number, { enter, leave }: Limit): boolean =>
    value < (previous === guidance ? leave : enter);
  const above = (guidance: Guidance, value: number, { enter, leave }: Limit): boolean =>
    value > (previous === guidance ? leave : enter);

  if (below('too-dark', quality.brightness, dark)) return 'too-dark';
  if (!facts.isStill && above('hold-still', facts.displacement, moving)) return 'hold-still';
  // What decodes is sharp and near enough, whatever the rest of the picture looks like.
  if (facts.hasBarcodes) return 'none';
  if (above('glare', quality.glare, glare)) return 'glare';
  // A few words on white paper have little contrast by percentiles, but they do have edges.
  if (quality.sharpness < minSharpness && below('nothing-to-read', quality.contrast, flat))
    return 'nothing-to-read';
  // Motion blurs too: focus is only to blame once the picture holds still.
  if (facts.isStill && below('out-of-focus', quality.sharpness, blurred)) return 'out-of-focus';
  if (facts.hasSmallBars) return 'move-closer';
  if (facts.documentShare !== undefined && below('move-closer', facts.documentShare, farAway))
    return 'move-closer';
  return 'none';
}
