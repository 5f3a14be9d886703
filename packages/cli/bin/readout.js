#!/usr/bin/env node
// The program itself is TypeScript, which needs a Node that strips types.
import { runByNewestNode } from './newest-node.js';

await runByNewestNode(import.meta.url, Boolean(process.features.typescript), () => import('../src/main.ts'));
