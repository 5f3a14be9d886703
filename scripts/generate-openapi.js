// Writes docs/api/openapi.json from the addresses of the interface for programs.
// Run with: node_modules/.bin/node scripts/generate-openapi.js [--check]
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createApi, describeApi } from '../apps/web/server/api/app.ts';
import { root } from './install.js';

const target = path.join(root, 'docs/api/openapi.json');
const uploadsFolder = mkdtempSync(path.join(tmpdir(), 'readout-openapi-'));
process.on('exit', () => rmSync(uploadsFolder, { recursive: true, force: true }));
// It is asked nothing, so that it needs neither database nor store.
const api = createApi(/** @type {any} */ ({ uploadsFolder, stopping: AbortSignal.abort() }));
const text = `${JSON.stringify(describeApi(api), null, 2)}\n`;

if (!process.argv.includes('--check')) writeFileSync(target, text);
else if (readFileSync(target, 'utf8') !== text) {
  console.error(
    'docs/api/openapi.json is not what the interface says of itself: run node scripts/generate-openapi.js.',
  );
  process.exitCode = 1;
}
