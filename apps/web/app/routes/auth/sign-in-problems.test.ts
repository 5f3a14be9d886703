import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { BASE_ERROR_CODES } from '@better-auth/core/error';
import { admin, organization } from 'better-auth/plugins';
import { describe, expect, it } from 'vitest';
import { explainSignInProblem, KNOWN_CODES, printableCode } from './sign-in-problems.ts';

/** The codes better-auth puts into the address of the error page are not exported: read from its source. */
function callbackCodes(): string[] {
  const entry = createRequire(import.meta.url).resolve('better-auth');
  const source = readFileSync(join(dirname(entry), 'oauth2', 'errors.mjs'), 'utf8');
  const table = /OAUTH_CALLBACK_ERROR_CODES = \{([^}]*)\}/.exec(source)?.[1] ?? '';
  return [...table.matchAll(/: "([^"]+)"/g)].map((match) => match[1] ?? '');
}

describe('sign-in problems', () => {
  it.each([
    ['account and session', Object.keys(BASE_ERROR_CODES)],
    ['company', Object.keys(organization().$ERROR_CODES)],
    ['platform administration', Object.keys(admin().$ERROR_CODES)],
    ['other services', callbackCodes()],
  ])('explain every code of better-auth: %s', (_area, codes) => {
    expect(codes.length).toBeGreaterThan(5);
    expect(codes.filter((code) => !explainSignInProblem(code))).toEqual([]);
  });

  it('lead somewhere and say what happened and what to do', () => {
    for (const code of KNOWN_CODES) {
      const problem = explainSignInProblem(code);
      expect(problem?.button.to, code).toMatch(/^\//);
      for (const text of [problem?.title, problem?.cause, problem?.next])
        expect(text?.length, code).toBeGreaterThan(10);
    }
  });

  it('name each code once', () => {
    expect(new Set(KNOWN_CODES).size).toBe(KNOWN_CODES.length);
  });

  it('show nothing of an address but a plain code', () => {
    expect(printableCode('state_mismatch')).toBe('state_mismatch');
    expect(printableCode('<img src=x onerror=alert(1)>')).toBe('');
    expect(printableCode('a'.repeat(81))).toBe('');
    expect(printableCode(null)).toBe('');
  });
});
