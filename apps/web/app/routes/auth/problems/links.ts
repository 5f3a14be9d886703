import { type Explained, FORGOT_PASSWORD, SIGN_IN, SIGN_IN_LINK, SIGN_OUT, WORKSPACE } from './problem.ts';

/** Links of mails, and invitations. */
export const LINK_PROBLEMS: Explained[] = [
  [
    ['INVALID_TOKEN', 'invalid_token', 'link.invalid'],
    {
      title: 'This link is not valid',
      cause:
        'It is not one of ours as it stands: often a mail program cut it off, or only a part of it was copied. A newer link for the same purpose also ends the older one.',
      next: 'Open the link from the mail itself, or ask for a new one.',
      button: SIGN_IN_LINK,
      also: FORGOT_PASSWORD,
    },
  ],
  [
    ['link.used'],
    {
      title: 'This link was used already',
      cause:
        'Each link works once. If you opened it just now, it has done its work; some mail programs open links by themselves to check them.',
      next: 'Sign in as usual, or ask for a new link. If it was not you, set a new password.',
      button: SIGN_IN,
      also: FORGOT_PASSWORD,
    },
  ],
  [
    ['TOKEN_EXPIRED', 'EXPIRED_TOKEN', 'token_expired', 'link.expired'],
    {
      title: 'This link has expired',
      cause:
        'Links that let somebody in work for a short time only, so that an old mail is of no use to anyone else: a sign-in link for 15 minutes, others as long as their mail says.',
      next: 'Ask for a new one and open it soon.',
      button: SIGN_IN_LINK,
      also: FORGOT_PASSWORD,
    },
  ],
  [
    ['link.foreign'],
    {
      title: 'This link belongs to another account',
      cause:
        'You are signed in with one account, and the link was sent to another. Nothing was changed in either.',
      next: 'Sign out, then open the link again.',
      button: SIGN_OUT,
      also: WORKSPACE,
    },
  ],
  [
    ['sign_in.no_mail', 'VERIFICATION_EMAIL_NOT_ENABLED'],
    {
      title: 'This installation sends no mails',
      cause: 'No mail server is set up here, so nobody can be sent a link.',
      next: 'Sign in with your password. If you have forgotten it, an administrator of this installation can pass on the link that sets a new one.',
      button: SIGN_IN,
      also: FORGOT_PASSWORD,
    },
  ],
  [
    ['INVITATION_NOT_FOUND', 'FAILED_TO_RETRIEVE_INVITATION', 'invitation.unknown', 'invitation.not_found'],
    {
      title: 'There is no such invitation',
      cause: 'The link may have been cut off when it was copied, or the company it led to is gone.',
      next: 'Open it from the mail itself, or ask for a new invitation.',
      button: SIGN_IN,
    },
  ],
  [
    ['invitation.expired'],
    {
      title: 'This invitation has expired',
      cause: 'Invitations work for 7 days.',
      next: 'Ask whoever invited you to send it again: that takes them one click.',
      button: SIGN_IN,
    },
  ],
  [
    ['invitation.revoked', 'INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION'],
    {
      title: 'This invitation was withdrawn',
      cause: 'The company took it back, or whoever sent it is no longer a member.',
      next: 'Ask an owner or admin of the company whether they meant to.',
      button: SIGN_IN,
    },
  ],
  [
    ['invitation.used'],
    {
      title: 'This invitation was used already',
      cause: 'An invitation lets one person in. If that was you, you are a member now.',
      next: 'Sign in. If it was not you, ask for an invitation of your own.',
      button: SIGN_IN,
      also: WORKSPACE,
    },
  ],
  [
    ['YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION', 'invitation.other_address'],
    {
      title: 'This invitation is for another address',
      cause:
        'It can be accepted only with the email address, or an address of the domain, it was made for, and you are signed in with a different one.',
      next: 'Sign out, then open the invitation again and sign in or up with the address it names.',
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
      title: 'Confirm your email address first',
      cause:
        'The invitation is for addresses of a domain, and it is not proved yet that yours belongs to you. Otherwise anyone could claim one.',
      next: 'Open the link in the mail that confirms your address, then open the invitation again.',
      button: { label: 'Confirm the address', to: '/auth/verify' },
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
      title: 'Already a member, or already invited',
      cause: 'This person belongs to the company, or an invitation is on its way.',
      next: 'Nothing more is to be done.',
      button: WORKSPACE,
    },
  ],
  [
    ['invitation.too_many', 'invitation.too_soon', 'invitation.bad_input'],
    {
      title: 'The invitation could not be sent',
      cause:
        'Something in its form was not right, or so many were sent in a short time that it looked like unwanted mail.',
      next: 'Look at the list of open invitations and try again a little later.',
      button: { label: 'Members and invitations', to: '/settings/members' },
    },
  ],
];
