import { type Explained, FORGOT_PASSWORD, SIGN_IN, SIGN_OUT, SIGN_UP, WORKSPACE } from './problem.ts';

/** Email and password, signing up, and what the server refuses. */
export const SIGN_IN_PROBLEMS: Explained[] = [
  [
    ['INVALID_EMAIL_OR_PASSWORD', 'INVALID_PASSWORD', 'CREDENTIAL_ACCOUNT_NOT_FOUND', 'sign_in.wrong'],
    {
      title: 'Email or password is wrong',
      cause:
        'No account has this email address together with this password. Which of the two is wrong is not said, so that nobody can find out who has an account.',
      next: 'Check both and try again. Passwords are case-sensitive.',
      button: SIGN_IN,
      also: FORGOT_PASSWORD,
    },
  ],
  [
    ['USER_NOT_FOUND', 'INVALID_USER', 'user_not_found', 'ACCOUNT_NOT_FOUND', 'account.gone'],
    {
      title: 'This account is not there',
      cause: 'The account the request named does not exist, or has been deleted since.',
      next: 'Sign in with another account, or sign up.',
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
      title: 'Sign in again, please',
      cause: 'Your session has ended, or it is too old for what you wanted to do. Nothing was changed.',
      next: 'Sign in and do it again.',
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
      title: 'The sign-in could not be finished',
      cause: 'The server failed while starting your session. Your account is unchanged.',
      next: 'Try again in a minute. If it keeps failing, tell whoever runs this installation the code below.',
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
      title: 'The account could not be made',
      cause: 'The server failed while saving it. No account was made and nothing of it was kept.',
      next: 'Try again in a minute.',
      button: SIGN_UP,
    },
  ],
  [
    ['USER_ALREADY_EXISTS', 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL', 'sign_up.not_possible'],
    {
      title: 'No account could be made with this address',
      cause: 'One email address belongs to one account, and this one cannot be used for a new one.',
      next: 'Sign in with it, or sign up with another address.',
      button: SIGN_IN,
      also: FORGOT_PASSWORD,
    },
  ],
  [
    ['installation.users_used_up'],
    {
      title: 'No further account can be made here',
      cause: 'This installation has as many accounts as it may.',
      next: 'Ask whoever runs it. If you have an account already, sign in.',
      button: SIGN_IN,
    },
  ],
  [
    ['INVALID_EMAIL', 'USER_EMAIL_NOT_FOUND', 'EMAIL_MISMATCH', 'sign_in.email_unusable'],
    {
      title: 'The email address does not fit',
      cause: 'It is not a complete address, or not the one this request was made for.',
      next: 'Check it and try again.',
      button: SIGN_IN,
    },
  ],
  [
    ['EMAIL_NOT_VERIFIED', 'sign_in.unverified'],
    {
      title: 'Your email address is not confirmed yet',
      cause:
        'The account is there, but the link in the mail that confirms the address has not been opened. Until then nobody can sign in with it, so that no one can use an address that is not theirs.',
      next: 'Open the link in the mail, or have it sent again.',
      button: { label: 'Send the mail again', to: '/auth/verify' },
      also: SIGN_IN,
    },
  ],
  [
    ['EMAIL_ALREADY_VERIFIED'],
    {
      title: 'The email address is already confirmed',
      cause: 'This link was followed before. Everything is as it should be.',
      next: 'Go on working.',
      button: WORKSPACE,
    },
  ],
  [
    ['PASSWORD_TOO_SHORT', 'PASSWORD_TOO_LONG', 'password.unusable'],
    {
      title: 'The password cannot be used',
      cause:
        'A password has at least 10 and at most 128 characters, and is not one of those that everybody tries first.',
      next: 'Choose another: four or five unrelated words make a good one.',
      button: FORGOT_PASSWORD,
      also: SIGN_UP,
    },
  ],
  [
    ['signup_disabled', 'sign_up.closed', 'new_user_signup_disabled'],
    {
      title: 'This installation takes no new accounts',
      cause: 'Whoever runs it has closed the sign-up.',
      next: 'If you have an account, sign in. If you need one, ask the people who run this installation.',
      button: SIGN_IN,
    },
  ],
  [
    ['sign_up.invite_only'],
    {
      title: 'You need an invitation',
      cause:
        'On this installation new accounts are made by invitation only, and none was sent to this email address.',
      next: 'Ask an owner or admin of your company to invite the address you sign up with.',
      button: SIGN_UP,
    },
  ],
  [
    ['sign_up.first_account'],
    {
      title: 'Nobody has an account here yet',
      cause:
        'This installation is new. The first account becomes its administrator and has to be created with a password, so that no other service decides who that is.',
      next: 'Make the first account. Other services can be added to it and used by everyone afterwards.',
      button: SIGN_UP,
    },
  ],
  [
    ['sign_up.setup_code_needed', 'sign_up.setup_code_wrong'],
    {
      title: 'The set-up code is missing or wrong',
      cause:
        'The first account of a fresh installation becomes its administrator, so from anywhere but the machine itself it needs the code that the start printed there.',
      next: 'Copy the code from the output of the start and sign up again.',
      button: SIGN_UP,
    },
  ],
  [
    ['TOO_MANY_REQUESTS', 'too_many_requests', 'sign_in.too_many_tries'],
    {
      title: 'Too many tries',
      cause:
        'Sign-in allows 10 tries a minute for an account and address, and then makes one wait longer each time.',
      next: 'Wait a minute, then try again.',
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
      title: 'The request came from another site',
      cause:
        'To keep others from acting in your name, sign-in is accepted only from pages of this installation, and leads back only to them.',
      next: 'Open the sign-in page of this installation directly. If you already did, its address has to be set with READOUT_BASE_URL.',
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
      title: 'The request was incomplete',
      cause: 'A field was missing or not in its form, so nothing was done.',
      next: 'Fill in the form again.',
      button: SIGN_IN,
    },
  ],
  [
    ['BANNED_USER', 'banned', 'sign_in.suspended'],
    {
      title: 'This account is suspended',
      cause: 'An administrator of this installation has suspended it. What you captured is kept.',
      next: 'Ask whoever runs this installation why, and for how long.',
      button: { label: 'Start page', to: '/' },
    },
  ],
  [
    ['terms.not_accepted', 'terms.changed_meanwhile'],
    {
      title: 'There are new terms',
      cause:
        'The terms of service or the privacy policy have a new version since you accepted them. Nothing else is possible until you have read and accepted it; your data is untouched.',
      next: 'Read what is new and decide.',
      button: { label: 'Read and accept', to: '/auth/terms' },
      also: SIGN_OUT,
    },
  ],
];
