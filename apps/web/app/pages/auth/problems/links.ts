import { type Explained, FORGOT_PASSWORD, SIGN_IN, SIGN_IN_LINK, SIGN_OUT, WORKSPACE } from './problem.ts';

/** Links of mails, and invitations. */
export const LINK_PROBLEMS: Explained[] = [
  [
    ['INVALID_TOKEN', 'invalid_token', 'link.invalid'],
    {
      name: 'link_invalid',
      button: SIGN_IN_LINK,
      also: FORGOT_PASSWORD,
    },
  ],
  [
    ['link.used'],
    {
      name: 'link_used',
      button: SIGN_IN,
      also: FORGOT_PASSWORD,
    },
  ],
  [
    ['TOKEN_EXPIRED', 'EXPIRED_TOKEN', 'token_expired', 'link.expired'],
    {
      name: 'link_expired',
      button: SIGN_IN_LINK,
      also: FORGOT_PASSWORD,
    },
  ],
  [
    ['link.foreign'],
    {
      name: 'link_foreign',
      button: SIGN_OUT,
      also: WORKSPACE,
    },
  ],
  [
    ['sign_in.no_mail', 'VERIFICATION_EMAIL_NOT_ENABLED'],
    {
      name: 'no_mail',
      button: SIGN_IN,
      also: FORGOT_PASSWORD,
    },
  ],
  [
    ['INVITATION_NOT_FOUND', 'FAILED_TO_RETRIEVE_INVITATION', 'invitation.unknown', 'invitation.not_found'],
    {
      name: 'invitation_unknown',
      button: SIGN_IN,
    },
  ],
  [
    ['invitation.expired'],
    {
      name: 'invitation_expired',
      button: SIGN_IN,
    },
  ],
  [
    ['invitation.revoked', 'INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION'],
    {
      name: 'invitation_revoked',
      button: SIGN_IN,
    },
  ],
  [
    ['invitation.used'],
    {
      name: 'invitation_used',
      button: SIGN_IN,
      also: WORKSPACE,
    },
  ],
  [
    ['YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION', 'invitation.other_address'],
    {
      name: 'invitation_other_address',
      button: SIGN_OUT,
      also: WORKSPACE,
    },
  ],
  [
    [
      'EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION',
      'EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION',
      'invitation.unproven_address',
    ],
    {
      name: 'invitation_unproven',
      button: { way: 'confirm', to: '/auth/verify' },
    },
  ],
  [
    [
      'USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION',
      'USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION',
      'invitation.already_member',
      'invitation.already_open',
    ],
    {
      name: 'invitation_already',
      button: WORKSPACE,
    },
  ],
  [
    ['invitation.too_many', 'invitation.too_soon', 'invitation.bad_input'],
    {
      name: 'invitation_unsent',
      button: { way: 'invitations', to: '/settings/members' },
    },
  ],
];
