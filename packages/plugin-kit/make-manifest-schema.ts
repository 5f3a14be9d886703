// Writes manifest.schema.json from the Zod schema: node packages/plugin-kit/make-manifest-schema.ts
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { manifestJsonSchema } from './src/manifest-schema.ts';

const file = join(import.meta.dirname, 'manifest.schema.json');
writeFileSync(file, `${JSON.stringify(manifestJsonSchema(), null, 2)}\n`);
