import { ADMIN_USERS, type Explained, SIGN_IN, WORKSPACE } from './problem.ts';

/** What platform administrators do, and the installation as a whole. */
export const ADMINISTRATION_PROBLEMS: Explained[] = [
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
      'platform.role_not_allowed',
      'user.is_yourself',
      'user.is_last_admin',
      'user.not_found',
      'user.deleted',
      'user.suspended',
    ],
    {
      title: 'Users are administered by platform administrators',
      cause:
        'Your account or your role in this installation may not do this, or it would have been done to yourself or to the last administrator, which nobody may.',
      next: 'Ask another platform administrator.',
      button: ADMIN_USERS,
    },
  ],
  [
    ['support.read_only', 'support.beyond_scope'],
    {
      title: 'You are acting as somebody else',
      cause:
        'Whoever acts as a user to help them sees what they see, but changes nothing unless the owner of the company allowed it. What belongs to the person alone, such as their password, stays theirs in any case.',
      next: 'Stop acting as them, or ask the owner to switch support access on.',
      button: WORKSPACE,
    },
  ],
  [
    ['support.not_as_admin', 'support.not_possible', 'support.not_while_acting', 'support.refused'],
    {
      title: 'Acting as this user is not possible',
      cause:
        'Nobody acts as somebody who has a role in this installation, as themselves, as a suspended or deleted user, as two people at once, or as a member of a company whose owner refuses it.',
      next: 'Stop acting first, or choose another user.',
      button: ADMIN_USERS,
    },
  ],
  [
    ['platform.read_only'],
    {
      title: 'Maintenance: nothing can be changed at the moment',
      cause:
        'Whoever runs this installation switched it to reading only for a while. Signing in and out works, and everything can be read and exported.',
      next: 'Try again later; a banner on each page says what is going on.',
      button: WORKSPACE,
    },
  ],
  [
    ['database.unavailable'],
    {
      title: 'One moment, please',
      cause: 'The database could not be reached just now. Nothing that was accepted is affected.',
      next: 'Wait a few seconds, then try again.',
      button: SIGN_IN,
    },
  ],
];
