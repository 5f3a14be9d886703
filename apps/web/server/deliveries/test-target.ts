import { randomUUID } from 'node:crypto';
import type { DB } from '@readout/database';
import type { Scope } from '@readout/domain/actor';
import { takesFiles } from '@readout/domain/deliveries/begin-delivery';
import { beginTest } from '@readout/domain/deliveries/begin-test';
import type { Attempt } from '@readout/domain/deliveries/end-delivery';
import type { SecretVault } from '@readout/domain/deliveries/secret-vault';
import type { Kysely } from 'kysely';
import type { Dispatcher } from 'undici';
import { sampleEvent } from './sample-event.ts';
import { sampleFile } from './sample-file.ts';
import { send } from './send.ts';
import type { Means } from './sender.ts';
import { attemptTimeoutMs } from './start-deliveries.ts';

/**
 * Sends a target a sample record as it would be sent a real one, and says what came of it. Nothing is tried again.
 * @throws AppError `delivery.target_not_found`
 */
export async function testTarget(
  deps: { db: Kysely<DB>; vault: SecretVault; dispatcher: Dispatcher; means: Means },
  { scope, targetId }: { scope: Scope; targetId: string },
): Promise<Attempt & { name: string }> {
  const { name, target } = await beginTest(deps, { scope, targetId });
  const now = new Date();
  const event = { ...sampleEvent, timestamp: now.toISOString() };
  const attempt = await send(
    target,
    {
      companyId: scope.companyId,
      id: randomUUID(),
      type: event.type,
      sequence: event.sequence,
      body: JSON.stringify(event),
      files: takesFiles(target) ? [sampleFile] : [],
      handle: undefined,
    },
    { now, outgoing: { dispatcher: deps.dispatcher, timeoutMs: attemptTimeoutMs }, means: deps.means },
  );
  return { ...attempt, name };
}
