import { expect, test } from 'vitest';
import { sectionOf } from './section-of.ts';

const id = '5991c437-a619-45fd-ad2c-b21b1cc10023';

test.each([
  ['/app', '/app'],
  [`/app/${id}`, '/app'],
  [`/desktop/watch/${id}`, '/desktop/watch'],
  [`/settings/plugins/studio/${id}`, '/settings/plugins/studio'],
  [`/settings/plugins/template/${id}`, '/settings/plugins'],
  ['/settings/plugins/receipt', '/settings/plugins/receipt'],
  [`/admin/company/${id}`, `/admin/company/${id}`],
])('from %s one goes on at %s in another company', (from, to) => {
  expect(sectionOf(from)).toBe(to);
});
