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
      name: 'service_account_taken',
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
      name: 'not_linked',
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
      name: 'service_unconfirmed',
      button: SIGN_IN,
    },
  ],
  [
    ['email_not_verified'],
    {
      name: 'service_address_unconfirmed',
      button: SIGN_IN,
    },
  ],
  [
    ['sign_in.unknown_provider', 'provider.not_found'],
    {
      name: 'service_not_offered',
      button: SIGN_IN,
    },
  ],
  [
    ['sign_in.provider_unavailable', 'provider.unreachable'],
    {
      name: 'service_silent',
      button: SIGN_IN,
    },
  ],
  [
    ['access_denied', 'consent_required', 'login_required', 'interaction_required'],
    {
      name: 'service_denied',
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
      name: 'service_interrupted',
      button: SIGN_IN,
    },
  ],
];
