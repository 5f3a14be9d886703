/** Stages what comes on standard input, then a small object, and says what came of both. Argument: the store's folder. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@readout/domain/errors';
import { createFileSystemStore } from '@readout/store';
import { stageFile } from '../api/take-in.ts';

const folder = process.argv[2]!;
const store = await createFileSystemStore(folder);
const large = await stageFile({ store }, process.stdin).then(
  () => 'stored',
  (error: unknown) => (error instanceof AppError ? { kind: error.kind, code: error.code } : String(error)),
);
const staged = (await readdir(join(folder, 'staged'))).length;
await store.put('small', new Uint8Array(1000));
console.log(JSON.stringify({ large, staged, small: (await store.find('small')) ? 'stored' : 'lost' }));
