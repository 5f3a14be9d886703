// The texts as programs need them: made of packages/texts/languages and not kept. Plain JavaScript for Node 20, as ./install.js.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { node, root } from './install.js';

const languages = path.join(root, 'packages', 'texts', 'languages');
const generator = path.join(root, 'scripts', 'generate-texts.js');
const stamp = path.join(root, 'packages', 'texts', 'build', '.inputs');

/** Makes the texts unless they were made from exactly these files. Ends the process when that fails. */
export function ensureTexts() {
  const hash = createHash('sha256').update(readFileSync(generator));
  for (const name of readdirSync(languages, { recursive: true }).map(String).toSorted())
    if (name.endsWith('.po')) hash.update(`${name}\0`).update(readFileSync(path.join(languages, name)));
  const inputs = hash.digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return;
  const { status, stderr, error } = spawnSync(node, [generator], { cwd: root, encoding: 'utf8' });
  if (status !== 0) {
    console.error(`${error?.message ?? stderr.trim()}\nThe texts could not be made.`);
    process.exit(1);
  }
  writeFileSync(stamp, inputs);
}
