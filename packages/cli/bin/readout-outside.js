#!/usr/bin/env node
// As `bin/readout.js` of the package of the kit, beside the program that scripts/pack-plugin-kit.js makes.
import { runByNewestNode } from './newest-node.js';

// @ts-expect-error made when the kit is packed
const load = () => import('./program/readout.js');
await runByNewestNode(import.meta.url, 'toBase64' in Uint8Array.prototype, load);
