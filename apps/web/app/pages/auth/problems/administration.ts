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
      name: 'administrators_only',
      button: ADMIN_USERS,
    },
  ],
  [
    ['support.read_only', 'support.beyond_scope'],
    {
      name: 'acting',
      button: WORKSPACE,
    },
  ],
  [
    ['support.not_as_admin', 'support.not_possible', 'support.not_while_acting', 'support.refused'],
    {
      name: 'acting_impossible',
      button: ADMIN_USERS,
    },
  ],
  [
    ['platform.read_only'],
    {
      name: 'maintenance',
      button: WORKSPACE,
    },
  ],
  [
    ['database.unavailable'],
    {
      name: 'database',
      button: SIGN_IN,
    },
  ],
];
