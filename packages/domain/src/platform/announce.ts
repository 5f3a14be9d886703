import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../errors.ts';
import { fieldText } from '../field-text.ts';
import type { PlatformActor } from '../platform-actor.ts';
import { changePlatformState } from './change-platform-state.ts';
import type { PlatformState } from './platform-state.ts';

const maxText = 500;

/**
 * Tells everyone something on every page of theirs, or takes it back with an empty text.
 * `until`: ISO 8601, when it goes away by itself; null: never.
 *
 * @throws AppError `platform.admin_only`, `platform.bad_input`, `platform.changed_meanwhile`
 */
export async function announce(
  deps: { platform: Kysely<DB> },
  {
    actor,
    text,
    tone,
    until,
    revision,
  }: {
    actor: PlatformActor;
    text: string;
    tone: 'info' | 'warning';
    until: string | null;
    revision: number;
  },
): Promise<PlatformState> {
  const wanted = text.replaceAll('\0', '').trim();
  const ends = until === null ? null : new Date(until);
  const fields: Record<string, string> = {};
  if ([...wanted].length > maxText) fields.text = fieldText('too_long', { max: maxText });
  if (tone !== 'info' && tone !== 'warning') fields.tone = fieldText('one_of_two');
  if (ends && Number.isNaN(ends.getTime())) fields.until = fieldText('no_moment');
  else if (ends && wanted && ends.getTime() <= Date.now()) fields.until = fieldText('moment_passed');
  if (Object.keys(fields).length > 0) throw new AppError('platform.bad_input', { fields });
  return changePlatformState(deps, {
    actor,
    revision,
    change: (before) => {
      if (!wanted && !before.announcement) return undefined;
      return wanted
        ? {
            set: sql`announcement = ${wanted}, announcement_tone = ${tone}, announced_at = now(), announced_until = ${ends}`,
            event: {
              action: 'platform.announced',
              detail: { text: wanted, tone, until: ends?.toISOString() ?? null },
            },
          }
        : {
            set: sql`announcement = '', announcement_tone = 'info', announced_at = null, announced_until = null`,
            event: { action: 'platform.announcement_withdrawn', detail: { text: before.announcement } },
          };
    },
  });
}
