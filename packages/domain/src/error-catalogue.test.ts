import { expect, test } from 'vitest';
import { ERROR_CODES, errorEntry } from './error-catalogue.ts';

test('every code tells what it is and what to do', () => {
  expect(ERROR_CODES.length).toBeGreaterThan(300);
  for (const code of ERROR_CODES) {
    const { title, action, status } = errorEntry(code, 'en')!;
    expect(code).toMatch(/^[a-z_]+\.[a-z_]+$/);
    expect(title).toMatch(/^[A-Z].*[^.]$/);
    expect(action).toMatch(/^[A-Z].*\.$/);
    expect(status).toBeGreaterThanOrEqual(400);
  }
});
