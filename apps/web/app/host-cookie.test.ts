import { expect, test } from 'vitest';
import { findHostCookie, hostCookie } from './host-cookie.ts';

const how = { maxAgeSeconds: 60, attributes: 'HttpOnly; SameSite=Lax' };

test('sent encrypted, a cookie is bound to this host; what such a cookie says comes before one of its plain name', () => {
  const secure = hostCookie('readout_zone', 'a', { ...how, isSecure: true });
  expect(secure).toBe('__Host-readout_zone=a; Max-Age=60; Path=/; HttpOnly; SameSite=Lax; Secure');
  const plain = hostCookie('readout_zone', 'b', { ...how, isSecure: false });
  expect(plain).toBe('readout_zone=b; Max-Age=60; Path=/; HttpOnly; SameSite=Lax');
  const named = (cookie: string) => cookie.split(';')[0];
  expect(findHostCookie(`x=1; ${named(plain)}; ${named(secure)}`, 'readout_zone')).toBe('a');
  expect(findHostCookie(`other_readout_zone=1; ${named(plain)}`, 'readout_zone')).toBe('b');
  expect(findHostCookie(null, 'readout_zone')).toBeUndefined();
});
