import type { Alphabet } from './alphabet.ts';

/** One character as the recogniser saw it. */
export interface Glyph {
  text: string;
  /** Highest probability over its time steps, 0 to 1. */
  confidence: number;
  /** First and last time step of its run. */
  from: number;
  to: number;
  /** Mean time step weighted by probability. */
  centre: number;
}

export interface DecodedLine {
  glyphs: Glyph[];
  /** Probability of the space class at every time step. */
  spaces: Float32Array;
}

/**
 * Best-path decoding of connectionist temporal classification (Graves et al. 2006): the likeliest class of every
 * step, repeats joined, blanks dropped. Positions are kept, because words and boxes are made from them.
 *
 * @param data probabilities `[n, steps, classes]`; `index` says which of the n.
 * @param steps how many steps to read (the rest is padding).
 */
export function decodeCtc(
  data: Float32Array,
  index: number,
  allSteps: number,
  steps: number,
  alphabet: Alphabet,
): DecodedLine {
  const { classes, allowed, texts, blank, space } = alphabet;
  const glyphs: Glyph[] = [];
  const spaces = new Float32Array(steps);
  let previous = blank;
  let weight = 0;
  for (let t = 0; t < steps; t++) {
    const base = (index * allSteps + t) * classes;
    let best = blank;
    let p = data[base + blank] as number;
    const spaceP = data[base + space] as number;
    spaces[t] = spaceP;
    if (spaceP > p) {
      p = spaceP;
      best = space;
    }
    for (let k = 0; k < allowed.length; k++) {
      const c = allowed[k] as number;
      const q = data[base + c] as number;
      if (q > p) {
        p = q;
        best = c;
      }
    }
    if (best === blank || best === space) {
      previous = best;
      continue;
    }
    const last = glyphs[glyphs.length - 1];
    if (
      last &&
      (best === previous || (previous !== blank && previous !== space && texts[best] === texts[previous]))
    ) {
      last.centre = (last.centre * weight + t * p) / (weight + p);
      weight += p;
      last.to = t;
      if (p > last.confidence) last.confidence = p;
    } else {
      glyphs.push({ text: texts[best] as string, confidence: p, from: t, to: t, centre: t });
      weight = p;
    }
    previous = best;
  }
  return { glyphs, spaces };
}
