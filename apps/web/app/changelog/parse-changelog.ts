/** Kinds of Keep a Changelog 1.1, in its order. */
export const CHANGE_KINDS = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

export interface Release {
  /** `Unreleased` or a version such as `1.2.0`. */
  version: string;
  /** ISO date; null for what is not released. */
  date: string | null;
  isYanked: boolean;
  /** Markdown of each entry, without its bullet. */
  changes: { kind: ChangeKind; entries: string[] }[];
}

const RELEASE =
  /^## \[?(Unreleased|\d+\.\d+\.\d+[^\]\s]*)\]?(?:\s+-\s+(\d{4}-\d{2}-\d{2}))?(\s+\[YANKED\])?\s*$/i;

/**
 * Releases of a file in the form of Keep a Changelog, as ordered there (newest first).
 * Text outside of entries (the introduction, link definitions) is left out.
 */
export function parseChangelog(markdown: string): Release[] {
  const releases: Release[] = [];
  let entries: string[] | undefined;
  let isInEntry = false;
  for (const line of markdown.split(/\r?\n/)) {
    const heading = RELEASE.exec(line);
    if (heading) {
      releases.push({
        version: heading[1] ?? '',
        date: heading[2] ?? null,
        isYanked: heading[3] !== undefined,
        changes: [],
      });
      entries = undefined;
      isInEntry = false;
      continue;
    }
    const release = releases.at(-1);
    if (!release) continue;
    const kind = CHANGE_KINDS.find((name) => line.trim() === `### ${name}`);
    if (kind) {
      entries = [];
      release.changes.push({ kind, entries });
      isInEntry = false;
    } else if (/^[-*] /.test(line) && entries) {
      entries.push(line.slice(2).trim());
      isInEntry = true;
    } else if (isInEntry && entries && /^\s+\S/.test(line)) {
      const last = entries.length - 1;
      entries[last] = `${entries[last] ?? ''} ${line.trim()}`;
    } else {
      isInEntry = false;
    }
  }
  return releases;
}

/** The name of an entry, the bold words it begins with, and what follows. The name is null where it begins otherwise. */
export function splitEntry(entry: string): { title: string | null; rest: string } {
  const [, title = null, rest = entry] = /^\*\*(.+?)\*\*(.*)$/.exec(entry) ?? [];
  return { title, rest };
}

/** Fragment of the page that shows a release. */
export function releaseAnchor(version: string): string {
  return version === 'Unreleased' ? 'unreleased' : `v${version}`;
}

/**
 * Name of the newest release that changed something. What is not released yet counts with its number of entries, so that
 * a build with more of them is news again. Null where there is nothing.
 */
export function newestOf(releases: Release[]): string | null {
  const newest = releases.find(({ changes }) => changes.length > 0);
  if (!newest) return null;
  if (newest.date) return newest.version;
  const entries = newest.changes.reduce((sum, change) => sum + change.entries.length, 0);
  return `${newest.version}-${entries}`;
}
