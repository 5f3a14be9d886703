import { describe, expect, test } from 'vitest';
import { keepPrivate, pagePolicy, setSecurityHeaders } from './security-headers.ts';

const kept = (given: Record<string, string>) => {
  const headers = new Headers(given);
  keepPrivate(headers);
  return [headers.get('cache-control'), headers.get('vary')];
};

describe('what is kept of an answer', () => {
  test('is nothing, unless the answer says otherwise', () => {
    expect(kept({})).toEqual(['private, no-store', 'Cookie']);
    expect(kept({ 'cache-control': 'no-store', vary: 'accept-language' })).toEqual([
      'private, no-store',
      'accept-language, Cookie',
    ]);
  });

  test('is one person’s where it says so, and everybody’s only where it says that', () => {
    expect(kept({ 'cache-control': 'private, max-age=60', vary: 'cookie' })).toEqual([
      'private, max-age=60',
      'cookie',
    ]);
    expect(kept({ 'cache-control': 'public, max-age=300' })).toEqual(['public, max-age=300', null]);
  });
});

const directivesOf = (policy: string | null) =>
  Object.fromEntries(
    (policy ?? '').split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    }),
  );
const nowhere = { 'object-src': "'none'", 'base-uri': "'none'", 'frame-ancestors': "'none'" };

describe('the policy of an answer', () => {
  const options = { nonce: 'n', isDevelopment: false };

  test('lets a page run its own scripts, ask and send forms to this server alone, and be framed by nobody', () => {
    expect(directivesOf(pagePolicy(options))).toMatchObject({
      ...nowhere,
      'default-src': "'none'",
      'script-src': "'self' 'nonce-n'",
      'style-src': "'self' 'nonce-n'",
      'connect-src': "'self'",
      'worker-src': "'self'",
      'form-action': "'self'",
    });
  });

  test('names the one other place where an answer to a form may lead', () => {
    const { 'form-action': formAction } = directivesOf(
      pagePolicy({ ...options, formTarget: 'https://assistant.example' }),
    );
    expect(formAction).toBe("'self' https://assistant.example");
  });

  test('lets nothing run in what is not a page, and leaves the one it came with', () => {
    const policyOf = (given: Record<string, string>) => {
      const headers = new Headers(given);
      setSecurityHeaders(headers, { ...options, promisesHttps: false });
      return headers.get('content-security-policy');
    };
    expect(directivesOf(policyOf({ 'content-type': 'application/json' }))).toEqual({
      ...nowhere,
      'default-src': "'none'",
    });
    expect(policyOf({ 'content-type': 'text/html; charset=utf-8' })).toBe(pagePolicy(options));
    expect(policyOf({ 'content-security-policy': 'sandbox' })).toBe('sandbox');
  });
});
