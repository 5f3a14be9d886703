import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../errors.ts';
import { fieldText } from '../field-text.ts';
import type { PlatformActor } from '../platform-actor.ts';
import { changePlatformState } from './change-platform-state.ts';
import type { PlatformState } from './platform-state.ts';

const maxNote = 300;

/**
 * Switches maintenance on or off: while it is on nothing is taken in, changed or read again; looking and exporting work.
 *
 * @throws AppError `platform.admin_only`, `platform.bad_input`, `platform.changed_meanwhile`
 */
export async function setReadOnly(
  deps: { platform: Kysely<DB> },
  { actor, on, note = '', revision }: { actor: PlatformActor; on: boolean; note?: string; revision: number },
): Promise<PlatformState> {
  const text = note.replaceAll('\0', '').trim();
  if ([...text].length > maxNote)
    throw new AppError('platform.bad_input', {
      reason: 'note_too_long',
      fields: { note: fieldText('too_long', { max: maxNote }) },
    });
  return changePlatformState(deps, {
    actor,
    revision,
    change(before) {
      const isOn = before.readOnlySince !== null;
      if (on && isOn && before.readOnlyNote === text) return undefined;
      if (!on && !isOn) return undefined;
      return on
        ? {
            set: sql`read_only_since = coalesce(read_only_since, now()), read_only_note = ${text}`,
            event: {
              action: isOn ? 'platform.read_only_note_changed' : 'platform.read_only_on',
              detail: { note: text },
            },
          }
        : {
            set: sql`read_only_since = null, read_only_note = ''`,
            event: { action: 'platform.read_only_off', detail: { since: before.readOnlySince } },
          };
    },
  });
}
