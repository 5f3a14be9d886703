/** What went wrong while signing in or following a link, why, and the one thing to do next. */
export interface SignInProblem {
  title: string;
  /** What happened and why, in words of the person it happened to. */
  cause: string;
  /** What to do next. */
  next: string;
  /** Does it. */
  button: ProblemButton;
  /** Where there are two good ways on. */
  also?: ProblemButton;
}

/** Leads to a page, or with `isPosted` does what the page's own form would, such as signing out. */
export interface ProblemButton {
  label: string;
  to: string;
  isPosted?: true;
}

/** Several codes can mean the same to a person. Codes are better-auth's, an OAuth provider's (RFC 6749), and ours. */
export type Explained = [codes: string[], problem: SignInProblem];

export const SIGN_IN = { label: 'Sign in', to: '/auth/sign-in' };
export const SIGN_UP = { label: 'Sign up', to: '/auth/sign-up' };
export const SIGN_IN_LINK = { label: 'Get a sign-in link', to: '/auth/sign-in-link' };
export const FORGOT_PASSWORD = { label: 'Set a new password', to: '/auth/forgot-password' };
export const SIGN_OUT = { label: 'Sign out', to: '/auth/sign-out', isPosted: true } as const;
export const ACCOUNT = { label: 'Your account', to: '/settings/account' };
export const SECURITY = { label: 'Security settings', to: '/settings/security' };
export const COMPANY = { label: 'Company settings', to: '/settings/company' };
export const MEMBERS = { label: 'Members', to: '/settings/members' };
export const WORKSPACE = { label: 'Open the workspace', to: '/app' };
export const ADMIN_USERS = { label: 'All users', to: '/admin/user' };
export const START = { label: 'Start page', to: '/' };
