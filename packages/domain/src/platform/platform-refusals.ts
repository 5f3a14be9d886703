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
      return new AppError(
        'forbidden',
        'platform.admin_only',
        'Only administrators of this Readout do this.',
        {},
        options,
      );
    case 'platform.role_not_allowed':
      return new AppError(
        'forbidden',
        'platform.role_not_allowed',
        'Your role in this Readout does not include this any more.',
        {},
        options,
      );
    case 'user.not_found':
      return new AppError('not_found', 'user.not_found', 'There is no such user.', {}, options);
    case 'user.deleted':
      return new AppError('conflict', 'user.deleted', 'This user was deleted.', {}, options);
    case 'user.is_yourself':
      return new AppError(
        'forbidden',
        'user.is_yourself',
        'You cannot do this to your own account here.',
        {},
        options,
      );
    case 'user.is_last_admin':
      return new AppError(
        'conflict',
        'user.is_last_admin',
        'Nobody else administers this Readout.',
        {},
        options,
      );
    case 'user.suspended':
      return new AppError('conflict', 'user.suspended', 'This user is suspended.', {}, options);
    case 'support.not_as_admin':
      return new AppError(
        'forbidden',
        'support.not_as_admin',
        'Nobody acts as somebody who has a role in this Readout.',
        {},
        options,
      );
    case 'support.refused':
      return new AppError(
        'forbidden',
        'support.refused',
        'An owner of this user’s company lets nobody act as its members.',
        {},
        options,
      );
    default:
      return new AppError(
        'invalid',
        'request.invalid',
        'This is not something that can be done.',
        { code },
        options,
      );
  }
}
