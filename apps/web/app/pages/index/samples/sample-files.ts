/** How each sample picture is read: the languages of its text, and the locale that settles its dates and amounts. */
export const SAMPLE_FILES: Readonly<Record<string, { languages: readonly string[]; locale: string }>> = {
  'receipt-en': { languages: ['en'], locale: 'en-GB' },
  'receipt-de': { languages: ['de'], locale: 'de-DE' },
  'receipt-fr': { languages: ['fr'], locale: 'fr-FR' },
  'receipt-es': { languages: ['es'], locale: 'es-ES' },
  label: { languages: ['en'], locale: 'en-US' },
  product: { languages: ['en'], locale: 'en-US' },
};
