import { zoneClasses } from '../mrz/zone-scores.ts';
import { makeAlphabet } from './alphabet.ts';

/**
 * The classes of a recogniser that lines in Latin letters and machine-readable zones are read with, ascending, blank and space
 * among them: a tenth of all that the packaged one has.
 *
 * @param dictionary one text for each class between blank and space, in the model's order.
 */
export function classesOfLatin(dictionary: readonly string[]): number[] {
  const alphabet = makeAlphabet(dictionary, ['en']);
  const ofZones = zoneClasses(alphabet);
  const kept = new Set([alphabet.blank, ...alphabet.allowed, alphabet.space]);
  return [...alphabet.texts.keys()].filter((index) => kept.has(index) || (ofZones[index] as number) >= 0);
}

const known = new WeakMap<readonly string[], readonly string[]>();

/** The part of a dictionary that belongs to {@link classesOfLatin}; the same object for the same dictionary. */
export function dictionaryOfLatin(dictionary: readonly string[]): readonly string[] {
  const before = known.get(dictionary);
  if (before) return before;
  const part = classesOfLatin(dictionary)
    .slice(1, -1)
    .map((index) => dictionary[index - 1] as string);
  known.set(dictionary, part);
  return part;
}
