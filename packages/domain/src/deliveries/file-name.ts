import { fillPattern, hasPlaceholder } from './pattern.ts';

const maxBytes = 150;
/** Names that Windows keeps for devices, whatever stands behind the point. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** What of a value can stand in a name on every file system, and says no other folder. */
const safe = (value: string): string =>
  value
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}._-]+/gu, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '');

/**
 * A file's name without its ending. What is empty leaves no gap; where nothing is left, it is `otherwise`.
 * @param pattern of letters, digits, blanks, `.`, `_` and `-` around its placeholders
 */
export function stemOf(pattern: string, valueFor: (name: string) => string, otherwise: string): string {
  const filled = fillPattern(pattern, (name) => safe(valueFor(name)))
    .replaceAll(/[-_. ]{2,}/g, (run) => run[0]!)
    .replaceAll(/^[-_. ]+|[-_. ]+$/g, '');
  const stem = shortened(filled) || safe(otherwise) || 'record';
  return reserved.test(stem) ? `_${stem}` : stem;
}

/** The same with the event's id, so that no other event ever has that name, and this one no other. */
export function ownStemOf(pattern: string, valueFor: (name: string) => string, otherwise: string): string {
  const stem = stemOf(pattern, valueFor, otherwise);
  return hasPlaceholder(pattern, 'event') && stem.includes(valueFor('event'))
    ? stem
    : `${stem}-${valueFor('event').slice(0, 8)}`;
}

/** Whole characters only. */
function shortened(name: string): string {
  let length = 0;
  let kept = '';
  for (const character of name) {
    length += Buffer.byteLength(character);
    if (length > maxBytes) break;
    kept += character;
  }
  return kept.replaceAll(/[-_. ]+$/g, '');
}
