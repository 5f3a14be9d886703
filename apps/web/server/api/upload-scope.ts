import type { Scope } from '@readout/domain/actor';
import { AppError } from '@readout/domain/errors';
import type { Context } from 'hono';
import type { HttpEnv } from '../http/env.ts';
import { isMember, owesSecondFactor, scopeOf as scopeOfSession } from '../request/scope-of.ts';
import { scopeOf } from './api-deps.ts';

/**
 * Whose upload it is. What waited on a device goes to the company it was taken for, whichever one its user works in by
 * now, and never into the account of who happens to be signed in: an upload may name both in its metadata (`user`,
 * `company`); a later request about it names them by its address.
 *
 * @throws AppError `upload.other_user`, `company.not_a_member`, `two_factor.needed`, and as {@link scopeOf}
 */
export function uploadScopeOf(context: Context<HttpEnv>): Scope {
  const scope = scopeOf(context);
  const session = context.get('session');
  const { companyId, userId, isPromise } = ownerOf(context.req.raw);
  if (!session || !isMember(session)) {
    // A key is one company's; what belongs to another is not there for it, and nothing is taken in for another.
    if (isPromise && companyId !== undefined && companyId !== scope.companyId) throw notAMember();
    return scope;
  }
  if (userId !== undefined && userId !== session.user.id) {
    // Of an upload that exists another user learns nothing, not even that: the upload itself answers 404.
    if (!isPromise) return scope;
    throw new AppError('upload.other_user');
  }
  if (companyId === undefined || companyId === session.company.id) return scope;
  const company = session.companies.find(({ id }) => id === companyId);
  // Acting as somebody is acting in the company that was opened, and in no other.
  if (!company || session.impersonatedBy) {
    if (!isPromise) return scope;
    throw notAMember();
  }
  const there = {
    ...session,
    company: { ...session.company, id: company.id, requiresTwoFactor: company.requiresTwoFactor },
    role: company.role,
  };
  if (owesSecondFactor(there)) throw new AppError('two_factor.needed', { reason: 'upload' });
  return scopeOfSession(there, context.get('client').address);
}

const notAMember = () => new AppError('company.not_a_member', { reason: 'upload' });

interface Owner {
  companyId?: string | undefined;
  userId?: string | undefined;
  /** Whether it is what the client says of an upload it makes; otherwise it is the address of one. */
  isPromise: boolean;
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const ownerInPath = new RegExp(`/uploads/(${uuid})_(${uuid})_`);

function ownerOf(request: Request): Owner {
  const [, companyId, userId] = ownerInPath.exec(new URL(request.url).pathname) ?? [];
  if (companyId !== undefined) return { companyId, userId, isPromise: false };
  const metadata = new Map(
    (request.headers.get('upload-metadata') ?? '').split(',').map((pair) => {
      const [name = '', value = ''] = pair.trim().split(' ');
      return [name, Buffer.from(value, 'base64').toString('utf8')] as const;
    }),
  );
  return {
    companyId: metadata.get('company') || undefined,
    userId: metadata.get('user') || undefined,
    isPromise: true,
  };
}
