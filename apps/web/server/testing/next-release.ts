import { chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { thisRelease } from '@readout/database';

const migrations = fileURLToPath(new URL('../../../../packages/database/migrations', import.meta.url));

/** Its number. */
export const nextRelease = '900.0.0';

/** What every request and every reading goes through. */
const changed = [
  'app.captures',
  'app.readings',
  'app.records',
  'auth.session',
  'auth.membership',
  'auth."user"',
];

/**
 * Stands for the release after this one: the same programs with another number and with a migration of their own, which
 * expands as those of a release do.
 *
 * @returns what Node is started with to be it
 */
export function makeNextRelease(): { nodeFlags: string[]; remove(): void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'readout-next-release-'));
  // For whom a server that root starts becomes.
  chmodSync(folder, 0o755);
  cpSync(migrations, folder, { recursive: true });
  writeFileSync(
    path.join(folder, '9999_next_release.sql'),
    changed.map((table) => `alter table ${table} add column of_next_release text;\n`).join(''),
    { mode: 0o644 },
  );
  const hooks = new URL('./as-next-release.ts', import.meta.url);
  hooks.search = new URLSearchParams({
    release: nextRelease,
    oldest: thisRelease().release,
    migrations: pathToFileURL(folder).href,
  }).toString();
  return {
    nodeFlags: ['--import', hooks.href],
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
