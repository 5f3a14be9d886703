import { findDates } from '../dates.ts';
import { fold } from './fold.ts';
import { anchorOf, type LevelExample, type Stretch } from './marks.ts';
import type { TemplateAnchor } from './template.ts';

const maxAnchors = 24;

/** The texts that look as if they were on every document of the kind, the telling ones. */
export function anchorsAmong(stretches: readonly Stretch[], level: LevelExample): TemplateAnchor[] {
  return stretches
    .flatMap((stretch) => {
      // `Customer: Miller` has a fixed part even where nobody wants its value.
      const colon = stretch.text.indexOf(':');
      const isLabelled = colon > 1 && /\p{L}/u.test(stretch.text.slice(0, colon));
      if (!isLabelled || colon >= stretch.text.length - 1) return [stretch];
      return (
        level.stretchOf({ line: stretch.line.id, start: stretch.start, end: stretch.start + colon + 1 }) ?? []
      );
    })
    .filter(({ text, line }) => line.confidence >= 0.75 && looksFixed(text))
    .map((stretch) => ({ stretch, length: Math.min(20, fold(stretch.text).folded.length) }))
    .sort((a, b) => b.length - a.length || a.stretch.box[1] - b.stretch.box[1])
    .slice(0, maxAnchors)
    .sort((a, b) => a.stretch.box[1] - b.stretch.box[1])
    .map(({ stretch }) => anchorOf([stretch]));
}

/** Not a number, an amount or a date, and not a whole paragraph, which breaks its lines elsewhere. */
export function looksFixed(text: string, leastLetters = 3): boolean {
  const letters = text.replace(/[^\p{L}]/gu, '').length;
  const digits = text.replace(/\D/g, '').length;
  return (
    letters >= leastLetters &&
    digits <= 0.2 * (letters + digits) &&
    text.length <= 60 &&
    !/^[-+−(]+\s*\d|^\p{Sc}|^\d+(?:[.,]\d+)?\s?%/u.test(text) &&
    findDates(text, { locale: 'en-GB', today: '2030-01-01' }).length === 0
  );
}

/** Enough letters to be recognised by, once it is known to be the same on every document. */
export const looksTelling = (text: string): boolean =>
  text.replace(/[^\p{L}]/gu, '').length >= 4 && text.length <= 60;
