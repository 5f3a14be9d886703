import type { CodeChanges } from '@readout/domain/plugins/compare-versions';
import { openPackage } from '@readout/plugin-kit/package';
import { structuredPatch } from 'diff';

/** Programs that take longer to compare have little in common. */
const maxMs = 1000;
const maxLines = 1500;
const linesAround = 3;

/** What differs in the programs of two package files: in their sources where both brought theirs. */
export async function codeChanges(from: Uint8Array, to: Uint8Array): Promise<CodeChanges> {
  const [old, young] = await Promise.all([openPackage(from), openPackage(to)]);
  const sources = [old.content.source, young.content.source] as const;
  const [before, after] =
    sources[0] !== undefined && sources[1] !== undefined
      ? [sources[0], sources[1]]
      : [readable(old.content.code), readable(young.content.code)];
  const of = sources[0] !== undefined && sources[1] !== undefined ? 'source' : 'code';
  const patch = structuredPatch('', '', before, after, undefined, undefined, {
    context: linesAround,
    timeout: maxMs,
  });
  if (!patch) return { of, hunks: null, isCut: false };
  let room = maxLines;
  const hunks: NonNullable<CodeChanges['hunks']> = [];
  for (const { oldStart, newStart, lines } of patch.hunks) {
    if (room <= 0) break;
    hunks.push({ from: oldStart, to: newStart, lines: lines.slice(0, room) });
    room -= lines.length;
  }
  return { of, hunks, isCut: room < 0 };
}

/** Longer lines are of a bundler. */
const maxLineLength = 300;

/** What a bundler put into few lines, in lines one can read; for showing only, strings may be broken, too. */
const readable = (code: string): string =>
  code
    .split('\n')
    .map((line) => (line.length > maxLineLength ? line.replaceAll(/[;{}]/g, '$&\n') : line))
    .join('\n');
