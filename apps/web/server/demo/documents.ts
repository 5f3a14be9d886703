import { globSync } from 'node:fs';
import path from 'node:path';
import { rootFolder } from '../config.ts';

/** What people would call a document; the last is for anything else. */
const kinds = [
  'invoice',
  'receipt',
  'shipping-label',
  'meter',
  'display',
  'nameplate',
  'business-card',
  'barcode',
  'table',
  'form',
] as const;
export type DocumentKind = (typeof kinds)[number] | 'other';

/** A picture that comes with Readout, with what the engine read in it. */
export interface DemoDocument {
  kind: DocumentKind;
  /** Below the checkout. */
  picture: string;
  reading: string;
}

/** Enough of each kind to look around in. */
const maxOfOnePlugin = 6;

/** Words in the names of fixtures whose documents are in a language. */
const signs: Readonly<Record<string, RegExp>> = {
  en: /british|american|us-|english|canadian/,
  de: /german|swiss/,
  fr: /french/,
  es: /spanish/,
};

/**
 * What readers read, not what shows that they decline; documents in the language come last, which makes them the newest.
 * @param language of the pages
 */
export function demoDocuments(language: string): DemoDocument[] {
  const isOwn = (folder: string) => signs[language]?.test(folder) ?? false;
  const found = globSync('plugins/*/fixtures/*/input.{jpg,png,webp}', { cwd: rootFolder })
    .filter((picture) => !picture.includes('/declines-'))
    .toSorted();
  const taken = new Map<string, number>();
  return found
    .toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)))
    .filter((picture) => {
      const plugin = pluginOf(picture);
      taken.set(plugin, (taken.get(plugin) ?? 0) + 1);
      return taken.get(plugin)! <= maxOfOnePlugin;
    })
    .map((picture, index) => ({ picture, index }))
    .toSorted((a, b) => rank(a) - rank(b))
    .map(({ picture }) => ({
      kind: kinds.find((kind) => kind === pluginOf(picture)) ?? 'other',
      picture,
      reading: path.join(path.dirname(picture), 'reading.json'),
    }));

  /** The kinds mixed, as a post brings them; the reader's own language at the end. */
  function rank({ picture, index }: { picture: string; index: number }): number {
    return (isOwn(picture) ? 1000 : 0) + ((index * 37) % 101);
  }
}

const pluginOf = (picture: string): string => picture.split('/')[1] ?? '';
