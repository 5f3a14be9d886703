import { AppError } from '@readout/domain/errors';
import { isAPIError } from 'better-auth/api';

/** better-auth's codes as ours; anything else is a defect and thrown as it is. */
const translations: Record<string, (options: ErrorOptions) => AppError> = {
  INVALID_PASSWORD: (options) =>
    new AppError('account.password_wrong', {}, { ...options, field: 'password' }),
  CREDENTIAL_ACCOUNT_NOT_FOUND: (options) => new AppError('account.no_password', {}, options),
  PASSWORD_ALREADY_SET: (options) => new AppError('account.has_password', {}, options),
  TOTP_ALREADY_ENABLED: (options) => new AppError('two_factor.already_on', {}, options),
  TOTP_NOT_ENABLED: (options) => new AppError('two_factor.not_on', { reason: 'not_set_up' }, options),
  TWO_FACTOR_NOT_ENABLED: (options) => new AppError('two_factor.not_on', {}, options),
  BACKUP_CODES_NOT_ENABLED: (options) => new AppError('two_factor.not_on', {}, options),
  INVALID_CODE: (options) => new AppError('two_factor.code_wrong', {}, { ...options, field: 'code' }),
  PASSKEY_NOT_FOUND: (options) => new AppError('passkey.not_found', {}, options),
  CHALLENGE_NOT_FOUND: (options) => new AppError('passkey.not_added', { reason: 'too_slow' }, options),
  FAILED_TO_VERIFY_REGISTRATION: (options) => new AppError('passkey.not_added', {}, options),
  PREVIOUSLY_REGISTERED: (options) => new AppError('passkey.not_added', { reason: 'yours_already' }, options),
  SESSION_NOT_FRESH: (options) => new AppError('session.not_fresh', {}, options),
  PROVIDER_NOT_FOUND: (options) => new AppError('provider.not_found', {}, options),
};

/** Runs a call of better-auth's API; its foreseen refusals become ours. */
export async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const known = isAPIError(error) ? translations[error.body?.code ?? ''] : undefined;
    if (!known) throw error;
    throw known({ cause: error });
  }
}
