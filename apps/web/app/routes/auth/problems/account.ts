import { ACCOUNT, ADMIN_USERS, type Explained, FORGOT_PASSWORD, MEMBERS, SECURITY } from './problem.ts';

/** What a person changes about their own account. */
export const ACCOUNT_PROBLEMS: Explained[] = [
  [
    [
      'USER_ALREADY_HAS_PASSWORD',
      'PASSWORD_ALREADY_SET',
      'PASSWORD_CANNOT_BE_UPDATED_VIA_UPDATE_USER',
      'account.has_password',
    ],
    {
      title: 'This account has a password',
      cause: 'It can be changed, but only by giving the present one.',
      next: 'Change it on the page of your account.',
      button: ACCOUNT,
    },
  ],
  [
    ['account.password_needed', 'account.password_wrong', 'account.no_password'],
    {
      title: 'Your present password is needed',
      cause:
        'What concerns the safety of the account is done only by somebody who knows its password, and it was missing or wrong.',
      next: 'Do it again with the password you sign in with now. If the account has none, set one first.',
      button: SECURITY,
      also: FORGOT_PASSWORD,
    },
  ],
  [
    ['account.name_unusable'],
    {
      title: 'The name cannot be used',
      cause: 'A name has 1 to 200 characters.',
      next: 'Enter another.',
      button: ACCOUNT,
    },
  ],
  [
    ['account.email_unusable', 'account.email_unchanged', 'account.email_taken'],
    {
      title: 'The new address cannot be used',
      cause:
        'It is not a complete address, the one the account has already, or one that cannot be used for another account. Which of them is not said, so that nobody can find out who has an account.',
      next: 'Enter another address.',
      button: ACCOUNT,
    },
  ],
  [
    ['account.confirmation_wrong'],
    {
      title: 'The deletion was not confirmed',
      cause:
        'To delete an account its email address has to be typed exactly as it is shown. Nothing was deleted.',
      next: 'Go back and type it once more.',
      button: ACCOUNT,
    },
  ],
  [
    ['account.last_admin'],
    {
      title: 'The last administrator cannot go',
      cause: 'Somebody has to be able to administer this installation, and you are the only one.',
      next: 'Make another user administrator first.',
      button: ADMIN_USERS,
    },
  ],
  [
    ['account.last_owner'],
    {
      title: 'A company would have no owner',
      cause: 'You are the only owner of a company, and it would belong to nobody.',
      next: 'Make another member owner, or close the company.',
      button: MEMBERS,
    },
  ],
  [
    ['account.last_way_in'],
    {
      title: 'This is your last way to sign in',
      cause: 'Without it nobody could get into the account again, not even you.',
      next: 'Set a password or add a passkey first.',
      button: SECURITY,
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
];
