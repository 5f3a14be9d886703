import { expect, test } from 'vitest';
import { errorCatalogue } from './error-catalogue.ts';

test('every code tells what it is and what to do', () => {
  const codes = Object.entries(errorCatalogue);
  expect(codes.length).toBeGreaterThan(300);
  for (const [code, { title, action, status }] of codes) {
    expect(code).toMatch(/^[a-z_]+\.[a-z_]+$/);
    expect(title).toMatch(/^[A-Z].*[^.]$/);
    expect(action).toMatch(/^[A-Z].*\.$/);
    expect(status).toBeGreaterThanOrEqual(400);
  }
});
