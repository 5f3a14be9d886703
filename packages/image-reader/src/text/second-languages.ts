/** How a language is read a second time. */
export interface SecondLanguage {
  /** Tesseract's name of the language. */
  code: string;
  /** Letters and signs of the language beyond ASCII: what the second opinion is asked for. */
  letters: string;
  /** Asked only about amounts that may have a currency sign nobody read. */
  signsOnly?: true;
}

const euro = '€';

/** By primary BCP 47 subtag. */
const languages: Record<string, SecondLanguage> = {
  de: { code: 'deu', letters: `äöüßÄÖÜé${euro}` },
  fr: { code: 'fra', letters: `àâæçéèêëîïôœùûüÿÀÂÆÇÉÈÊËÎÏÔŒÙÛÜ«»°º${euro}` },
  sv: { code: 'swe', letters: `åäöÅÄÖéÉü${euro}` },
  es: { code: 'spa', letters: `áéíóúüñÁÉÍÓÚÜÑ¿¡ºª${euro}` },
  pt: { code: 'por', letters: `áâãàçéêíóôõúüÁÂÃÀÇÉÊÍÓÔÕÚºª${euro}` },
  it: { code: 'ita', letters: `àèéìíîòóùúÀÈÉÌÒÙ°${euro}` },
  nl: { code: 'nld', letters: `éèëïóöüáíúÉ${euro}` },
  da: { code: 'dan', letters: `æøåÆØÅé${euro}` },
  nb: { code: 'nor', letters: `æøåÆØÅéò${euro}` },
  nn: { code: 'nor', letters: `æøåÆØÅéò${euro}` },
  no: { code: 'nor', letters: `æøåÆØÅéò${euro}` },
  fi: { code: 'fin', letters: `äöåÄÖÅ${euro}` },
  pl: { code: 'pol', letters: `ąćęłńóśźżĄĆĘŁŃÓŚŹŻ${euro}` },
};

/** English has no letters the recogniser lacks; what is bought in its countries is priced in signs it lacks. */
const english: SecondLanguage = { code: 'eng', letters: `£${euro}`, signsOnly: true };

/**
 * The second opinions worth asking for, in the order of the languages: those of languages with letters the recogniser
 * does not know.
 *
 * @param known characters of the recogniser's dictionary.
 */
export function secondLanguages(tags: readonly string[], known: ReadonlySet<string>): SecondLanguage[] {
  const found = new Map<string, SecondLanguage>();
  for (const tag of tags) {
    const primary = tag.split('-')[0]?.toLowerCase() ?? '';
    const language = primary === 'en' ? english : languages[primary];
    if (!language || [...language.letters].every((letter) => known.has(letter))) continue;
    if (!found.has(language.code)) found.set(language.code, language);
  }
  return [...found.values()];
}
