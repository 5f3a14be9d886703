#!/usr/bin/env node
// The program itself is TypeScript, which needs a Node that strips types.
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { runByNewestNode } from './newest-node.js';

// Kept in the installation itself: anyone who may write there may change the programs, too. Node 20 has no such cache.
module.enableCompileCache?.(fileURLToPath(new URL('../../../.cache/compiled', import.meta.url)));
await runByNewestNode(import.meta.url, Boolean(process.features.typescript), async () => {
  // An installation that was not built yet has nothing to say in any language.
  if (!existsSync(new URL('../../texts/build/language-list.ts', import.meta.url)))
    (await import('../../../scripts/made-files.js')).ensureTexts();
  return import('../src/main.ts');
});
