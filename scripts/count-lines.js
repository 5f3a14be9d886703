// Counts the lines of the code as they stand in the repository: node scripts/count-lines.js
// Made files and texts are apart; tests are apart from what they test.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** @type {[kind: string, is: (file: string, text: string) => boolean][]} The first that fits counts. */
const kinds = [
  [
    'made',
    (_file, text) =>
      /^\/\/ (Made|Generated) by |^\/\*\*\n \* This file was auto-generated/m.test(text.slice(0, 300)),
  ],
  [
    'tests',
    (file) =>
      /[.](int[.]|browser[.])?test[.]tsx?$|[.]e2e[.]ts$|\/(e2e|testing|test|fixtures|corpus)\/|\/test(ing|-)[^/]*[.]ts$/.test(
        file,
      ),
  ],
  ['measurements and training', (file) => /^bench\/|\/(bench|training)\//.test(file)],
  ['styles', (file) => file.endsWith('.css')],
  ['scripts', (file) => file.startsWith('scripts/')],
  ['plugins', (file) => file.startsWith('plugins/')],
  ['code', () => true],
];

/** A plugin's life, from a first line to everybody, wherever it is in the code; tests are not counted. */
const lifeOfAPlugin = [
  /^packages\/domain\/src\/(plugins|platform\/review)\//,
  /^packages\/domain\/src\/platform\/[^/]*(plugin|carry-in|trusted-key)/,
  /^packages\/plugin-sandbox\/src\/(bundle\/|load-plugins)/,
  /^packages\/plugin-kit\/src\/package/,
  /^packages\/cli\/src\/plugin\//,
  /^apps\/web\/server\/plugins\//,
  /^apps\/web\/server\/api\/([^/]*plugin|package-body|internal\/(fixtures|studio|templates|version-trial))/,
  /^apps\/web\/app\/(plugins|plugin-packages|pages\/settings\/plugins|pages\/admin\/plugin)\//,
];
let linesOfAPlugin = 0;

const counted = new Map(kinds.map(([kind]) => [kind, 0]));
/** @type {Map<string, number>} */
const places = new Map();
for (const file of execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.js', '*.cjs', '*.css'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')) {
  const text = readFileSync(`${root}${file}`, 'utf8');
  const lines = text.split('\n').length - 1;
  const kind = kinds.find(([, is]) => is(file, text))?.[0] ?? '';
  counted.set(kind, (counted.get(kind) ?? 0) + lines);
  if ((kind === 'code' || kind === 'styles') && lifeOfAPlugin.some((place) => place.test(file)))
    linesOfAPlugin += lines;
  if (kind !== 'code') continue;
  const place = file
    .split('/')
    .slice(0, file.startsWith('apps/') ? 4 : 2)
    .join('/');
  places.set(place, (places.get(place) ?? 0) + lines);
}
/** @param {string} name @param {number} number */
const row = (name, number) => console.log(`${name.padEnd(36)}${number.toLocaleString('en').padStart(9)}`);
for (const [kind, lines] of counted) row(kind, lines);
row('of them a plugin’s life', linesOfAPlugin);
console.log('\nThe code by place');
for (const [place, lines] of [...places].sort((a, b) => b[1] - a[1])) if (lines >= 200) row(place, lines);
