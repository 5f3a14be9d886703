import type { CodeChanges } from '@readout/domain/plugins/compare-versions';
import { openPackage } from '@readout/plugin-kit/package';
import { structuredPatch } from 'diff';

/** Programs that take longer to compare have little in common. */
const maxMs = 1000;
const maxLines = 1500;
const linesAround = 3;

/** What differs in the sources of two package files. */
export async function codeChanges(from: Uint8Array, to: Uint8Array): Promise<CodeChanges> {
  const [old, young] = await Promise.all([openPackage(from), openPackage(to)]);
  const [before, after] = [old.content.source, young.content.source];
  const patch = structuredPatch('', '', before, after, undefined, undefined, {
    context: linesAround,
    timeout: maxMs,
  });
  if (!patch) return { hunks: null, isCut: false };
  let room = maxLines;
  const hunks: NonNullable<CodeChanges['hunks']> = [];
  for (const { oldStart, newStart, lines } of patch.hunks) {
    if (room <= 0) break;
    hunks.push({ from: oldStart, to: newStart, lines: lines.slice(0, room) });
    room -= lines.length;
  }
  return { hunks, isCut: room < 0 };
}
