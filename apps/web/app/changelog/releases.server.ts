import { marked } from 'marked';
import markdown from '../../../../CHANGELOG.md?raw';
import { newestOf, parseChangelog, splitEntry } from './parse-changelog.ts';

/** Releases of this build, newest first. */
export const releases = parseChangelog(markdown);

/** Names the newest of them; anyone who has not seen it on the changelog gets a dot beside the link there. */
export const newestRelease = newestOf(releases);

const files = import.meta.glob<Record<string, string>>('../../../../docs/changelog-titles/*.json', {
  import: 'default',
  eager: true,
});

/** Names of entries by language, and there by the English name. */
export const translatedTitles: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map(
  Object.entries(files).map(([file, titles]) => [
    file.slice(file.lastIndexOf('/') + 1, -'.json'.length),
    titles,
  ]),
);

/** Our own file, so its HTML needs no cleaning. */
export const entryHtml = (entry: string): string => marked.parseInline(entry, { async: false });

/** An entry as HTML. `title` is its name in the reader's language, where it is not English; `text` is the whole entry in English. */
export interface ShownEntry {
  title: string | null;
  text: string;
}

export function entryFor(language: string, entry: string): ShownEntry {
  const { title, rest } = splitEntry(entry);
  const translated = title === null ? undefined : translatedTitles.get(language)?.[title];
  if (translated === undefined) return { title: null, text: entryHtml(entry) };
  return { title: entryHtml(translated), text: entryHtml(title + rest) };
}
