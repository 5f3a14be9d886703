import type { PlatformState } from '@readout/domain/platform/platform-state';
import { expect, test } from 'vitest';
import { readOnlyRefusal } from './read-only.ts';

const off: PlatformState = {
  readOnlySince: null,
  readOnlyNote: '',
  announcement: '',
  announcementTone: 'info',
  announcedAt: null,
  announcedUntil: null,
  revision: 1,
};
const on: PlatformState = { ...off, readOnlySince: '2026-01-01T00:00:00.000Z', readOnlyNote: 'back at noon' };
const refused = (method: string, path: string, state = on) => readOnlyRefusal({ method, path }, state)?.code;

test('without maintenance every change goes on', () => {
  for (const method of ['POST', 'PATCH', 'PUT', 'DELETE'])
    expect(refused(method, '/api/v1/uploads', off)).toBeUndefined();
});

test('maintenance refuses changes of pages and API, and says until when', () => {
  for (const path of [
    '/api/v1/captures',
    '/api/v1/uploads/x',
    '/api/v1/bulk/run',
    '/settings/company.data',
    '/api/auth/sign-up/email',
    '/auth/sign-up',
    '/administration',
    '/app/admin/x',
  ])
    expect(`${path} ${refused('POST', path)}`).toBe(`${path} platform.read_only`);
  expect(readOnlyRefusal({ method: 'PATCH', path: '/api/v1/uploads/x' }, on)?.message).toContain(
    'back at noon',
  );
});

test('looking, exporting, signing in and out and the administration go on', () => {
  for (const path of ['/app', '/api/v1/export', '/api/v1/live']) expect(refused('GET', path)).toBeUndefined();
  for (const path of [
    '/auth/sign-in',
    '/auth/sign-in.data',
    '/auth/sign-out',
    '/auth/two-factor.data',
    '/api/auth/sign-in/email',
    '/api/auth/two-factor/verify-totp',
    '/admin',
    '/admin.data',
    '/admin/system',
    '/admin/stop-acting',
  ])
    expect(`${path} ${refused('POST', path)}`).toBe(`${path} undefined`);
});
