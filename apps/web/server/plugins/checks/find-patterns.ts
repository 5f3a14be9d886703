import { remark } from '@readout/domain/platform/review/remark';
import type { Finding, Remark } from '@readout/domain/platform/review/rules';
import type { PackageContent } from '@readout/plugin-kit/package';
import { transform } from 'sucrase';
import { hiddenCharacters } from './hidden-characters.ts';
import { type ProgramFinding, scanProgram } from './scan-program.ts';

type Scanned = Pick<PackageContent, 'manifest' | 'source' | 'readme'>;

const maxFindings = 100;
/** Lines of what people write are shorter. */
const maxLineLength = 400;
const excerptLength = 100;

/**
 * What in a package a reviewer should look at, by the line it stands in: nothing of it is run.
 */
export function findPatterns({ manifest, source, readme }: Scanned): Finding[] {
  const { hosts } = manifest.permissions;
  const found: Finding[] = [];
  const written = withoutTypes(source);
  if (written === undefined) found.push(whole('source', remark('check.found.source_unreadable')));
  else
    for (const each of scanProgram(written, { isModule: true, hosts }))
      found.push(onLineOf(source, place(each, 'source', written)));
  const long = source.split('\n').findIndex((line) => line.length > maxLineLength);
  if (long >= 0) {
    const text = remark('check.found.long_line', { most: maxLineLength });
    found.push(place({ text, start: lineStart(source, long), isBlocking: false }, 'source', source));
  }
  found.push(
    ...unseen('source', source),
    ...unseen('manifest', JSON.stringify(manifest, null, 2)),
    ...unseen('readme', readme),
  );
  found.sort((a, b) => Number(b.isBlocking) - Number(a.isBlocking));
  return found.slice(0, maxFindings);
}

/** The same program in the same lines, as JavaScript; undefined where it is no TypeScript. */
function withoutTypes(source: string): string | undefined {
  try {
    return transform(source, { transforms: ['typescript'], disableESTransforms: true, production: true })
      .code;
  } catch {
    return undefined;
  }
}

function unseen(where: Finding['where'], text: string): Finding[] {
  const isProgram = where === 'source';
  return hiddenCharacters(text).map(({ start, code, turns }) => {
    const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
    return place(
      {
        start,
        text: remark(turns ? 'check.found.turns' : 'check.found.unseen', { name }),
        isBlocking: turns && isProgram,
      },
      where,
      text,
    );
  });
}

const whole = (where: Finding['where'], text: Remark): Finding => ({
  text,
  where,
  line: null,
  column: null,
  excerpt: '',
  isBlocking: false,
});

function place(
  { text: sentence, start, isBlocking }: Omit<ProgramFinding, 'rule'>,
  where: Finding['where'],
  text: string,
): Finding {
  if (start === null) return { ...whole(where, sentence), isBlocking };
  const before = text.lastIndexOf('\n', start - 1) + 1;
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < start; at = text.indexOf('\n', at + 1)) line++;
  const end = text.indexOf('\n', start);
  const from = Math.max(before, start - 20);
  const shown = text.slice(from, Math.min(end === -1 ? text.length : end, from + excerptLength)).trim();
  return { text: sentence, where, line, column: start - before + 1, excerpt: visible(shown), isBlocking };
}

/** What stands in that line of the text that was written; columns are of what was made of it. */
function onLineOf(source: string, finding: Finding): Finding {
  if (finding.line === null) return finding;
  const line = source.split('\n')[finding.line - 1] ?? '';
  return { ...finding, column: null, excerpt: visible(line.trim().slice(0, excerptLength)) };
}

function lineStart(text: string, line: number): number {
  let at = 0;
  for (let count = 0; count < line; count++) at = text.indexOf('\n', at) + 1;
  return at;
}

/** What cannot be seen, written out. */
function visible(text: string): string {
  let shown = '';
  let at = 0;
  for (const { start, code } of hiddenCharacters(text)) {
    shown += `${text.slice(at, start)}\\u{${code.toString(16)}}`;
    at = start + (code > 0xffff ? 2 : 1);
  }
  return shown + text.slice(at);
}
