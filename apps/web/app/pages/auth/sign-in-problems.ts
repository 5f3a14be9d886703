import { ACCOUNT_PROBLEMS } from './problems/account.ts';
import { ADMINISTRATION_PROBLEMS } from './problems/administration.ts';
import { COMPANY_PROBLEMS } from './problems/companies.ts';
import { LINK_PROBLEMS } from './problems/links.ts';
import { SERVICE_PROBLEMS } from './problems/other-services.ts';
import { type Explained, SIGN_IN, type SignInProblem, START } from './problems/problem.ts';
import { SECOND_FACTOR_PROBLEMS } from './problems/second-factor.ts';
import { SIGN_IN_PROBLEMS } from './problems/signing-in.ts';

const PROBLEMS: Explained[] = [
  ...SIGN_IN_PROBLEMS,
  ...LINK_PROBLEMS,
  ...SECOND_FACTOR_PROBLEMS,
  ...SERVICE_PROBLEMS,
  ...ACCOUNT_PROBLEMS,
  ...COMPANY_PROBLEMS,
  ...ADMINISTRATION_PROBLEMS,
];

const BY_CODE = new Map(
  PROBLEMS.flatMap(([codes, problem]) => codes.map((code) => [code, problem] as const)),
);

export const UNKNOWN_PROBLEM: SignInProblem = {
  name: 'unknown',
  button: SIGN_IN,
  also: START,
};

/** Each code once for every explanation that names it. */
export const KNOWN_CODES: readonly string[] = PROBLEMS.flatMap(([codes]) => codes);

/** @returns undefined for a code nobody has explained. */
export function explainSignInProblem(code: string): SignInProblem | undefined {
  return BY_CODE.get(code);
}

/** Short, harmless text for a code from an address, or nothing: whatever it holds, only these characters are shown. */
export function printableCode(code: string | null): string {
  return code && /^[A-Za-z0-9_.'-]{1,80}$/.test(code) ? code : '';
}
