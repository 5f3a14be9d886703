// Made by scripts/generate-texts.js from languages/*/*.po; `npm run check` holds the two in step.

/**
 * Languages of the texts by BCP 47 tag, as they call themselves; each has a folder in `languages`. One that is not whole
 * yet says the rest in English, and only who asks for it by name gets it.
 */
export const LANGUAGES = [
  { tag: 'en', name: 'English', isWhole: true },
  { tag: 'de', name: 'Deutsch', isWhole: true },
  { tag: 'es', name: 'Español', isWhole: true },
  { tag: 'fr', name: 'Français', isWhole: true },
] as const;
