// Builds the pages if what they are made from changed. Run alone, it builds in any case.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { ensureInstalled, maxOutputBytes, node, progress, root } from './install.js';
import { collectNotices } from './licences/collect.js';
import { ensureTexts } from './made-files.js';
import { bomOf } from './sbom.js';

const web = path.join(root, 'apps', 'web');
const stamp = path.join(web, 'build', '.inputs');
const inputs = [
  'package-lock.json',
  'CHANGELOG.md',
  'docs/changelog-titles',
  'docs/guides',
  'apps/web/package.json',
  'apps/web/app',
  'apps/web/server/http',
  'apps/web/server/request',
  'apps/web/public',
  'apps/web/vite.config.ts',
  'apps/web/vite-bundled-packages.ts',
  'apps/web/vite-mantine-styles.ts',
  'apps/web/vite-plugin-guide.ts',
  'apps/web/vite-studio-types.ts',
  'apps/web/react-router.config.ts',
  'apps/web/postcss.config.cjs',
  'packages',
  'plugins',
  'scripts/generate-texts.js',
  'scripts/licences',
  'scripts/pack-plugin-kit.js',
  'scripts/sbom.js',
];

/** Builds unless the last build was made from exactly these files. Ends the process when building fails. */
export function ensureBuilt() {
  ensureTexts();
  const hash = hashInputs();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  build(hash);
}

/** @param {string} hash */
function build(hash) {
  const bin = path.join(root, 'node_modules', '.bin', 'react-router');
  const done = progress('Building the pages');
  run([path.join(root, 'packages', 'image-reader', 'src', 'text', 'make-text-models.ts')]);
  run([path.join(root, 'packages', 'plugin-sandbox', 'src', 'make-first-party.ts')]);
  run([bin, 'build']);
  linkSheetsOnce();
  // The service worker lists the pages' files, so it is made after them.
  run([path.join(web, 'app', 'service-worker', 'build-worker.ts')]);
  packKit(path.join(web, 'build', 'client', 'downloads'));
  writeNotices();
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  writeFileSync(path.join(web, 'build', 'sbom.cdx.json'), `${JSON.stringify(bomOf(lock), null, 2)}\n`);
  compress(path.join(web, 'build', 'client'));
  writeFileSync(stamp, hash);
  done();
}

/** @param {string[]} step */
function run(step) {
  const { status, stdout, stderr } = spawnSync(node, step, {
    cwd: web,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: maxOutputBytes,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}`,
    },
  });
  if (status !== 0) {
    console.error(`failed.\n${[stdout, stderr].filter(Boolean).join('\n').trim()}`);
    console.error('The pages could not be built.');
    process.exit(1);
  }
}

/**
 * The router puts a `#` behind the address of a style sheet that a part loaded later needs, too, so that it may stay when its
 * page goes. What loads such parts then takes it for another sheet and links it again, behind those of the page, whose rules
 * no longer come last. The sheets of all pages and of all members' pages never go before their parts do.
 */
function linkSheetsOnce() {
  const builds = ['client', 'server'].map((name) => path.join(web, 'build', name));
  for (const file of builds.flatMap((folder) => listFiles(folder)).filter((name) => name.endsWith('.js'))) {
    const text = readFileSync(file, 'utf8');
    const linked = text.replaceAll(/(\/assets\/(?:base|components)-[\w-]+\.css)#/g, '$1');
    if (linked !== text) writeFileSync(file, linked);
  }
}

/** What `/downloads` serves: the kit for plugins that are written elsewhere, and its hash. @param {string} folder */
function packKit(folder) {
  const name = 'plugin-kit.tgz';
  run([path.join(root, 'scripts', 'pack-plugin-kit.js'), folder, name]);
  const hash = createHash('sha256')
    .update(readFileSync(path.join(folder, name)))
    .digest('hex');
  writeFileSync(path.join(folder, `${name}.sha256`), `${hash}  ${name}\n`);
}

/**
 * What `/licences` shows: everything browsers are sent and the server runs with. What cannot be shown is said and written
 * down for the tests; packages differ by platform, and nobody's start is to fail by a missing text.
 */
function writeNotices() {
  const bundled = JSON.parse(readFileSync(path.join(web, 'build', 'bundled-packages.json'), 'utf8'));
  const { notices, texts, problems } = collectNotices(root, bundled);
  if (problems.length > 0) console.error(`\nMissing on /licences:\n${problems.join('\n')}`);
  writeFileSync(path.join(web, 'build', 'licences.json'), JSON.stringify({ notices, texts, problems }));
}

/** Text is sent compressed; done once here instead of for each request. @param {string} folder */
function compress(folder) {
  for (const file of listFiles(folder)) {
    if (!/\.(m?js|css|svg|json|html|webmanifest|txt|wasm)$/.test(file)) continue;
    const content = readFileSync(file);
    if (content.length < 1024) continue;
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(content, {
        // The best quality takes seconds for the megabytes of an engine, and saves 5% more of them.
        params: { [constants.BROTLI_PARAM_QUALITY]: content.length > 1e6 ? 5 : 9 },
      }),
    );
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
}

function hashInputs() {
  const hash = createHash('sha256');
  for (const input of inputs) {
    const start = path.join(root, input);
    if (!existsSync(start)) continue;
    for (const file of listFiles(start)) {
      if (/\.test\.tsx?$|\/(build|fixtures|corpus|migrations)\//.test(file)) continue;
      hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
    }
  }
  return hash.digest('hex');
}

/** @param {string} start @returns {string[]} */
function listFiles(start) {
  if (statSync(start).isFile()) return [start];
  return readdirSync(start, { withFileTypes: true })
    .filter((entry) => entry.name !== 'node_modules')
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const full = path.join(start, entry.name);
      if (entry.isDirectory()) return listFiles(full);
      return entry.isFile() ? [full] : [];
    });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  ensureInstalled();
  ensureTexts();
  build(hashInputs());
}
