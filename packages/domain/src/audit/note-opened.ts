import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import type { Scope } from '../actor.ts';
import { inScope } from '../in-scope.ts';
import { recordSeen } from './record-audit-event.ts';

/** As much of an address as tells what was opened; the caller decides how long it is. */
const maxAddressLength = 500;

/** Writes down which address somebody who acts as a member opens. Returns once that is durable. */
export function noteOpened(
  { db }: { db: Kysely<DB> },
  { scope, address, method }: { scope: Scope; address: string; method?: string },
): Promise<void> {
  const captureId = /\/captures\/([0-9a-f]{8}-[0-9a-f-]{27})/.exec(address)?.[1];
  return inScope(db, scope, (trx) =>
    recordSeen(trx, scope, {
      action: 'support.opened',
      subjectType: captureId ? 'capture' : 'company',
      subjectId: captureId ?? scope.companyId,
      detail: {
        address: address.slice(0, maxAddressLength).toWellFormed().replaceAll('\0', ''),
        ...(method ? { method } : {}),
      },
    }),
  );
}
