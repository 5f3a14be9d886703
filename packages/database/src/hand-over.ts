import { chmodSync, chownSync, lchownSync, lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { ownNames, postgresFolder } from './data-folder.ts';
import { inUse, isOwnerThere } from './embedded.ts';
import { findRunning, stopByPid } from './postgres-process.ts';
import type { RunUser } from './run-user.ts';

/** Bits of a mode that let anybody but the owner in. */
const others = 0o077;
/** Hold too many files to look at each of them at every start, some five seconds for a million. */
const largeFolders = ['postgres', 'store', 'uploads'];

/**
 * Makes everything Readout keeps in its data folder accessible to its owner alone, who is `user` from now on. What else
 * lies in the folder stays as it is. May be cut short at any moment and done again.
 *
 * @param user undefined: this process's own, which can only mend modes of what it owns
 */
export async function handOver(dataFolder: string, user?: RunUser): Promise<void> {
  if (user) await stopDatabaseOfAnother(dataFolder, user);
  const names = readdirSync(dataFolder);
  for (const name of names.filter((each) => ownNames.includes(each)))
    mend(path.join(dataFolder, name), user, largeFolders.includes(name));
  if (names.every((name) => ownNames.includes(name))) close(dataFolder, user);
}

/** The same for a whole folder that is Readout's own. */
export function handOverFolder(folder: string, user: RunUser): void {
  mend(folder, user, false);
}

/** A database left behind by a server that was killed runs as a user who is out of reach once root is given up. */
async function stopDatabaseOfAnother(dataFolder: string, user: RunUser): Promise<void> {
  const left = findRunning(path.join(postgresFolder(dataFolder), 'cluster'));
  if (!left) return;
  const owner = lstatSync(`/proc/${left.pid}`, { throwIfNoEntry: false })?.uid;
  if (owner === undefined || owner === user.uid) return;
  if (isOwnerThere(dataFolder)) throw new Error(inUse(dataFolder));
  await stopByPid(left.pid);
}

/**
 * A folder's own owner and mode are set last: one that has them was looked through to its end.
 */
function mend(item: string, user: RunUser | undefined, isLarge: boolean): void {
  const found = lstatSync(item);
  if (found.isSymbolicLink()) {
    if (user && found.uid !== user.uid) lchownSync(item, user.uid, user.gid);
    return;
  }
  const isFit = (!user || found.uid === user.uid) && (found.mode & others) === 0;
  // Root may have left files of its own anywhere: a start as root looks at all of them.
  if (isFit && isLarge && !user) return;
  if (found.isDirectory()) for (const name of readdirSync(item)) mend(path.join(item, name), user, isLarge);
  if (!isFit) close(item, user);
}

function close(item: string, user: RunUser | undefined): void {
  const { uid, mode } = lstatSync(item);
  if (!user && uid !== process.getuid?.()) return;
  if (user && uid !== user.uid) chownSync(item, user.uid, user.gid);
  chmodSync(item, mode & 0o700);
}
