// cspell:ignore durchwahl móvil arctospumps -- words of cards
import type { Cell, Sighting } from '@readout/plugin-kit';

export interface Contact {
  value: string;
  sighting: Sighting;
  cell: Cell;
}

const fax = /\b(?:fax|telefax|f)\b\.?\s*:?\s*$/i;
const phoneLabel =
  /^(?:[^\p{L}\d+(]*(?:tel(?:e(?:fon|phone))?|phone|fon|mob(?:ile?|il)?|cell|direct|office|durchwahl|zentrale|handy|móvil|m|t|p|d|o)\b[\s.:]*)$/iu;
const phoneNumber = /(?:\+|\(0?\+?|\b)\d(?:[ ()./\-–]{0,3}\d){6,15}/g;

/** Telephone numbers as printed, without their label; fax numbers are none. */
export function phonesIn(cell: Cell, whole: (start: number, length: number) => Sighting): Contact[] {
  const found: Contact[] = [];
  let from = 0;
  for (const match of cell.text.matchAll(phoneNumber)) {
    const before = cell.text.slice(from, match.index).trim();
    from = match.index + match[0].length;
    const after = cell.text.slice(from).trim();
    const digits = match[0].replace(/\D/g, '').length;
    const isInternational = match[0].startsWith('+');
    const isLabelled =
      phoneLabel.test(before) || /^[|/·•,;]?\s*(?:mobile?|tel|cell|phone|m|t)?[.:]?$/i.test(before);
    // A number that goes on in words is a street or a postal code.
    if (fax.test(before) || digits > 15 || (!isInternational && /^\p{L}{3}/u.test(after) && before === ''))
      continue;
    if (!isInternational && !isLabelled) continue;
    if (!isInternational && before === '' && !/^[(0]|\d[\s.-]\d{3}[\s.-]\d/.test(match[0])) continue;
    const value = match[0].replace(/\s+/g, ' ').trim();
    found.push({ value, sighting: whole(match.index, match[0].length), cell });
  }
  return found;
}

const mail = /[\p{L}\d][\p{L}\d._%+-]*\s?@\s?[\p{L}\d-]+(?:\.[\p{L}\d-]+)*\.?\p{L}{2,}/gu;

export function mailsIn(cell: Cell, whole: (start: number, length: number) => Sighting): Contact[] {
  return [...cell.text.matchAll(mail)].flatMap((match): Contact[] => {
    // A full stop in front has lost the letter before it.
    if (/[.\-_]$/.test(cell.text.slice(0, match.index))) return [];
    return [
      {
        value: match[0].replace(/\s/g, '').toLowerCase(),
        sighting: whole(match.index, match[0].length),
        cell,
      },
    ];
  });
}

const site =
  /(?:https?:\/\/)?(?:w{2,3}\.)?(?:[\p{L}\d-]+\.)+(?:com|net|org|io|eu|info|biz|dev|app|example|test|shop|online|[a-z]{2})(?:\/[\w\-./]*)?/giu;

export function sitesIn(cell: Cell, whole: (start: number, length: number) => Sighting): Contact[] {
  if (cell.text.includes('@')) return [];
  return [...cell.text.matchAll(site)].flatMap((match): Contact[] => {
    const isMarked = /^(?:https?:|w{2,3}\.)/i.test(match[0]);
    const before = cell.text.slice(0, match.index).trim();
    const isAlone =
      match.index + match[0].length === cell.text.length &&
      /^$|^(?:web|www|url|internet|w)[.:]?$/i.test(before);
    if (!isMarked && !(isAlone && /^[\p{Ll}\d.\-/]+$/u.test(match[0]) && match[0].length >= 7)) return [];
    return [
      {
        value: match[0].toLowerCase().replace(/\.$/, ''),
        sighting: whole(match.index, match[0].length),
        cell,
      },
    ];
  });
}

/** The part of a cell's text as seen on the page. */
export function partOf(cell: Cell): (start: number, length: number) => Sighting {
  const { seen } = cell;
  return (start, length) => ({ ...seen, text: cell.text.slice(start, start + length) });
}

/** `arctospumps` of `www.arctospumps.io` and of `l.tanaka@arctospumps.io`. */
export function domainOf(contact: string): string {
  return contact
    .replace(/^.*@|^https?:\/\/|^w{2,3}\./g, '')
    .replace(/^w{2,3}\./, '')
    .split('/')[0]!;
}
