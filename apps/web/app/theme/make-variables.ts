// Writes variables.css. Run with: node_modules/.bin/node apps/web/app/theme/make-variables.ts
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { themeVariables } from './variables.ts';

writeFileSync(fileURLToPath(new URL('variables.css', import.meta.url)), themeVariables());
