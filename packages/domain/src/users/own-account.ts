import { AppError } from '../errors.ts';

/** Who looks at or changes an account: its own person, or a platform admin who acts as them. */
export interface AccountActor {
  userId: string;
  sessionId: string;
  /** Set where a platform admin acts as this user. */
  impersonatedBy?: string | undefined;
  ipAddress?: string | undefined;
  userAgent?: string | undefined;
}

/**
 * An account, unlike what belongs to a company, is changed by its own person only, whatever the company allows.
 * @throws AppError `support.read_only`
 */
export function demandOwnAccount(actor: AccountActor): void {
  if (!actor.impersonatedBy) return;
  throw new AppError('support.read_only', { reason: 'account' });
}
