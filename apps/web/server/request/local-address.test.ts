import { expect, test } from 'vitest';
import { localAddress } from './local-address.ts';

test.each(['/app', '/app?q=a%2Fb#c', '/invite/token', '/'])(
  'an address of this application is followed: %s',
  (to) => {
    expect(localAddress(to, '/fallback')).toBe(to);
  },
);

test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n//evil.example',
  '\\\\evil.example',
  'javascript:alert(1)',
  '/.//evil.example',
  '/a/..//evil.example',
  '',
  null,
  undefined,
  `/${'a'.repeat(3000)}`,
])('whatever leads elsewhere is not: %j', (to) => {
  expect(localAddress(to, '/fallback')).toBe('/fallback');
});
