import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { BASE_ERROR_CODES } from '@better-auth/core/error';
import { passkey } from '@better-auth/passkey';
import { ERROR_CODES } from '@readout/domain/error-catalogue';
import { textsIn } from '@readout/texts';
import { admin, genericOAuth, organization, twoFactor } from 'better-auth/plugins';
import { describe, expect, it } from 'vitest';
import { explainSignInProblem, KNOWN_CODES, printableCode } from './sign-in-problems.ts';

const say = textsIn('en');
const resolve = createRequire(import.meta.url).resolve;
const folderOf = (name: string) => dirname(resolve(name));
const sources = (folder: string, pattern: string) =>
  globSync(pattern, { cwd: folder }).map((file) => readFileSync(join(folder, file), 'utf8'));
const matches = (texts: string[], pattern: RegExp) =>
  texts.flatMap((text) => [...text.matchAll(pattern)].map((match) => match[1] ?? ''));

/** Codes of redirects are not exported: read from the sources of what is installed. */
function redirectCodes(): string[] {
  const installed = folderOf('better-auth');
  const texts = [
    ...sources(installed, '{api,oauth2,utils}/**/*.mjs'),
    ...sources(installed, 'state.mjs'),
    ...sources(installed, 'plugins/{admin,two-factor,magic-link,generic-oauth}/**/*.mjs'),
    ...sources(folderOf('@better-auth/passkey'), '**/*.mjs'),
  ];
  const callbacks = matches(texts, /OAUTH_CALLBACK_ERROR_CODES = \{([^}]*)\}/g).flatMap((table) =>
    matches([table], /: "([^"]+)"/g),
  );
  const others = [
    ...matches(texts, /(?:code|error): "([a-z]+(?:_[a-z]+)+)"/g),
    ...matches(texts, /redirect(?:On|With)Error\([^"\n]*"([A-Za-z_]+)"/g),
    ...matches(texts, /[?&]error=([A-Za-z_]+)/g),
  ];
  return [...new Set([...callbacks, ...others])];
}

/** What an OAuth or OpenID Connect server may send back (RFC 6749 section 4.1.2.1, OpenID Connect Core 3.1.2.6). */
const providerCodes = [
  'invalid_request',
  'unauthorized_client',
  'access_denied',
  'unsupported_response_type',
  'invalid_scope',
  'server_error',
  'temporarily_unavailable',
  'interaction_required',
  'login_required',
  'consent_required',
];

/** Parts of our own catalogue that signing in and links of mails can end with. */
const ours = ERROR_CODES.filter((code) =>
  /^(sign_in|sign_up|two_factor|terms|link|password|account|session|passkey|provider|invitation|support)\./.test(
    code,
  ),
);

describe('sign-in problems', () => {
  it.each([
    ['account and session', Object.keys(BASE_ERROR_CODES), 30],
    ['second factor', Object.keys(twoFactor().$ERROR_CODES), 10],
    ['passkeys', Object.keys(passkey().$ERROR_CODES), 10],
    ['companies', Object.keys(organization().$ERROR_CODES), 20],
    ['platform administration', Object.keys(admin().$ERROR_CODES), 20],
    ['other services', [...Object.keys(genericOAuth({ config: [] }).$ERROR_CODES), ...providerCodes], 10],
    ['redirects', redirectCodes(), 20],
  ])('explain every code of better-auth: %s', (_area, codes, atLeast) => {
    expect(codes.length).toBeGreaterThanOrEqual(atLeast);
    expect(codes.filter((code) => !explainSignInProblem(code))).toEqual([]);
  });

  it('explain every code of ours that signing in or a link can end with', () => {
    expect(ours.length).toBeGreaterThan(40);
    expect(ours.filter((code) => !explainSignInProblem(code))).toEqual([]);
  });

  it('say what happened, what to do, and lead there', () => {
    for (const code of KNOWN_CODES) {
      const problem = explainSignInProblem(code);
      expect(problem?.button.to, code).toMatch(/^\//);
      expect(problem?.also?.to, code).not.toBe(problem?.button.to);
      expect(problem && say(`problem.${problem.name}.next`), code).toMatch(/\w{3}/);
    }
  });

  it('name each code once', () => {
    const twice = KNOWN_CODES.filter((code, index) => KNOWN_CODES.indexOf(code) !== index);
    expect(twice).toEqual([]);
  });

  it('show nothing of an address but a plain code', () => {
    expect(printableCode('state_mismatch')).toBe('state_mismatch');
    expect(printableCode('<img src=x onerror=alert(1)>')).toBe('');
    expect(printableCode('javascript:alert(1)')).toBe('');
    expect(printableCode('a'.repeat(81))).toBe('');
    expect(printableCode('a'.repeat(10_000))).toBe('');
    expect(printableCode('\u202Edrow')).toBe('');
    expect(printableCode('a\nb')).toBe('');
    expect(printableCode('__proto__')).toBe('__proto__');
    expect(explainSignInProblem('__proto__')).toBeUndefined();
    expect(printableCode(null)).toBe('');
  });
});
