/** How a language is read a second time. */
export interface SecondLanguage {
  /** Tesseract's name of the language. */
  code: string;
  /** Letters and signs of the language beyond ASCII: what the second opinion is asked for. */
  letters: string;
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

/** Regions where English is read with another currency sign than the dollar's. */
const englishRegions: Record<string, string> = { GB: '£', IE: '€£', MT: '€', CY: '€' };

/**
 * The second opinions worth asking for, in the order of the languages: those of languages with letters the recogniser
 * does not know.
 *
 * @param known characters of the recogniser's dictionary.
 */
export function secondLanguages(tags: readonly string[], known: ReadonlySet<string>): SecondLanguage[] {
  const found = new Map<string, SecondLanguage>();
  for (const tag of tags) {
    const [primary = '', ...rest] = tag.split('-');
    const region = rest.find((part) => /^[A-Z]{2}$/i.test(part))?.toUpperCase() ?? '';
    const signs = primary.toLowerCase() === 'en' ? englishRegions[region] : undefined;
    const language = signs ? { code: 'eng', letters: signs } : languages[primary.toLowerCase()];
    if (!language || [...language.letters].every((letter) => known.has(letter))) continue;
    const before = found.get(language.code);
    found.set(language.code, { code: language.code, letters: (before?.letters ?? '') + language.letters });
  }
  return [...found.values()];
}
