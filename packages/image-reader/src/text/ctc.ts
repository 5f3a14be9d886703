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

/** What the recogniser gives of one line: probabilities of all classes at every step, step after step. */
export interface LineScores {
  data: Float32Array;
  /** Where the first step starts. */
  start: number;
  /** From one step to the next. */
  stride: number;
  steps: number;
}

/**
 * Best-path decoding of connectionist temporal classification (Graves et al. 2006): the likeliest class of every
 * step, repeats joined, blanks dropped. Positions are kept, because words and boxes are made from them.
 */
export function decodeCtc(
  { data, start, stride, steps }: LineScores,
  { allowed, texts, blank, space, priors }: Alphabet,
): DecodedLine {
  const glyphs: Glyph[] = [];
  const spaces = new Float32Array(steps);
  let previous = blank;
  let weight = 0;
  for (let t = 0; t < steps; t++) {
    const base = start + t * stride;
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
      const q = (data[base + c] as number) * (priors?.[c] ?? 1);
      if (q > p) {
        p = q;
        best = c;
      }
    }
    if (best === blank || best === space) {
      previous = best;
      continue;
    }
    p = data[base + best] as number;
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
