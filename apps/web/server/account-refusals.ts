import { AppError } from '@readout/domain/errors';
import { isAPIError } from 'better-auth/api';

/** better-auth's codes as ours; anything else is a defect and thrown as it is. */
const translations: Record<string, [kind: AppError['kind'], code: string, message: string]> = {
  INVALID_PASSWORD: ['invalid', 'account.password_wrong', 'The present password is not right.'],
  CREDENTIAL_ACCOUNT_NOT_FOUND: ['conflict', 'account.no_password', 'Your account has no password yet.'],
  PASSWORD_ALREADY_SET: ['conflict', 'account.has_password', 'Your account has a password already.'],
  TOTP_ALREADY_ENABLED: ['conflict', 'two_factor.already_on', 'The second factor is switched on already.'],
  TOTP_NOT_ENABLED: ['conflict', 'two_factor.not_on', 'The second factor is not set up. Start again.'],
  TWO_FACTOR_NOT_ENABLED: ['conflict', 'two_factor.not_on', 'The second factor is not switched on.'],
  BACKUP_CODES_NOT_ENABLED: ['conflict', 'two_factor.not_on', 'The second factor is not switched on.'],
  INVALID_CODE: [
    'invalid',
    'two_factor.code_wrong',
    'This is not the code the app shows now. Codes change every 30 seconds; check that the clock of your phone is right.',
  ],
  PASSKEY_NOT_FOUND: ['not_found', 'passkey.not_found', 'This passkey was removed already.'],
  CHALLENGE_NOT_FOUND: ['invalid', 'passkey.not_added', 'Adding the passkey took too long. Start again.'],
  FAILED_TO_VERIFY_REGISTRATION: [
    'invalid',
    'passkey.not_added',
    'What the browser answered could not be verified. Start again.',
  ],
  PREVIOUSLY_REGISTERED: ['invalid', 'passkey.not_added', 'This passkey is one of yours already.'],
  SESSION_NOT_FRESH: [
    'forbidden',
    'session.not_fresh',
    'You signed in a while ago. Sign in again to do this.',
  ],
  PROVIDER_NOT_FOUND: ['not_found', 'provider.not_found', 'This service is not set up here.'],
};

/** Runs a call of better-auth's API; its foreseen refusals become ours. */
export async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const known = isAPIError(error) ? translations[error.body?.code ?? ''] : undefined;
    if (!known) throw error;
    const [kind, code, message] = known;
    const field = fieldOf[code];
    throw new AppError(kind, code, message, field ? { fields: { [field]: message } } : {}, { cause: error });
  }
}

/** Beside which field of its form a refusal is shown. */
const fieldOf: Record<string, string> = {
  'account.password_wrong': 'password',
  'two_factor.code_wrong': 'code',
};
