import { displayCharacters } from './display-network.ts';

/** What the recogniser of displays answered for one crop: for each step the probability of the blank and of every character. */
export interface DisplayScores {
  /** steps × classes. */
  data: Float32Array;
  steps: number;
  classes: number;
}

/** The likeliest way through all steps. */
export interface DisplayPath {
  text: string;
  /** One for each character, 0 to 1. */
  confidences: number[];
  /** First and last step at which a character was told; the first is -1 where there is none. */
  first: number;
  last: number;
}

export function bestPath({ data, steps, classes }: DisplayScores): DisplayPath {
  let text = '';
  let previous = 0;
  let first = -1;
  let last = 0;
  const confidences: number[] = [];
  for (let step = 0; step < steps; step++) {
    let best = 0;
    for (let c = 1; c < classes; c++)
      if ((data[step * classes + c] as number) > (data[step * classes + best] as number)) best = c;
    if (best !== 0) {
      const p = data[step * classes + best] as number;
      if (best !== previous) {
        text += displayCharacters[best - 1];
        confidences.push(p);
      } else confidences[confidences.length - 1] = Math.max(confidences.at(-1) as number, p);
      if (first < 0) first = step;
      last = step;
    }
    previous = best;
  }
  return { text, confidences, first, last };
}

/** Probability of a text by all ways through the steps that say it (the forward algorithm of CTC), 0 to 1. */
export function probabilityOf(text: string, { data, steps, classes }: DisplayScores): number {
  const labels = [0];
  for (const character of text) labels.push(displayCharacters.indexOf(character) + 1, 0);
  let ways = new Float64Array(labels.length);
  for (let step = 0; step < steps; step++) {
    const next = new Float64Array(labels.length);
    for (let i = 0; i < labels.length; i++) {
      const label = labels[i] as number;
      let from = step === 0 ? Number(i < 2) : (ways[i] as number) + (ways[i - 1] ?? 0);
      if (step > 0 && i > 1 && label !== 0 && label !== labels[i - 2]) from += ways[i - 2] as number;
      next[i] = from * (data[step * classes + label] as number);
    }
    ways = next;
  }
  return (ways.at(-1) as number) + (ways.at(-2) ?? 0);
}
