// Writes docs/api/openapi.json from the addresses that programs are promised, and apps/web/app/api/schema.ts, the types of
// those that only our own pages ask; these are made wherever types are checked, and not kept.
// Run with: node_modules/.bin/node scripts/generate-openapi.js [--check]
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createApi, describeApi } from '../apps/web/server/api/app.ts';
import { createInternalApi, describeInternalApi } from '../apps/web/server/api/internal/internal-api.ts';
import { kitTypes } from '../apps/web/server/api/internal/kit.ts';
import { typesOf } from '../packages/api-client/types-of.ts';
import { root } from './install.js';

const uploadsFolder = mkdtempSync(path.join(tmpdir(), 'readout-openapi-'));
process.on('exit', () => rmSync(uploadsFolder, { recursive: true, force: true }));
// They are asked nothing, so that they need neither database nor store.
const deps = /** @type {any} */ ({ uploadsFolder, stopping: AbortSignal.abort() });
const described = /** @type {any} */ (describeInternalApi(createInternalApi(deps)));
const types = namingKitTypes(await typesOf(described, 'scripts/generate-openapi.js'));
writeFileSync(path.join(root, 'apps/web/app/api/schema.ts'), types);

const target = path.join(root, 'docs/api/openapi.json');
const text = `${JSON.stringify(describeApi(createApi(deps)), null, 2)}\n`;
if (!process.argv.includes('--check')) writeFileSync(target, text);
else if (readFileSync(target, 'utf8') !== text) {
  console.error('docs/api/openapi.json is out of date: run node scripts/generate-openapi.js.');
  process.exitCode = 1;
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
