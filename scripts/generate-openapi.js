// Writes docs/api/openapi.json from the addresses of the interface for programs, and apps/web/app/api/schema.ts, the types
// of what only our pages ask.
// Run with: node_modules/.bin/node scripts/generate-openapi.js [--check]
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createAppApi, describeAppApi } from '../apps/web/server/api/app/app.ts';
import { kitTypes } from '../apps/web/server/api/app/kit.ts';
import { createApi, describeApi } from '../apps/web/server/api/app.ts';
import { typesOf } from '../packages/api-client/types-of.ts';
import { root } from './install.js';

const uploadsFolder = mkdtempSync(path.join(tmpdir(), 'readout-openapi-'));
process.on('exit', () => rmSync(uploadsFolder, { recursive: true, force: true }));
// They are asked nothing, so that they need neither database nor store.
const deps = /** @type {any} */ ({ uploadsFolder, stopping: AbortSignal.abort() });
const described = /** @type {any} */ (describeAppApi(createAppApi(deps)));
const made = {
  'docs/api/openapi.json': `${JSON.stringify(describeApi(createApi(deps)), null, 2)}\n`,
  'apps/web/app/api/schema.ts': namingKitTypes(await typesOf(described, 'scripts/generate-openapi.js')),
};

for (const [name, text] of Object.entries(made)) {
  const target = path.join(root, name);
  if (!process.argv.includes('--check')) writeFileSync(target, text);
  else if (readFileSync(target, 'utf8') !== text) {
    console.error(`${name} is out of date: run node scripts/generate-openapi.js.`);
    process.exitCode = 1;
  }
}

/** @param {string} types */
function namingKitTypes(types) {
  let named = types;
  for (const [name, from] of Object.entries(kitTypes))
    named = named.replace(
      new RegExp(`^ {8}${name}: [^;]*;\\n`, 'm'),
      `        ${name}: import('${from}').${name};\n`,
    );
  return named;
}
