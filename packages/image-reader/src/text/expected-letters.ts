// cspell:disable -- letters of many languages
/** Letters and signs beyond ASCII, by primary BCP 47 subtag. */
const letters: Record<string, string> = {
  en: '£€',
  cs: 'áčďéěíňóřšťúůýžÁČĎÉĚÍŇÓŘŠŤÚŮÝŽ€',
  da: 'æøåÆØÅé€',
  de: 'äöüßÄÖÜé€',
  es: 'áéíóúüñÁÉÍÓÚÜÑ¿¡ºª€',
  fi: 'äöåÄÖÅ€',
  fr: 'àâæçéèêëîïôœùûüÿÀÂÆÇÉÈÊËÎÏÔŒÙÛÜ«»°º€',
  hu: 'áéíóöőúüűÁÉÍÓÖŐÚÜŰ€',
  it: 'àèéìíîòóùúÀÈÉÌÒÙ°€',
  nb: 'æøåÆØÅéò€',
  nl: 'éèëïóöüáíúÉ€',
  nn: 'æøåÆØÅéò€',
  no: 'æøåÆØÅéò€',
  pl: 'ąćęłńóśźżĄĆĘŁŃÓŚŹŻ€',
  pt: 'áâãàçéêíóôõúüÁÂÃÀÇÉÊÍÓÔÕÚºª€',
  ro: 'ăâîșțşţĂÂÎȘȚŞŢ€',
  sv: 'åäöÅÄÖéÉü€',
  tr: 'çğıöşüâîÇĞİÖŞÜ€',
};

/** Letters and signs beyond ASCII that languages are written with, of those that are known here. */
export const expectedLetters = (tags: readonly string[]): ReadonlySet<string> =>
  new Set(tags.flatMap((tag) => [...(letters[tag.split('-')[0]?.toLowerCase() ?? ''] ?? '')]));
