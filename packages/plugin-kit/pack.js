// Makes the npm package: node packages/plugin-kit/pack.js [folder for the .tgz]
// The workspace runs from source, so what is published has a package.json of its own, made here from the workspace's.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const folder = import.meta.dirname;
const bin = path.join(folder, '../../node_modules/.bin');
const target = path.resolve(process.argv[2] ?? path.join(folder, 'dist'));
const staging = mkdtempSync(path.join(tmpdir(), 'readout-plugin-kit-'));
/** A step takes seconds. */
const maxStepMs = 50_000;

try {
  execFileSync(
    path.join(bin, 'tsc'),
    ['-p', path.join(folder, 'tsconfig.build.json'), '--outDir', path.join(staging, 'dist')],
    { stdio: 'inherit', timeout: maxStepMs },
  );
  const { name, version, license, type, sideEffects, exports, dependencies } = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8'),
  );
  /** @type {(source: string, ending: string) => string} */
  const built = (source, ending) => source.replace(/^\.\/src\//, './dist/').replace(/\.ts$/, ending);
  for (const source of Object.values(exports))
    if (!existsSync(path.join(staging, built(source, '.js'))))
      throw new Error(`${source} is exported, but not built: add it to tsconfig.build.json`);
  const published = {
    name,
    version,
    description:
      'What a reader plugin of Readout may import: types, field builders, layout, checks, a test helper.',
    license,
    type,
    sideEffects,
    engines: { node: '>=20' },
    files: ['dist', 'manifest.schema.json'],
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
    dependencies,
  };
  writeFileSync(path.join(staging, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
  for (const file of ['README.md', 'LICENSE', 'manifest.schema.json'])
    cpSync(path.join(folder, file), path.join(staging, file));
  mkdirSync(target, { recursive: true });
  // Nothing of it needs the registry, and nothing is to wait for one.
  const pack = ['pack', '--json', '--ignore-scripts', '--offline', '--no-update-notifier'];
  const packed = execFileSync('npm', [...pack, '--pack-destination', target], {
    cwd: staging,
    encoding: 'utf8',
    timeout: maxStepMs,
  });
  console.log(path.join(target, JSON.parse(packed)[0].filename));
} finally {
  rmSync(staging, { recursive: true, force: true });
}
