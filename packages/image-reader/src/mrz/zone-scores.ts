import type { Alphabet } from '../text/alphabet.ts';
import type { LineScores } from '../text/ctc.ts';
import { zoneCharacters } from './zone-formats.ts';

/** What the text recogniser says of one crop, in the characters of a zone only. */
export interface ZoneScores {
  steps: number;
  /** Probability of no character, for each step. */
  blanks: Float64Array;
  /** Probability of each of {@link zoneCharacters}: steps × characters. */
  characters: Float64Array;
}

/** What the recogniser takes a filler for. */
const fillerLike = new Set(['<', '〈', '《', '＜', '«', '‹', '≤']);

/** For each class of the recogniser the character of a zone it stands for, or -1. */
export function zoneClasses(alphabet: Alphabet): Int32Array {
  return Int32Array.from(alphabet.texts, (text) =>
    text === '' ? -1 : zoneCharacters.indexOf(fillerLike.has(text) ? '<' : text.toUpperCase()),
  );
}

/** @param classes see {@link zoneClasses}. */
export function zoneScores(
  { data, start, stride, steps }: LineScores,
  classes: Int32Array,
  blank: number,
): ZoneScores {
  const size = zoneCharacters.length;
  const blanks = new Float64Array(steps);
  const characters = new Float64Array(steps * size);
  const listed = [...classes.keys()].filter((index) => (classes[index] as number) >= 0);
  for (let step = 0; step < steps; step++) {
    blanks[step] = data[start + step * stride + blank] as number;
    for (const index of listed) {
      const at = step * size + (classes[index] as number);
      characters[at] = (characters[at] as number) + (data[start + step * stride + index] as number);
    }
  }
  return { steps, blanks, characters };
}

/** A gap between two cells that is so much wider or narrower than usual, in pitches, costs half a nat. */
const unevenness = 0.22;
/** How much of a step without a character may be a filler that is too faint to be told. */
const faint = 0.03;
const least = 1e-4;

/**
 * Finds the steps at which the cells of a row stand, and what is told there: the likeliest way through all steps with so many
 * cells at about even distances.
 *
 * @param worth for each cell the logarithm of what every character is worth there.
 * @param start step of the first cell's middle, about.
 * @param pitch steps between two cells, about.
 * @returns for each cell the probability of every character (cells × characters), and the mean logarithm of the way's
 *   probability for a cell; undefined where there are too few steps.
 */
export function cellsOf(
  { steps, blanks, characters }: ZoneScores,
  worth: readonly Float64Array[],
  start: number,
  pitch: number,
): { cells: Float64Array; score: number } | undefined {
  const count = worth.length;
  const size = zoneCharacters.length;
  if (pitch < 1.5 || steps < count) return undefined;
  const reach = Math.ceil(1.8 * pitch);
  const byWorth = new Map<Float64Array, Likeliest>();
  const likeliest = worth.map((each) => {
    const known = byWorth.get(each) ?? likeliestOf(each, steps, blanks, characters);
    byWorth.set(each, known);
    return known;
  });
  /** What it costs that nothing is told from step `from` to before `to`, beyond what stands at either side. */
  const between = (from: number, to: number, left: number, right: number): number => {
    let sum = 0;
    for (let t = from; t < to; t++) {
      let none = blanks[t] as number;
      if (left >= 0) none += characters[t * size + left] as number;
      if (right >= 0 && right !== left) none += characters[t * size + right] as number;
      sum += Math.log(Math.max(0.02, Math.min(1, none)));
    }
    return sum;
  };
  const uneven = (distance: number): number => -0.5 * ((distance - pitch) / (unevenness * pitch)) ** 2;
  let scores = new Float64Array(steps).fill(-Infinity);
  const first = likeliest[0] as Likeliest;
  for (let t = 0; t < Math.min(steps, start + 2.5 * pitch); t++)
    scores[t] =
      (first.logs[t] as number) +
      0.3 * uneven(pitch + t - start) +
      between(0, t, -1, first.best[t] as number);
  const origins: Int32Array[] = [];
  for (let cell = 1; cell < count; cell++) {
    const [before, now] = [likeliest[cell - 1], likeliest[cell]] as [Likeliest, Likeliest];
    const next = new Float64Array(steps).fill(-Infinity);
    const origin = new Int32Array(steps).fill(-1);
    for (let t = cell; t < steps; t++)
      for (let from = Math.max(0, t - reach); from < t; from++) {
        const score =
          (scores[from] as number) +
          uneven(t - from) +
          between(from + 1, t, before.best[from] as number, now.best[t] as number);
        if (score > (next[t] as number)) [next[t], origin[t]] = [score, from];
      }
    for (let t = 0; t < steps; t++) next[t] = (next[t] as number) + (now.logs[t] as number);
    origins.push(origin);
    scores = next;
  }
  const last = likeliest[count - 1] as Likeliest;
  let [end, total] = [-1, -Infinity];
  for (let t = 0; t < steps; t++) {
    const score = (scores[t] as number) + between(t + 1, steps, last.best[t] as number, -1);
    if (score > total) [end, total] = [t, score];
  }
  if (end < 0) return undefined;
  const places = new Int32Array(count);
  for (let cell = count - 1; cell >= 0; cell--) {
    places[cell] = end;
    if (cell > 0) end = (origins[cell - 1] as Int32Array)[end] as number;
  }
  return { cells: probabilities(places, steps, blanks, characters), score: total / count };
}

/** For every step the likeliest character, and the logarithm of its probability. */
interface Likeliest {
  best: Int32Array;
  logs: Float64Array;
}

function likeliestOf(
  worth: Float64Array,
  steps: number,
  blanks: Float64Array,
  characters: Float64Array,
): Likeliest {
  const size = zoneCharacters.length;
  const best = new Int32Array(steps);
  const logs = new Float64Array(steps).fill(-Infinity);
  for (let t = 0; t < steps; t++)
    for (let index = 0; index < size; index++) {
      const q = characters[t * size + index] as number;
      const seen = index === size - 1 ? q + faint * (blanks[t] as number) : q;
      const log = Math.log(Math.max(least, seen)) + (worth[index] as number);
      if (log > (logs[t] as number)) [best[t], logs[t]] = [index, log];
    }
  return { best, logs };
}

/** Of every character in every cell, from the steps that are nearer to it than to its neighbours. */
function probabilities(
  places: Int32Array,
  steps: number,
  blanks: Float64Array,
  characters: Float64Array,
): Float64Array {
  const size = zoneCharacters.length;
  const cells = new Float64Array(places.length * size);
  places.forEach((place, cell) => {
    const before = cell === 0 ? -1 : (places[cell - 1] as number);
    const after = cell === places.length - 1 ? steps : (places[cell + 1] as number);
    const from = Math.max(0, Math.floor((before + place) / 2) + 1, place - 1);
    const to = Math.min(steps - 1, Math.ceil((place + after) / 2) - 1, place + 1);
    let sum = 0;
    for (let index = 0; index < size; index++) {
      let most = least;
      for (let t = Math.min(from, place); t <= Math.max(to, place); t++)
        most = Math.max(most, characters[t * size + index] as number);
      if (index === size - 1) most += faint * (blanks[place] as number);
      cells[cell * size + index] = most;
      sum += most;
    }
    for (let index = 0; index < size; index++)
      cells[cell * size + index] = (cells[cell * size + index] as number) / sum;
  });
  return cells;
}
