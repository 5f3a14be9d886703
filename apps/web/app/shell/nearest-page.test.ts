// cspell:ignore chngelog dashbord
import { expect, it } from 'vitest';
import { nearestPages } from './nearest-page.ts';

const paths = (asked: string, viewer: Parameters<typeof nearestPages>[1] = null) =>
  nearestPages(asked, viewer).map(({ path }) => path);

it('finds the page behind a slip', () => {
  expect(paths('/chngelog')).toEqual(['/changelog']);
  expect(paths('/privacy')).toEqual([]);
  expect(paths('/sign-in')).toContain('/auth/sign-in');
  expect(paths('/Dashbord', { role: 'user' })).toEqual(['/dashboard']);
  expect(paths('/members', { role: 'user' })).toEqual(['/settings/members']);
});

it('counts the page above as near', () => {
  expect(paths('/admin/company/a/b', { role: 'admin' })).toEqual(['/admin/company', '/admin']);
});

it('names only what the viewer may open, and nothing for what is like nothing', () => {
  expect(paths('/admin/usr')).toEqual([]);
  expect(paths('/admin/usr', { role: 'admin' })).toContain('/admin/user');
  expect(paths('/wp-login.php')).toEqual([]);
  expect(paths(`/${'a'.repeat(10_000)}`)).toEqual([]);
});
