import { expect, test } from 'vitest';
import { withPresentNames } from './former-cookies.ts';

test.each([
  ['__Secure-readout.session_token=a.b; x=1', '__Host-readout.session_token=a.b; x=1'],
  // What was set since is newer.
  [
    '__Secure-readout.session_token=old; __Host-readout.session_token=new',
    '__Secure-readout.session_token=old; __Host-readout.session_token=new',
  ],
  ['x=__Secure-readout.', 'x=__Secure-readout.'],
  ['x=1', null],
  [null, null],
])('%s is read as %s', (given, expected) => expect(withPresentNames(given, true)).toBe(expected));

test('without encryption the names never changed', () => {
  expect(withPresentNames('__Secure-readout.session_token=a', false)).toBeNull();
});
