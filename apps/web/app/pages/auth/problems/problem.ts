import type { TextKey, TextValues } from '@readout/texts';

/** What a problem is called in the texts: `problem.<name>.title`, `.cause` and `.next`. */
export type ProblemName = NameIn<TextKey>;

export type ProblemWay = TextValues['problem.way']['way'];

type NameIn<Key> = Key extends `problem.${infer Name}.title` ? Name : never;

/** What went wrong while signing in or following a link, and where it goes on. Texts say what it was, why, and what to do. */
export interface SignInProblem {
  name: ProblemName;
  /** Does what is to be done next. */
  button: ProblemButton;
  /** Where there are two good ways on. */
  also?: ProblemButton;
}

/** Leads to a page, or with `isPosted` does what the page's own form would, such as signing out. */
export interface ProblemButton {
  /** What `problem.way` calls it. */
  way: ProblemWay;
  to: string;
  isPosted?: true;
}

/** Several codes can mean the same to a person. Codes are better-auth's, an OAuth provider's (RFC 6749), and ours. */
export type Explained = [codes: string[], problem: SignInProblem];

export const SIGN_IN: ProblemButton = { way: 'sign_in', to: '/auth/sign-in' };
export const SIGN_UP: ProblemButton = { way: 'sign_up', to: '/auth/sign-up' };
export const SIGN_IN_LINK: ProblemButton = { way: 'sign_in_link', to: '/auth/sign-in-link' };
export const FORGOT_PASSWORD: ProblemButton = { way: 'forgot_password', to: '/auth/forgot-password' };
export const SIGN_OUT: ProblemButton = { way: 'sign_out', to: '/auth/sign-out', isPosted: true };
export const ACCOUNT: ProblemButton = { way: 'account', to: '/settings/account' };
export const SECURITY: ProblemButton = { way: 'security', to: '/settings/security' };
export const COMPANY: ProblemButton = { way: 'company', to: '/settings/company' };
export const MEMBERS: ProblemButton = { way: 'members', to: '/settings/members' };
export const WORKSPACE: ProblemButton = { way: 'workspace', to: '/app' };
export const ADMIN_USERS: ProblemButton = { way: 'users', to: '/admin/user' };
export const START: ProblemButton = { way: 'start', to: '/' };
