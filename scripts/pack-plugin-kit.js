// Makes the package of the kit: node scripts/pack-plugin-kit.js [folder for the .tgz [name of the file]]
// What a plugin may import (Apache-2.0), and the command that makes, tests and packs plugins (AGPL-3.0-or-later), for a
// folder without Readout. The workspace runs from source, so what is packed has a package.json of its own.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { npmProgram, root } from './install.js';

const kit = path.join(root, 'packages', 'plugin-kit');
const cli = path.join(root, 'packages', 'cli');
const texts = path.join(root, 'packages', 'texts', 'build', 'messages');
/** What the command says stands in these. */
const areas = ['cli', 'error'];
/** Programs of others: installed with the package, not in it. */
const external = [
  '@jitl/quickjs-wasmfile-release-sync',
  '@readout/plugin-kit',
  'esbuild',
  'intl-messageformat',
  'openapi-fetch',
  'quickjs-emscripten-core',
  'zod',
];

/**
 * @param {string} target folder, made where it is missing
 * @param {string} [name] of the file; as npm names it otherwise
 * @returns {Promise<string>} its path
 */
async function packPluginKit(target, name) {
  const staging = mkdtempSync(path.join(tmpdir(), 'readout-plugin-kit-'));
  try {
    buildKit(path.join(staging, 'dist'));
    await buildCommand(path.join(staging, 'bin'));
    writeFileSync(path.join(staging, 'package.json'), `${JSON.stringify(manifest(staging), null, 2)}\n`);
    for (const file of ['README.md', 'LICENSE', 'manifest.schema.json'])
      cpSync(path.join(kit, file), path.join(staging, file));
    cpSync(path.join(root, 'LICENSE'), path.join(staging, 'bin', 'LICENSE'));
    mkdirSync(target, { recursive: true });
    // Nothing of it needs the registry, and nothing is to wait for one, or for a home folder.
    const npm = npmProgram();
    const pack = ['pack', '--json', '--ignore-scripts', '--offline', '--no-update-notifier', '--logs-max=0'];
    const packed = execFileSync(
      npm.command,
      [...npm.args, ...pack, '--cache', path.join(staging, '.npm'), '--pack-destination', target],
      { cwd: staging, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    );
    const file = path.join(target, JSON.parse(packed)[0].filename);
    if (name === undefined) return file;
    renameSync(file, path.join(target, name));
    return path.join(target, name);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** @param {string} folder */
function buildKit(folder) {
  const compiler = path.join(root, 'node_modules', '.bin', 'tsc');
  execFileSync(compiler, ['-p', path.join(kit, 'tsconfig.build.json'), '--outDir', folder], {
    stdio: 'inherit',
  });
}

/** @param {string} folder */
async function buildCommand(folder) {
  const program = path.join(folder, 'program');
  const { metafile } = await build({
    metafile: true,
    entryPoints: {
      readout: path.join(cli, 'src', 'plugin', 'outside.ts'),
      thread: path.join(root, 'packages', 'plugin-sandbox', 'src', 'thread.ts'),
    },
    outdir: program,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node26',
    charset: 'utf8',
    external: external.flatMap((name) => [name, `${name}/*`]),
    absWorkingDir: root,
    logLevel: 'error',
    plugins: [
      {
        name: 'outside',
        setup({ onResolve, onLoad }) {
          // There is no engine to read pictures with.
          onResolve({ filter: /\/read-pictures\.ts$/ }, ({ resolveDir }) => ({
            path: path.join(resolveDir, 'read-pictures-outside.ts'),
          }));
          // A thread is a file of its own.
          onLoad({ filter: /plugin-sandbox\/src\/node\.ts$/ }, ({ path: file }) => ({
            contents: readFileSync(file, 'utf8').replace("new URL('./thread.ts'", "new URL('./thread.js'"),
            loader: 'ts',
          }));
        },
      },
    ],
  });
  const foreign = Object.keys(metafile.inputs).filter((file) => file.includes('node_modules'));
  if (foreign.length > 0) throw new Error(`Not ours, and without its licence: ${foreign.join(', ')}`);
  cpSync(path.join(cli, 'bin', 'readout-outside.js'), path.join(folder, 'readout.js'));
  cpSync(path.join(cli, 'bin', 'newest-node.js'), path.join(folder, 'newest-node.js'));
  for (const language of ['en', 'de', 'fr', 'es'])
    for (const area of areas)
      cpSync(
        path.join(texts, language, `${area}.json`),
        path.join(folder, 'build', 'messages', language, `${area}.json`),
      );
}

/** @param {string} staging where everything is built @returns {object} */
function manifest(staging) {
  const { name, version, type, sideEffects, exports } = readJson(path.join(kit, 'package.json'));
  const { optionalDependencies } = readJson(path.join(root, 'package.json'));
  const { packages } = readJson(path.join(root, 'package-lock.json'));
  /** @type {(source: string, ending: string) => string} */
  const built = (source, ending) => source.replace(/^\.\/src\//, './dist/').replace(/\.ts$/, ending);
  for (const source of Object.values(exports))
    if (!existsSync(path.join(staging, built(source, '.js'))))
      throw new Error(`${source} is exported, but not built: add it to tsconfig.build.json`);
  return {
    name,
    version,
    description:
      'What a reader plugin of Readout may import, and the command that makes, tests and packs plugins.',
    license: '(Apache-2.0 AND AGPL-3.0-or-later)',
    type,
    sideEffects: sideEffects.map((/** @type {string} */ source) => built(source, '.js')),
    engines: { node: '>=20' },
    bin: { readout: './bin/readout.js' },
    files: ['bin', 'dist', 'manifest.schema.json'],
    types: built(exports['.'], '.d.ts'),
    exports: {
      ...Object.fromEntries(
        Object.entries(exports).map(([entry, source]) => [
          entry,
          { types: built(source, '.d.ts'), default: built(source, '.js') },
        ]),
      ),
      './manifest.schema.json': './manifest.schema.json',
    },
    dependencies: Object.fromEntries(
      external.flatMap((each) => (each === name ? [] : [[each, packages[`node_modules/${each}`].version]])),
    ),
    // The Node that the command runs with, by system.
    optionalDependencies: Object.fromEntries(
      Object.entries(optionalDependencies).filter(([each]) => each.startsWith('node-')),
    ),
  };
}

/** @param {string} file */
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

console.log(await packPluginKit(path.resolve(process.argv[2] ?? path.join(kit, 'dist')), process.argv[3]));
