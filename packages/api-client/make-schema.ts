// Writes src/schema.ts from docs/api/openapi.json. Run with: node packages/api-client/make-schema.ts [--check]
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import openapiTypes, { astToString } from 'openapi-typescript';

const described = pathToFileURL(join(import.meta.dirname, '../../docs/api/openapi.json'));
const target = join(import.meta.dirname, 'src/schema.ts');
const types = astToString(await openapiTypes(described));
const text = `// Made by packages/api-client/make-schema.ts from docs/api/openapi.json.\n\n${types}`;

if (!process.argv.includes('--check')) writeFileSync(target, text);
else if (readFileSync(target, 'utf8') !== text) {
  console.error(
    'packages/api-client/src/schema.ts is not what docs/api/openapi.json describes: run node packages/api-client/make-schema.ts.',
  );
  process.exitCode = 1;
}
