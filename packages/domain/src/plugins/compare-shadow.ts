import type { JsonValue, RecordData } from '@readout/plugin-kit';
import { summarise } from '@readout/plugin-kit/expectation';
import { type FieldChange, fieldChanges } from './try-versions.ts';

export type ShadowOutcome = 'equal' | 'differs' | 'only_installed' | 'only_shadow' | 'failed';

/** What is kept of one document at most. */
const most = { changes: 50, characters: 500 } as const;

/** How the records of two versions of a plugin differ on one document, by value. */
export function compareShadow(
  installed: readonly RecordData[],
  shadow: readonly RecordData[],
): { outcome: Exclude<ShadowOutcome, 'failed'>; changes: FieldChange[] } {
  if (installed.length === 0 && shadow.length === 0) return { outcome: 'equal', changes: [] };
  if (shadow.length === 0) return { outcome: 'only_installed', changes: [] };
  if (installed.length === 0) return { outcome: 'only_shadow', changes: [] };
  const all = fieldChanges(summarise(installed), summarise(shadow));
  const changes = all
    .slice(0, most.changes)
    .map((change) => ({ ...change, from: cut(change.from), to: cut(change.to) }));
  return { outcome: all.length > 0 ? 'differs' : 'equal', changes };
}

/** A long list is told by its beginning. */
function cut(value: JsonValue | undefined): JsonValue | undefined {
  const text = JSON.stringify(value);
  return text === undefined || text.length <= most.characters ? value : `${text.slice(0, most.characters)}…`;
}
