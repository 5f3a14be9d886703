import { describe, expect, test } from 'vitest';
import { answerAddress, readAuthorizationRequest } from './authorization-request.ts';
import { isRedirectUri, isRegistered, parseResource, placeOf } from './rules.ts';

const codeOf = (work: () => unknown) => {
  try {
    work();
    return 'done';
  } catch (error) {
    return (error as { code?: string }).code;
  }
};

describe('an address to be answered at', () => {
  test.each([
    'https://claude.ai/api/mcp/auth_callback',
    'https://example.com:8443/cb?tenant=1',
    'http://127.0.0.1/callback',
    'http://127.0.0.1:49152/callback',
    'http://[::1]:8080/callback',
    'http://localhost:3334/oauth/callback',
    'cursor://some.extension/oauth/callback',
    'com.example.app://callback',
  ])('may be %s', (uri) => {
    expect(isRedirectUri(uri)).toBe(true);
  });

  test.each([
    'http://example.com/callback',
    'http://127.0.0.1.example.com/callback',
    'http://127.0.0.1:80@example.com/callback',
    'http://localhost.example.com/',
    'https://user:password@example.com/',
    'https://example.com/#fragment',
    'https://example.com\\@evil.example/',
    'https://example.com/a b',
    'javascript://example.com/%0a1',
    'JavaScript://x/%0a1',
    'data://text/html,x',
    'file:///etc/passwd',
    'intent://scan/#Intent;end',
    'chrome-extension://abc/callback',
    'mailto:ada@example.com',
    '//example.com/callback',
    '/callback',
    'https://',
    'http://localhost:99999/',
    `https://example.com/${'a'.repeat(400)}`,
    '',
  ])('is never %s', (uri) => {
    expect(isRedirectUri(uri)).toBe(false);
  });

  test('is compared character by character; the port of this very machine is free', () => {
    const registered = ['https://example.com/cb', 'http://127.0.0.1/cb', 'http://localhost:1234/cb'];
    for (const uri of [...registered, 'http://127.0.0.1:50123/cb', 'http://localhost:50123/cb'])
      expect([uri, isRegistered(uri, registered)]).toEqual([uri, true]);
    for (const uri of [
      'https://example.com/cb/',
      'https://example.com/cb?x',
      'https://example.com:444/cb',
      'https://EXAMPLE.com/cb',
      'http://127.0.0.1:50123/other',
      'http://127.0.0.1:50123/cb?next=x',
      'http://127.0.0.1:50123@evil.example/cb',
      'http://[::1]:50123/cb',
      'http://evil.example/cb',
    ])
      expect([uri, isRegistered(uri, registered)]).toEqual([uri, false]);
  });

  test('is named as a person knows it', () => {
    expect(placeOf('https://example.com:8443/cb')).toEqual({ kind: 'host', name: 'example.com:8443' });
    expect(placeOf('http://127.0.0.1:5/cb')).toEqual({ kind: 'machine', name: '127.0.0.1:5' });
    expect(placeOf('cursor://x/cb')).toEqual({ kind: 'scheme', name: 'cursor' });
  });
});

const origin = 'https://readout.example';
const whole = {
  response_type: 'code',
  client_id: 'c',
  redirect_uri: 'https://example.com/cb',
  code_challenge: 'a'.repeat(43),
  code_challenge_method: 'S256',
};
const asked = (more: Record<string, string>) =>
  codeOf(() => readAuthorizationRequest(new URLSearchParams({ ...whole, ...more }), origin));

describe('a request', () => {
  test('is read with PKCE by S256 and nothing else', () => {
    expect(asked({})).toBe('done');
    for (const wrong of [
      { code_challenge_method: 'plain' },
      { code_challenge_method: '' },
      { code_challenge: '' },
      { code_challenge: 'a'.repeat(42) },
      { response_type: 'token' },
      { state: 'x'.repeat(1001) },
      { client_id: '' },
      { redirect_uri: '' },
    ])
      expect([wrong, asked(wrong)]).toEqual([wrong, 'oauth.invalid_request']);
    const twice = new URLSearchParams(whole);
    twice.append('redirect_uri', 'https://evil.example/');
    expect(codeOf(() => readAuthorizationRequest(twice, origin))).toBe('oauth.invalid_request');
  });

  test('names scopes there are, each once, and asks to look where it names none', () => {
    const scopesOf = (scope: string) =>
      readAuthorizationRequest(new URLSearchParams({ ...whole, scope }), origin).scopes;
    expect(scopesOf('')).toEqual(['captures:read', 'records:read']);
    expect(scopesOf('records:confirm captures:read records:confirm')).toEqual([
      'captures:read',
      'records:confirm',
    ]);
    expect(asked({ scope: 'records:read admin' })).toBe('oauth.invalid_scope');
  });

  test('is for a resource of this server', () => {
    expect(parseResource(undefined, origin)).toBe('/');
    expect(parseResource(`${origin}/`, origin)).toBe('/');
    expect(parseResource(`${origin}/api/mcp`, origin)).toBe('/api/mcp');
    expect(parseResource(`${origin}/api/v1/`, origin)).toBe('/api/v1');
    for (const resource of [
      'https://other.example/api/mcp',
      `${origin}/api`,
      `${origin}/api/mcp?x`,
      `${origin}/api/mcp#x`,
      'http://readout.example/api/mcp',
      'api/mcp',
      '',
    ])
      expect([resource, codeOf(() => parseResource(resource, origin))]).toEqual([
        resource,
        'oauth.invalid_target',
      ]);
  });

  test('is answered where it came from, with its state and who answers', () => {
    expect(
      answerAddress({ redirectUri: 'https://example.com/cb?a=1', state: 'x&y' }, { code: 'c' }, origin),
    ).toBe(`https://example.com/cb?a=1&code=c&state=x%26y&iss=${encodeURIComponent(origin)}`);
    expect(
      answerAddress({ redirectUri: 'cursor://x/cb', state: undefined }, { error: 'access_denied' }, origin),
    ).toBe(`cursor://x/cb?error=access_denied&iss=${encodeURIComponent(origin)}`);
  });
});
