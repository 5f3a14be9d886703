import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ClientBase } from 'pg';
import { rootFolder } from './root-folder.ts';

/** A release, and the oldest that may run on a database it has prepared. */
export interface Release {
  release: string;
  oldest: string;
}

/**
 * Migrations since then only add; what it does not use any more may go. A test holds it to the changelog: it is the release
 * before this one.
 */
const oldestBeside = '0.3.0';

/** What runs here. */
export function thisRelease(): Release {
  const { version } = JSON.parse(readFileSync(path.join(rootFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  return { release: version.replace(/[-+].*$/, ''), oldest: oldestBeside };
}

export const tooOldCode = 'release.too_old';

/** This process is older than the oldest release that may run on the database; nothing was changed. */
export class ReleaseTooOldError extends Error {
  override readonly name = 'ReleaseTooOldError';
  readonly code = tooOldCode;
}

/** Whether one release is before another, by their three numbers. */
export function isBefore(one: string, other: string): boolean {
  const numbers = (text: string) => text.split('.').map(Number);
  const theirs = numbers(other);
  for (const [index, number] of numbers(one).entries()) {
    const difference = number - (theirs[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

/** What to do about it, for the log and those who start it. */
export function tooOldSentence(ours: string, oldest: string): string {
  return (
    `This process is Readout ${ours}, and the database takes Readout ${oldest} or newer: a newer Readout has changed it since. ` +
    `Start ${oldest} or newer here. To go back to ${ours}, restore a backup that was made before the upgrade.`
  );
}

/**
 * What the database says of itself; undefined for one that no release has noted itself in.
 *
 * @throws ReleaseTooOldError where `ours` may not run on it
 */
export async function refuseTooOld(client: ClientBase, ours: Release): Promise<Release | undefined> {
  const { rows: tables } = await client.query<{ is_there: boolean }>(
    "select to_regclass('public.readout_release') is not null as is_there",
  );
  if (!tables[0]?.is_there) return undefined;
  const { rows } = await client.query<Release>('select release, oldest from public.readout_release');
  const noted = rows[0];
  if (noted && isBefore(ours.release, noted.oldest))
    throw new ReleaseTooOldError(tooOldSentence(ours.release, noted.oldest));
  return noted;
}

/** Notes a release that has prepared the database, where it is the newest: an older one beside it changes nothing. */
export async function noteRelease(
  client: ClientBase,
  ours: Release,
  noted: Release | undefined,
): Promise<void> {
  if (noted && isBefore(ours.release, noted.release)) return;
  // What may no longer run stays out, whatever a build in between said.
  const oldest = noted && isBefore(ours.oldest, noted.oldest) ? noted.oldest : ours.oldest;
  if (noted?.release === ours.release && noted.oldest === oldest) return;
  await client.query(
    `insert into public.readout_release (release, oldest) values ($1, $2)
     on conflict (is_only) do update set release = excluded.release, oldest = excluded.oldest, noted_at = now()`,
    [ours.release, oldest],
  );
}
