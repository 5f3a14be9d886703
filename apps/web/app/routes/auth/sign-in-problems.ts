/** What went wrong while signing in or following a link, why, and the one thing to do next. */
export interface SignInProblem {
  title: string;
  /** What happened and why, in words of the person it happened to. */
  cause: string;
  /** What to do next. */
  next: string;
  button: { label: string; to: string };
}

const SIGN_IN = { label: 'Sign in', to: '/auth/sign-in' };
const SIGN_UP = { label: 'Sign up', to: '/auth/sign-up' };
const ACCOUNT = { label: 'Your account', to: '/settings/account' };
const COMPANY = { label: 'Company settings', to: '/settings/company' };
const WORKSPACE = { label: 'Open workspace', to: '/app' };
const ADMIN_USERS = { label: 'All users', to: '/admin/user' };

/** Several codes can mean the same to a person. Codes are better-auth's, an OAuth provider's (RFC 6749), and ours. */
const PROBLEMS: [codes: string[], problem: SignInProblem][] = [
  [
    ['INVALID_EMAIL_OR_PASSWORD', 'INVALID_PASSWORD', 'CREDENTIAL_ACCOUNT_NOT_FOUND', 'sign_in.wrong'],
    {
      title: 'Email or password is wrong',
      cause:
        'No account has this email address together with this password. Which of the two is wrong is not said, so that nobody can find out who has an account.',
      next: 'Check both and try again. Passwords are case-sensitive.',
      button: SIGN_IN,
    },
  ],
  [
    ['USER_NOT_FOUND', 'INVALID_USER', 'user_not_found', 'ACCOUNT_NOT_FOUND'],
    {
      title: 'This account is not there',
      cause: 'The account the request named does not exist, or has been deleted since.',
      next: 'Sign in with another account, or sign up.',
      button: SIGN_IN,
    },
  ],
  [
    ['INVALID_TOKEN', 'invalid_token', 'link.invalid'],
    {
      title: 'This link is not valid',
      cause: 'It may have been cut off when it was copied, or it was used before: each link works once.',
      next: 'Ask for a new one and open it from the mail itself.',
      button: SIGN_IN,
    },
  ],
  [
    ['TOKEN_EXPIRED', 'token_expired', 'link.expired'],
    {
      title: 'This link has expired',
      cause: 'Sign-in links work for 15 minutes, invitations for 7 days.',
      next: 'Ask for a new one.',
      button: SIGN_IN,
    },
  ],
  [
    ['SESSION_EXPIRED', 'FAILED_TO_GET_SESSION', 'SESSION_NOT_FRESH', 'session.expired'],
    {
      title: 'Sign in again, please',
      cause: 'Your session has ended, or it is too old for what you wanted to do. Nothing was changed.',
      next: 'Sign in and do it again.',
      button: SIGN_IN,
    },
  ],
  [
    ['FAILED_TO_CREATE_SESSION', 'failed_to_create_session', 'internal_server_error', 'unknown'],
    {
      title: 'The sign-in could not be finished',
      cause: 'The server failed while starting your session. Your account is unchanged.',
      next: 'Try again in a minute. If it keeps failing, tell whoever runs this installation the code below.',
      button: SIGN_IN,
    },
  ],
  [
    ['FAILED_TO_CREATE_USER', 'failed_to_create_user', 'FAILED_TO_CREATE_VERIFICATION'],
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
    },
  ],
  [
    ['INVALID_EMAIL', 'USER_EMAIL_NOT_FOUND', 'EMAIL_MISMATCH'],
    {
      title: 'The email address does not fit',
      cause: 'It is not a complete address, or not the one this request was made for.',
      next: 'Check it and try again.',
      button: SIGN_IN,
    },
  ],
  [
    ['EMAIL_NOT_VERIFIED', 'email_not_verified', 'VERIFICATION_EMAIL_NOT_ENABLED'],
    {
      title: 'The email address is not confirmed',
      cause:
        'The service you sign in with, or this installation, has not confirmed that the address is yours.',
      next: 'Confirm it first, then sign in again.',
      button: SIGN_IN,
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
    ['PASSWORD_TOO_SHORT', 'PASSWORD_TOO_LONG'],
    {
      title: 'The password has the wrong length',
      cause: 'A password has at least 10 and at most 128 characters.',
      next: 'Choose another. Four or five unrelated words make a good one.',
      button: SIGN_UP,
    },
  ],
  [
    ['USER_ALREADY_HAS_PASSWORD', 'PASSWORD_ALREADY_SET', 'PASSWORD_CANNOT_BE_UPDATED_VIA_UPDATE_USER'],
    {
      title: 'This account has a password',
      cause: 'It can be changed, but only by giving the present one.',
      next: 'Change it on the page of your account.',
      button: ACCOUNT,
    },
  ],
  [
    [
      'FAILED_TO_UPDATE_USER',
      'EMAIL_CAN_NOT_BE_UPDATED',
      'CHANGE_EMAIL_DISABLED',
      'NO_DATA_TO_UPDATE',
      'FIELD_NOT_ALLOWED',
    ],
    {
      title: 'The account could not be changed',
      cause: 'What you wanted to change is fixed on this installation, or the server failed to save it.',
      next: 'Your account is as it was before.',
      button: ACCOUNT,
    },
  ],
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
    ],
    {
      title: 'The other service did not confirm who you are',
      cause: 'The answer of the sign-in service was missing, incomplete, or not meant for this installation.',
      next: 'Try again. If it keeps failing, whoever runs this installation has to check how the service is set up.',
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
  [
    ['signup_disabled', 'sign_up.closed'],
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
    [
      'INVITATION_NOT_FOUND',
      'FAILED_TO_RETRIEVE_INVITATION',
      'INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION',
      'invitation.expired',
    ],
    {
      title: 'This invitation is no longer valid',
      cause:
        'It has expired after 7 days, was withdrawn, was used before, or its sender has left the company.',
      next: 'Ask for a new invitation.',
      button: SIGN_IN,
    },
  ],
  [
    [
      'YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION',
      'EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION',
      'EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION',
    ],
    {
      title: 'This invitation is for another address',
      cause: 'An invitation can be accepted only by the email address it was sent to.',
      next: 'Sign out, then sign in with that address.',
      button: SIGN_IN,
    },
  ],
  [
    ['USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION', 'USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION'],
    {
      title: 'Already a member, or already invited',
      cause: 'This person belongs to the company, or an invitation is on its way.',
      next: 'Nothing more is to be done.',
      button: WORKSPACE,
    },
  ],
  [
    [
      'ORGANIZATION_NOT_FOUND',
      'NO_ACTIVE_ORGANIZATION',
      'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION',
      'YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION',
      'MEMBER_NOT_FOUND',
      'company.none',
      'company.not_a_member',
    ],
    {
      title: 'You are not a member of this company',
      cause: 'It does not exist, or you do not belong to it (any more).',
      next: 'Choose another company, or ask for an invitation.',
      button: WORKSPACE,
    },
  ],
  [
    [
      'ORGANIZATION_ALREADY_EXISTS',
      'ORGANIZATION_SLUG_ALREADY_TAKEN',
      'YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS',
      'YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION',
    ],
    {
      title: 'The company could not be made',
      cause: 'One with the same short name exists, or your account may not make another.',
      next: 'Try another name.',
      button: SIGN_UP,
    },
  ],
  [
    [
      'YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER',
      'YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER',
    ],
    {
      title: 'The last owner cannot leave',
      cause: 'A company has at least one owner, and you are its only one.',
      next: 'Make another member owner first.',
      button: COMPANY,
    },
  ],
  [
    ['ORGANIZATION_MEMBERSHIP_LIMIT_REACHED', 'INVITATION_LIMIT_REACHED', 'TEAM_MEMBER_LIMIT_REACHED'],
    {
      title: 'The company is full',
      cause: 'It has as many members or open invitations as its limit allows.',
      next: 'Ask whoever runs this installation to raise the limit.',
      button: COMPANY,
    },
  ],
  [
    [
      'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION',
      'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION',
      'YOU_ARE_NOT_ALLOWED_TO_ACCESS_THIS_ORGANIZATION',
      'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER',
      'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER',
      'YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION',
      'YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE',
      'YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION',
      'ROLE_NOT_FOUND',
    ],
    {
      title: 'Your role does not allow this',
      cause:
        'Members, invitations and the company itself are changed by its owners and admins, and nobody above their own role.',
      next: 'Ask an owner of the company.',
      button: COMPANY,
    },
  ],
  [
    [
      'YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_TEAM',
      'TEAM_ALREADY_EXISTS',
      'TEAM_NOT_FOUND',
      'YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS',
      'UNABLE_TO_REMOVE_LAST_TEAM',
      'YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION',
      'YOU_ARE_NOT_ALLOWED_TO_DELETE_TEAMS_IN_THIS_ORGANIZATION',
      'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM',
      'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM',
      'USER_IS_NOT_A_MEMBER_OF_THE_TEAM',
      'YOU_CAN_NOT_ACCESS_THE_MEMBERS_OF_THIS_TEAM',
      'YOU_DO_NOT_HAVE_AN_ACTIVE_TEAM',
      'YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_TEAM_MEMBER',
      'YOU_ARE_NOT_ALLOWED_TO_REMOVE_A_TEAM_MEMBER',
      'INVALID_TEAM_ID',
      'MISSING_AC_INSTANCE',
      'YOU_MUST_BE_IN_AN_ORGANIZATION_TO_CREATE_A_ROLE',
      'YOU_ARE_NOT_ALLOWED_TO_CREATE_A_ROLE',
      'YOU_ARE_NOT_ALLOWED_TO_UPDATE_A_ROLE',
      'YOU_ARE_NOT_ALLOWED_TO_DELETE_A_ROLE',
      'YOU_ARE_NOT_ALLOWED_TO_READ_A_ROLE',
      'YOU_ARE_NOT_ALLOWED_TO_LIST_A_ROLE',
      'YOU_ARE_NOT_ALLOWED_TO_GET_A_ROLE',
      'TOO_MANY_ROLES',
      'INVALID_RESOURCE',
      'ROLE_NAME_IS_ALREADY_TAKEN',
      'CANNOT_DELETE_A_PRE_DEFINED_ROLE',
      'ROLE_IS_ASSIGNED_TO_MEMBERS',
    ],
    {
      title: 'Readout has neither teams nor roles of your own',
      cause:
        'The request asked for a team or a made-up role. Companies have members with one of four fixed roles: owner, admin, reviewer, operator.',
      next: 'Give people one of those roles.',
      button: COMPANY,
    },
  ],
  [
    [
      'YOU_CANNOT_BAN_YOURSELF',
      'YOU_CANNOT_REMOVE_YOURSELF',
      'YOU_CANNOT_IMPERSONATE_ADMINS',
      'YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE',
      'YOU_ARE_NOT_ALLOWED_TO_CREATE_USERS',
      'YOU_ARE_NOT_ALLOWED_TO_LIST_USERS',
      'YOU_ARE_NOT_ALLOWED_TO_LIST_USERS_SESSIONS',
      'YOU_ARE_NOT_ALLOWED_TO_BAN_USERS',
      'YOU_ARE_NOT_ALLOWED_TO_IMPERSONATE_USERS',
      'YOU_ARE_NOT_ALLOWED_TO_REVOKE_USERS_SESSIONS',
      'YOU_ARE_NOT_ALLOWED_TO_DELETE_USERS',
      'YOU_ARE_NOT_ALLOWED_TO_SET_USERS_PASSWORD',
      'YOU_ARE_NOT_ALLOWED_TO_GET_USER',
      'YOU_ARE_NOT_ALLOWED_TO_UPDATE_USERS',
      'YOU_ARE_NOT_ALLOWED_TO_SET_NON_EXISTENT_VALUE',
      'YOU_ARE_NOT_ALLOWED_TO_SET_USERS_EMAIL',
      'INVALID_ROLE_TYPE',
      'platform.admin_only',
    ],
    {
      title: 'Users are administered by platform administrators',
      cause:
        'Your account may not do this, or it would have been done to yourself or to another administrator, which nobody may.',
      next: 'Ask another platform administrator.',
      button: ADMIN_USERS,
    },
  ],
];

const BY_CODE = new Map(
  PROBLEMS.flatMap(([codes, problem]) => codes.map((code) => [code, problem] as const)),
);

export const UNKNOWN_PROBLEM: SignInProblem = {
  title: 'The sign-in did not work',
  cause: 'Something went wrong that has no explanation of its own yet. Your account is unchanged.',
  next: 'Try again. If it keeps failing, tell whoever runs this installation when it happened and the reference below.',
  button: SIGN_IN,
};

export const KNOWN_CODES: readonly string[] = [...BY_CODE.keys()];

/** @returns undefined for a code nobody has explained. */
export function explainSignInProblem(code: string): SignInProblem | undefined {
  return BY_CODE.get(code);
}

/** Short, harmless text for a code from an address, or nothing: whatever it holds, only these characters are shown. */
export function printableCode(code: string | null): string {
  return code && /^[A-Za-z0-9_.'-]{1,80}$/.test(code) ? code : '';
}
