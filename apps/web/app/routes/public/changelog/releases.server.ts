import { marked } from 'marked';
import markdown from '../../../../../../CHANGELOG.md?raw';
import { parseChangelog } from './parse-changelog.ts';

/** Releases of this build, newest first. */
export const releases = parseChangelog(markdown);

/** Our own file, so its HTML needs no cleaning. */
export const entryHtml = (entry: string): string => marked.parseInline(entry, { async: false });
