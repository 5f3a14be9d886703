import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import { recordPlatformEvent } from '../audit/record-platform-event.ts';
import type { PlatformActor } from '../platform-actor.ts';

/** Records that somebody exports a list of the installation. Called before the first byte is sent. */
export async function recordListExport(
  platform: Kysely<DB>,
  actor: PlatformActor,
  { list, format }: { list: 'companies' | 'users' | 'audit'; format: 'csv' | 'chain' },
): Promise<void> {
  await recordPlatformEvent(platform, actor, {
    action: `platform.${list}_exported`,
    subjectType: 'platform',
    subjectId: 'platform',
    detail: { format },
  });
}
