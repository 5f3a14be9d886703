// cspell:ignore nowarn
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The project as it stands here, uncommitted changes included, in a folder of its own that can be broken. */
export interface ProjectCopy {
  folder: string;
  /** @throws Error where the patch does not fit the code */
  apply(patch: string): void;
  takeBack(patch: string): void;
  remove(): void;
}

export function copyProject(root: string): ProjectCopy {
  const folder = mkdtempSync(path.join(tmpdir(), 'readout-faults-'));
  // Processes without privileges read it, too.
  chmodSync(folder, 0o755);
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 2 ** 20 });
  const files = git('ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0');
  for (const file of files) {
    if (!file || !existsSync(path.join(root, file))) continue;
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    cpSync(path.join(root, file), path.join(folder, file));
  }
  // Links between the packages are relative: those of the copy lead into the copy. Files of packages are never written.
  for (const name of ['node_modules', 'apps/web/node_modules', ...nestedModules(root)])
    if (existsSync(path.join(root, name))) copyTree(path.join(root, name), path.join(folder, name));
  // What tools keep there they write in place.
  for (const kept of ['.vite', '.vite-temp', '.cache'])
    rmSync(path.join(folder, 'node_modules', kept), { recursive: true, force: true });
  if (existsSync(path.join(root, 'apps/web/build')))
    cpSync(path.join(root, 'apps/web/build'), path.join(folder, 'apps/web/build'), { recursive: true });
  const makeTexts = () => {
    execFileSync(process.execPath, ['scripts/generate-texts.js'], { cwd: folder, stdio: 'inherit' });
  };
  makeTexts();
  const apply = (patch: string, ...flags: string[]) => {
    const { status, stderr } = spawnSync(
      'git',
      ['apply', '--whitespace=nowarn', ...flags, path.resolve(root, patch)],
      {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, GIT_CEILING_DIRECTORIES: path.dirname(folder) },
      },
    );
    if (status !== 0) throw new Error(`${patch} does not fit the code:\n${stderr}`);
    if (readFileSync(path.resolve(root, patch), 'utf8').includes('b/packages/texts/languages/')) makeTexts();
  };
  return {
    folder,
    apply: (patch) => apply(patch),
    takeBack: (patch) => apply(patch, '--reverse'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const nestedModules = (root: string): string[] =>
  execFileSync('sh', ['-c', 'ls -d packages/*/node_modules plugins/*/node_modules 2>/dev/null || true'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter(Boolean);

/** By hard links where the file system has them. */
function copyTree(from: string, to: string): void {
  if (spawnSync('cp', ['-al', from, to], { stdio: 'ignore' }).status === 0) return;
  rmSync(to, { recursive: true, force: true });
  execFileSync('cp', ['-a', from, to]);
}
