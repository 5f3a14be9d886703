import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { themeVariables } from './variables.ts';

test('the style sheet holds the variables of the theme as it is now', () => {
  const file = fileURLToPath(new URL('variables.css', import.meta.url));
  expect(
    readFileSync(file, 'utf8') === themeVariables(),
    'Run node_modules/.bin/node apps/web/app/theme/make-variables.ts',
  ).toBe(true);
});
