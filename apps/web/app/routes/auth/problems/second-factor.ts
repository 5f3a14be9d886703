import { type Explained, SECURITY, SIGN_IN, START } from './problem.ts';

/** Authenticator codes, recovery codes and passkeys. */
export const SECOND_FACTOR_PROBLEMS: Explained[] = [
  [
    ['INVALID_CODE', 'two_factor.wrong', 'two_factor.code_wrong', 'OTP_HAS_EXPIRED'],
    {
      title: 'The code is wrong',
      cause:
        'Codes of an authenticator app change every 30 seconds and depend on the clock of the device that shows them.',
      next: 'Check that the clock of your phone is set automatically, and sign in again with the code it shows then.',
      button: SIGN_IN,
    },
  ],
  [
    ['INVALID_BACKUP_CODE', 'BACKUP_CODES_NOT_ENABLED'],
    {
      title: 'The recovery code is wrong',
      cause: 'Each recovery code works once, and new ones make the older ones worthless.',
      next: 'Try another from your list. Without any, an administrator of this installation can reset your second factor once they are sure who you are.',
      button: SIGN_IN,
    },
  ],
  [
    ['INVALID_TWO_FACTOR_COOKIE', 'two_factor.expired'],
    {
      title: 'Begin the sign-in again',
      cause:
        'Between the first step and the code lie more than ten minutes, or another browser was used for it.',
      next: 'Sign in from the beginning in one browser.',
      button: SIGN_IN,
    },
  ],
  [
    ['TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE', 'ACCOUNT_TEMPORARILY_LOCKED'],
    {
      title: 'Too many wrong codes',
      cause:
        'After ten wrong codes the second step is closed for 15 minutes, so that nobody can guess them. Your account is unchanged otherwise.',
      next: 'Wait 15 minutes, then sign in again. If you did not try these codes yourself, somebody knows your password: change it.',
      button: SIGN_IN,
      also: { label: 'Set a new password', to: '/auth/forgot-password' },
    },
  ],
  [
    ['two_factor.needed'],
    {
      title: 'This company demands a second factor',
      cause:
        'Its owner decided that members sign in with a code or a passkey besides the password. You have neither yet.',
      next: 'Set one up; it takes a minute and a phone with an authenticator app.',
      button: { label: 'Set up a second factor', to: '/settings/security?needed=two-factor' },
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
      title: 'The second factor is not as this step expects it',
      cause:
        'It was switched on or off meanwhile, perhaps in another window, or the request asked for codes by mail, which Readout does not use.',
      next: 'Look how it stands now, then do it again.',
      button: SECURITY,
    },
  ],
  [
    ['AUTHENTICATION_FAILED', 'PASSKEY_NOT_FOUND', 'passkey.not_found'],
    {
      title: 'The passkey was not accepted',
      cause:
        'It was removed from the account, belongs to another address of this installation, or the device did not check who you are.',
      next: 'Sign in another way, then look at your passkeys in the security settings.',
      button: SIGN_IN,
    },
  ],
  [
    ['AUTH_CANCELLED', 'REGISTRATION_CANCELLED', 'CHALLENGE_NOT_FOUND', 'passkey.not_added'],
    {
      title: 'The passkey was not used',
      cause:
        'The window of your device was closed, or it stood open for more than five minutes. Nothing was changed.',
      next: 'Start again and follow what your device asks.',
      button: SIGN_IN,
      also: SECURITY,
    },
  ],
  [
    ['PREVIOUSLY_REGISTERED'],
    {
      title: 'This device has a passkey already',
      cause: 'One passkey for each device and account is enough; this one works.',
      next: 'Use it the next time you sign in.',
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
      title: 'The passkey could not be saved',
      cause:
        'What the device sent did not fit this installation or this account. Passkeys are bound to the address in the browser: one made under another address does not work here.',
      next: 'Open Readout under its usual address and add the passkey there.',
      button: SECURITY,
    },
  ],
  [
    ['SESSION_REQUIRED', 'sign_in.needed'],
    {
      title: 'Sign in first',
      cause: 'This can be done only while you are signed in, and you are not (any more).',
      next: 'Sign in, then do it again.',
      button: SIGN_IN,
      also: START,
    },
  ],
];
