/**
 * Writes `models/models.json`: bytes and SHA-256 of the models that come with this package. Run it after a training put another
 * model there: `node packages/image-reader/training/list-models.ts`.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';

const folder = new URL('../models/', import.meta.url);
const files = (await readdir(folder)).filter((name) => name.endsWith('.onnx')).sort();
const models = await Promise.all(
  files.map(async (file) => {
    const bytes = await readFile(new URL(file, folder));
    return { file, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  }),
);
await writeFile(new URL('models.json', folder), `${JSON.stringify(models, null, 2)}\n`);
