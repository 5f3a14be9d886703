import { type Explained, SECURITY, SIGN_IN } from './problem.ts';

/** Signing in with another service, and linking accounts. */
export const SERVICE_PROBLEMS: Explained[] = [
  [
    [
      'SOCIAL_ACCOUNT_ALREADY_LINKED',
      'LINKED_ACCOUNT_ALREADY_EXISTS',
      'account_already_linked_to_different_user',
      'account_ownership_conflict',
      'account_hook_binding_conflict',
      'user_hook_selection_conflict',
    ],
    {
      title: 'This sign-in belongs to another account',
      cause: 'The account of the other service is already linked to a different Readout account.',
      next: 'Sign in with that one, or unlink it there first.',
      button: SIGN_IN,
    },
  ],
  [
    [
      'unable_to_link_account',
      'account_not_linked',
      'email_does_not_match',
      "email_doesn't_match",
      'FAILED_TO_UNLINK_LAST_ACCOUNT',
    ],
    {
      title: 'The two accounts could not be linked',
      cause: 'Their email addresses differ, or it would have left your account without any way to sign in.',
      next: 'Sign in as usual and link the other service from the page of your account.',
      button: SIGN_IN,
      also: SECURITY,
    },
  ],
  [
    [
      'PROVIDER_NOT_FOUND',
      'oauth_provider_not_found',
      'ID_TOKEN_NOT_SUPPORTED',
      'FAILED_TO_GET_USER_INFO',
      'unable_to_get_user_info',
      'email_not_found',
      'issuer_missing',
      'issuer_mismatch',
      'nonce_binding_missing',
      'invalid_code',
      'no_code',
      'invalid_callback_request',
      'server_error',
      'temporarily_unavailable',
      'unsupported_response_type',
      'unauthorized_client',
      'invalid_scope',
      'invalid_request',
      'INVALID_OAUTH_CONFIGURATION',
      'TOKEN_URL_NOT_FOUND',
    ],
    {
      title: 'The other service did not confirm who you are',
      cause: 'The answer of the sign-in service was missing, incomplete, or not meant for this installation.',
      next: 'Try again. If it keeps failing, whoever runs this installation has to check how the service is set up.',
      button: SIGN_IN,
    },
  ],
  [
    ['email_not_verified'],
    {
      title: 'The other service has not confirmed your address',
      cause:
        'It says which email address you have, but not that it is yours. An account here is opened only with a confirmed one.',
      next: 'Confirm the address at the other service, then sign in again; or sign in here with email and password.',
      button: SIGN_IN,
    },
  ],
  [
    ['sign_in.unknown_provider', 'provider.not_found'],
    {
      title: 'This service is not offered here',
      cause: 'Whoever runs this installation has not set it up, or has switched it off.',
      next: 'Choose one of the ways the sign-in page shows.',
      button: SIGN_IN,
    },
  ],
  [
    ['sign_in.provider_unavailable', 'provider.unreachable'],
    {
      title: 'The other service does not answer',
      cause: 'Readout asked it who you are and got no answer in time, or one it could not use.',
      next: 'Try again in a minute, or sign in another way. If it goes on, whoever runs this installation finds the reason in its log.',
      button: SIGN_IN,
    },
  ],
  [
    ['access_denied', 'consent_required', 'login_required', 'interaction_required'],
    {
      title: 'You did not allow the sign-in',
      cause: 'The other service says that the sign-in was cancelled there.',
      next: 'Start again, or sign in with email and password.',
      button: SIGN_IN,
    },
  ],
  [
    [
      'state_mismatch',
      'state_not_found',
      'state_invalid',
      'state_security_mismatch',
      'state_generation_error',
      'please_restart_the_process',
      'oauth_state',
    ],
    {
      title: 'The sign-in was interrupted',
      cause: 'It was started in another browser, took too long, or its page was opened twice.',
      next: 'Start it again in this browser.',
      button: SIGN_IN,
    },
  ],
];
