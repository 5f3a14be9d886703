import { expect, test } from 'vitest';
import { isForPhones } from './paired-phones.ts';

test.each([
  '/',
  '/camera',
  '/camera.data',
  '/camera/queue',
  '/app',
  '/api/v1/review/next',
  '/api/v1/captures',
  '/auth/sign-out',
  '/pair/x',
])('a paired phone reaches %s', (path) => expect(isForPhones(path)).toBe(true));

test.each([
  '/settings/security',
  '/settings/account.data',
  '/settings/account/export',
  '/admin',
  '/admin/user',
  '/notifications',
  '/invite/token',
  '/auth/switch-company',
  '/auth/sign-in',
  '/auth/verify',
  '/auth/terms',
  '/api/auth/passkey/generate-authenticate-options',
  '/api/auth/sign-in/email',
  '/apples',
  '/camera-settings',
  '/api/v10',
])('a paired phone does not reach %s', (path) => expect(isForPhones(path)).toBe(false));
