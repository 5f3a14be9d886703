/** A step of the build: makes what `builtModels` is to hold. */
import { rm } from 'node:fs/promises';
import { builtModels, writePackagedModels } from './packaged-models.ts';

await rm(builtModels, { recursive: true, force: true });
await writePackagedModels(builtModels);
