import { createHash, hkdfSync } from 'node:crypto';
import { AppError } from '@readout/domain/errors';
import type { Session } from '../request/session.ts';

/**
 * The key under which a browser keeps what its user captured but could not send yet (AES-256, base64). It is the same
 * at every call, so that a device that forgot it at sign-out opens its queue again after the next sign-in; nobody else's
 * session is ever given it, and it opens nothing on the server.
 *
 * @returns `id` names the key without telling it: what was kept under a former secret is recognised.
 * @throws AppError `support.not_while_acting`
 */
export function queueKeyOf(secret: string, session: Session): { id: string; key: string; userId: string } {
  if (session.impersonatedBy) throw new AppError('support.not_while_acting', { reason: 'queue' });
  const key = Buffer.from(hkdfSync('sha256', secret, '', `device queue of ${session.user.id}`, 32));
  return {
    id: createHash('sha256').update('id of ').update(key).digest('hex').slice(0, 16),
    key: key.toString('base64'),
    userId: session.user.id,
  };
}
