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
      name: 'has_password',
      button: ACCOUNT,
    },
  ],
  [
    ['account.password_needed', 'account.password_wrong', 'account.no_password'],
    {
      name: 'password_needed',
      button: SECURITY,
      also: FORGOT_PASSWORD,
    },
  ],
  [
    ['account.language_unknown'],
    {
      name: 'language_unknown',
      button: ACCOUNT,
    },
  ],
  [
    ['account.name_unusable'],
    {
      name: 'name_unusable',
      button: ACCOUNT,
    },
  ],
  [
    ['account.email_unusable', 'account.email_unchanged', 'account.email_taken'],
    {
      name: 'email_unusable',
      button: ACCOUNT,
    },
  ],
  [
    ['account.confirmation_wrong'],
    {
      name: 'deletion_unconfirmed',
      button: ACCOUNT,
    },
  ],
  [
    ['account.last_admin'],
    {
      name: 'last_admin',
      button: ADMIN_USERS,
    },
  ],
  [
    ['account.last_owner'],
    {
      name: 'last_owner_leaves',
      button: MEMBERS,
    },
  ],
  [
    ['account.last_way_in'],
    {
      name: 'last_way_in',
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
      name: 'account_unchanged',
      button: ACCOUNT,
    },
  ],
];
