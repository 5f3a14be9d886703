import { marked } from 'marked';
import markdown from '../../../../CHANGELOG.md?raw';
import { newestOf, parseChangelog } from './parse-changelog.ts';

/** Releases of this build, newest first. */
export const releases = parseChangelog(markdown);

/** Names the newest of them; whoever has not seen it on the changelog gets a dot beside the link there. */
export const newestRelease = newestOf(releases);

/** Our own file, so its HTML needs no cleaning. */
export const entryHtml = (entry: string): string => marked.parseInline(entry, { async: false });
