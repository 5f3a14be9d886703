// Says which licences Readout's parts have that lack a text or are not compatible with its own; nothing where all is well.

import { root } from './install.js';
import { collectNotices } from './licences/collect.js';

const { notices, problems } = collectNotices(root, []);
for (const problem of problems) console.error(problem);
console.log(`${notices.length} parts, ${problems.length} problems.`);
process.exit(problems.length === 0 ? 0 : 1);
