// Writes src/schema.ts from docs/api/openapi.json. Run with: node packages/api-client/make-schema.ts [--check]
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { typesOf } from './types-of.ts';

const described = pathToFileURL(join(import.meta.dirname, '../../docs/api/openapi.json'));
const target = join(import.meta.dirname, 'src/schema.ts');
const text = await typesOf(described, 'packages/api-client/make-schema.ts from docs/api/openapi.json');

if (!process.argv.includes('--check')) writeFileSync(target, text);
else if (readFileSync(target, 'utf8') !== text) {
  console.error(
    'packages/api-client/src/schema.ts is not what docs/api/openapi.json describes: run node packages/api-client/make-schema.ts.',
  );
  process.exitCode = 1;
}
