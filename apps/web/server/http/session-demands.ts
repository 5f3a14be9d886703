import { AppError } from '@readout/domain/errors';
import type { MiddlewareHandler } from 'hono';
import type { CurrentLegalVersions } from '../legal-versions.ts';
import { owesSecondFactor, owesTerms } from '../request/scope-of.ts';
import type { HttpEnv } from './env.ts';

/**
 * What pages ask a signed-in person to do first (see app/session.ts), programs are told.
 *
 * @throws AppError `terms.not_accepted`, `two_factor.needed`
 */
export function sessionDemands(legal: CurrentLegalVersions): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const session = c.get('session');
    if (session && owesTerms(session, legal.current())) throw new AppError('terms.not_accepted');
    if (session && owesSecondFactor(session)) throw new AppError('two_factor.needed');
    await next();
  };
}
