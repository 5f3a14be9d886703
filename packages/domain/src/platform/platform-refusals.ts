import { AppError } from '../errors.ts';
import { throwRefusal } from '../ledger/ledger-refusals.ts';

/** SQLSTATE with which the platform's functions in the database refuse; the message is the code of the error. */
const refusalState = 'RD001';

/** Runs a statement that calls one of the platform's functions; what it refuses becomes an error of the catalogue. */
export async function refusing<T>(statement: Promise<T>): Promise<T> {
  try {
    return await statement;
  } catch (cause) {
    const { code, message } = cause as { code?: string; message?: string };
    if (code !== refusalState) return throwRefusal(cause);
    throw refusalOf(message ?? '', cause);
  }
}

function refusalOf(code: string, cause: unknown): AppError {
  const options = { cause };
  switch (code) {
    case 'platform.admin_only':
      return new AppError('platform.admin_only', {}, options);
    case 'platform.role_not_allowed':
      return new AppError('platform.role_not_allowed', { reason: 'changed' }, options);
    case 'user.not_found':
      return new AppError('user.not_found', {}, options);
    case 'user.deleted':
      return new AppError('user.deleted', {}, options);
    case 'user.is_yourself':
      return new AppError('user.is_yourself', {}, options);
    case 'user.is_last_admin':
      return new AppError('user.is_last_admin', {}, options);
    case 'user.suspended':
      return new AppError('user.suspended', {}, options);
    case 'support.not_as_admin':
      return new AppError('support.not_as_admin', {}, options);
    case 'support.refused':
      return new AppError('support.refused', {}, options);
    default:
      return new AppError('request.invalid', { reason: 'action', code }, options);
  }
}
