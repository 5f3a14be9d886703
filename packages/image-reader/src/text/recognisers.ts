import { type Alphabet, makeAlphabet } from './alphabet.ts';
import type { AddedRecogniser, WholeRecogniser } from './infer.ts';
import { dictionaryOfLatin } from './latin-classes.ts';
import { type Script, scriptsOf } from './scripts.ts';

/** The recogniser that comes with the package, as readings name it. */
export const packagedRecogniser = 'packaged';

/** A recogniser that was loaded beside the one that comes with the package. */
export interface AddedText {
  script: Script;
  /** As its manifest has it. */
  name: string;
  /** One text for each class between blank and space, in the model's order. */
  dictionary: readonly string[];
}

/** One that lines are read with. */
export interface Recogniser {
  network: 'recognise' | WholeRecogniser | AddedRecogniser;
  name: string;
  alphabet: Alphabet;
}

export interface Recognisers {
  /** The one that comes with the package, which reads zones and what a file says itself. */
  packaged: Recogniser;
  /** Those that read every line; never empty. */
  first: readonly Recogniser[];
  /** Those that read the lines which stay doubtful: no script that can be read is lost for a wrong list of languages. */
  others: readonly Recogniser[];
}

/**
 * Which recognisers read what is written in the languages. The one of the package reads first where a script of theirs has no
 * other, and else what the others leave doubtful.
 *
 * @param languages BCP 47 tags.
 */
export function chooseRecognisers(
  dictionary: readonly string[],
  added: readonly AddedText[],
  languages: readonly string[],
): Recognisers {
  const wanted = scriptsOf(languages);
  const isLatin = wanted.every((script) => script === 'latin');
  const packaged: Recogniser = {
    network: isLatin ? 'recognise' : 'recogniseAny',
    name: packagedRecogniser,
    alphabet: makeAlphabet(isLatin ? dictionaryOfLatin(dictionary) : dictionary, languages),
  };
  const first: Recogniser[] = [];
  const others: Recogniser[] = [];
  for (const { script, name, dictionary: own } of added)
    (wanted.includes(script) ? first : others).push({
      network: `recognise-${script}`,
      name,
      alphabet: makeAlphabet(own, languages, script),
    });
  const covers = wanted.every((script) => added.some((each) => each.script === script));
  return covers
    ? { packaged, first, others: [packaged, ...others] }
    : { packaged, first: [packaged, ...first], others };
}
