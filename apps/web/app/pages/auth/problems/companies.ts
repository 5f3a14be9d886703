import { COMPANY, type Explained, MEMBERS, SECURITY, WORKSPACE } from './problem.ts';

/** Companies, members and roles. */
export const COMPANY_PROBLEMS: Explained[] = [
  [
    [
      'ORGANIZATION_NOT_FOUND',
      'NO_ACTIVE_ORGANIZATION',
      'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION',
      'YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION',
      'MEMBER_NOT_FOUND',
      'company.none',
      'company.not_a_member',
      'company.not_found',
    ],
    {
      name: 'not_a_member',
      button: WORKSPACE,
    },
  ],
  [
    [
      'ORGANIZATION_ALREADY_EXISTS',
      'ORGANIZATION_SLUG_ALREADY_TAKEN',
      'YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS',
      'YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION',
      'company.making_closed',
      'company.too_many',
      'installation.companies_used_up',
    ],
    {
      name: 'company_not_made',
      button: WORKSPACE,
    },
  ],
  [
    [
      'YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER',
      'YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER',
      'company.last_owner',
    ],
    {
      name: 'last_owner',
      button: MEMBERS,
    },
  ],
  [
    [
      'ORGANIZATION_MEMBERSHIP_LIMIT_REACHED',
      'INVITATION_LIMIT_REACHED',
      'TEAM_MEMBER_LIMIT_REACHED',
      'company.members_used_up',
    ],
    {
      name: 'company_full',
      button: MEMBERS,
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
      'role.not_allowed',
    ],
    {
      name: 'role',
      button: MEMBERS,
    },
  ],
  [
    ['company.two_factor_first'],
    {
      name: 'two_factor_first',
      button: SECURITY,
    },
  ],
  [
    ['company.suspended'],
    {
      name: 'company_suspended',
      button: WORKSPACE,
    },
  ],
  [
    ['company.closing', 'company.closed_by_platform'],
    {
      name: 'company_closing',
      button: WORKSPACE,
      also: COMPANY,
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
      name: 'no_teams',
      button: COMPANY,
    },
  ],
];
