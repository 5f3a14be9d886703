import { type Explained, FORGOT_PASSWORD, SIGN_IN, SIGN_OUT, SIGN_UP, START, WORKSPACE } from './problem.ts';

/** Email and password, signing up, and what the server refuses. */
export const SIGN_IN_PROBLEMS: Explained[] = [
  [
    ['INVALID_EMAIL_OR_PASSWORD', 'INVALID_PASSWORD', 'CREDENTIAL_ACCOUNT_NOT_FOUND', 'sign_in.wrong'],
    {
      name: 'credentials_wrong',
      button: SIGN_IN,
      also: FORGOT_PASSWORD,
    },
  ],
  [
    ['USER_NOT_FOUND', 'INVALID_USER', 'user_not_found', 'ACCOUNT_NOT_FOUND', 'account.gone'],
    {
      name: 'account_gone',
      button: SIGN_IN,
    },
  ],
  [
    [
      'SESSION_EXPIRED',
      'FAILED_TO_GET_SESSION',
      'SESSION_NOT_FRESH',
      'session.expired',
      'session.not_fresh',
      'session.not_found',
    ],
    {
      name: 'session_over',
      button: SIGN_IN,
    },
  ],
  [
    [
      'FAILED_TO_CREATE_SESSION',
      'failed_to_create_session',
      'unable_to_create_session',
      'unable_to_update_account',
      'internal_server_error',
      'unknown',
      'UNABLE_TO_CREATE_SESSION',
      'UNKNOWN_ERROR',
      'session_hook_user_conflict',
      'server.unexpected',
    ],
    {
      name: 'sign_in_unfinished',
      button: SIGN_IN,
    },
  ],
  [
    [
      'FAILED_TO_CREATE_USER',
      'failed_to_create_user',
      'unable_to_create_user',
      'FAILED_TO_CREATE_VERIFICATION',
    ],
    {
      name: 'account_not_made',
      button: SIGN_UP,
    },
  ],
  [
    ['USER_ALREADY_EXISTS', 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL', 'sign_up.not_possible'],
    {
      name: 'address_taken',
      button: SIGN_IN,
      also: FORGOT_PASSWORD,
    },
  ],
  [
    ['installation.users_used_up'],
    {
      name: 'users_used_up',
      button: SIGN_IN,
    },
  ],
  [
    ['INVALID_EMAIL', 'USER_EMAIL_NOT_FOUND', 'EMAIL_MISMATCH', 'sign_in.email_unusable'],
    {
      name: 'email_misfit',
      button: SIGN_IN,
    },
  ],
  [
    ['EMAIL_NOT_VERIFIED', 'sign_in.unverified'],
    {
      name: 'email_unverified',
      button: { way: 'verify', to: '/auth/verify' },
      also: SIGN_IN,
    },
  ],
  [
    ['EMAIL_ALREADY_VERIFIED'],
    {
      name: 'email_verified',
      button: WORKSPACE,
    },
  ],
  [
    ['PASSWORD_TOO_SHORT', 'PASSWORD_TOO_LONG', 'password.unusable'],
    {
      name: 'password_unusable',
      button: FORGOT_PASSWORD,
      also: SIGN_UP,
    },
  ],
  [
    ['signup_disabled', 'sign_up.closed', 'new_user_signup_disabled'],
    {
      name: 'sign_up_closed',
      button: SIGN_IN,
    },
  ],
  [
    ['sign_up.invite_only'],
    {
      name: 'invitation_needed',
      button: SIGN_UP,
    },
  ],
  [
    ['sign_up.first_account'],
    {
      name: 'first_account',
      button: SIGN_UP,
    },
  ],
  [
    ['sign_up.setup_code_needed', 'sign_up.setup_code_wrong'],
    {
      name: 'setup_code',
      button: SIGN_UP,
    },
  ],
  [
    ['TOO_MANY_REQUESTS', 'too_many_requests', 'sign_in.too_many_tries'],
    {
      name: 'too_many_tries',
      button: SIGN_IN,
    },
  ],
  [
    [
      'CROSS_SITE_NAVIGATION_LOGIN_BLOCKED',
      'INVALID_ORIGIN',
      'MISSING_OR_NULL_ORIGIN',
      'INVALID_CALLBACK_URL',
      'INVALID_REDIRECT_URL',
      'INVALID_ERROR_CALLBACK_URL',
      'INVALID_NEW_USER_CALLBACK_URL',
      'CALLBACK_URL_REQUIRED',
      'no_callback_url',
      'request.cross_site',
      'request.not_form',
    ],
    {
      name: 'cross_site',
      button: SIGN_IN,
    },
  ],
  [
    [
      'VALIDATION_ERROR',
      'sign_up.invalid',
      'MISSING_FIELD',
      'BODY_MUST_BE_AN_OBJECT',
      'ASYNC_VALIDATION_NOT_SUPPORTED',
      'METHOD_NOT_ALLOWED_DEFER_SESSION_REQUIRED',
      'validation_failed',
      'validation_source_missing',
      'request.invalid',
      'request.not_json',
      'request.too_large',
      'address.not_found',
    ],
    {
      name: 'request_incomplete',
      button: SIGN_IN,
    },
  ],
  [
    ['BANNED_USER', 'banned', 'sign_in.suspended'],
    {
      name: 'account_suspended',
      button: START,
    },
  ],
  [
    ['terms.not_accepted', 'terms.changed_meanwhile'],
    {
      name: 'new_terms',
      button: { way: 'terms', to: '/auth/terms' },
      also: SIGN_OUT,
    },
  ],
];
