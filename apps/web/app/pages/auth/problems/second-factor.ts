import { type Explained, FORGOT_PASSWORD, SECURITY, SIGN_IN, START } from './problem.ts';

/** Authenticator codes, recovery codes and passkeys. */
export const SECOND_FACTOR_PROBLEMS: Explained[] = [
  [
    ['INVALID_CODE', 'two_factor.wrong', 'two_factor.code_wrong', 'OTP_HAS_EXPIRED'],
    {
      name: 'code_wrong',
      button: SIGN_IN,
    },
  ],
  [
    ['INVALID_BACKUP_CODE', 'BACKUP_CODES_NOT_ENABLED'],
    {
      name: 'recovery_code_wrong',
      button: SIGN_IN,
    },
  ],
  [
    ['INVALID_TWO_FACTOR_COOKIE', 'two_factor.expired'],
    {
      name: 'begin_again',
      button: SIGN_IN,
    },
  ],
  [
    ['TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE', 'ACCOUNT_TEMPORARILY_LOCKED'],
    {
      name: 'too_many_codes',
      button: SIGN_IN,
      also: FORGOT_PASSWORD,
    },
  ],
  [
    ['two_factor.needed'],
    {
      name: 'two_factor_needed',
      button: { way: 'second_factor', to: '/settings/security?needed=two-factor' },
    },
  ],
  [
    [
      'TOTP_NOT_ENABLED',
      'TWO_FACTOR_NOT_ENABLED',
      'TOTP_ALREADY_ENABLED',
      'TOTP_NOT_CONFIGURED',
      'OTP_NOT_ENABLED',
      'OTP_NOT_CONFIGURED',
      'two_factor.already_on',
      'two_factor.not_on',
    ],
    {
      name: 'two_factor_state',
      button: SECURITY,
    },
  ],
  [
    ['AUTHENTICATION_FAILED', 'PASSKEY_NOT_FOUND', 'passkey.not_found'],
    {
      name: 'passkey_refused',
      button: SIGN_IN,
    },
  ],
  [
    ['AUTH_CANCELLED', 'REGISTRATION_CANCELLED', 'CHALLENGE_NOT_FOUND', 'passkey.not_added'],
    {
      name: 'passkey_unused',
      button: SIGN_IN,
      also: SECURITY,
    },
  ],
  [
    ['PREVIOUSLY_REGISTERED'],
    {
      name: 'passkey_known',
      button: SECURITY,
    },
  ],
  [
    [
      'YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY',
      'FAILED_TO_VERIFY_REGISTRATION',
      'FAILED_TO_UPDATE_PASSKEY',
      'RESOLVE_USER_REQUIRED',
      'RESOLVED_USER_INVALID',
      'passkey.name_unusable',
    ],
    {
      name: 'passkey_unsaved',
      button: SECURITY,
    },
  ],
  [
    ['SESSION_REQUIRED', 'sign_in.needed'],
    {
      name: 'sign_in_first',
      button: SIGN_IN,
      also: START,
    },
  ],
];
