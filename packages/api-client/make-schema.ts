// Writes build/schema.ts from docs/api/openapi.json. Run with: node packages/api-client/make-schema.ts
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { typesOf } from './types-of.ts';

const described = pathToFileURL(join(import.meta.dirname, '../../docs/api/openapi.json'));
const target = join(import.meta.dirname, 'build/schema.ts');
const text = await typesOf(described, 'packages/api-client/make-schema.ts from docs/api/openapi.json');
mkdirSync(dirname(target), { recursive: true });
writeFileSync(target, text);
