import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { loadEnvFile, rootFolder } from './root-folder.ts';
import { canWrite, findRunUser } from './run-user.ts';
import { unwritableCode, unwritableSentence } from './unwritable.ts';

const systemFolder = '/var/lib/readout';

/** Where the data of the installation may be that `npm start` would run here, likeliest first. Nothing is made or looked at. */
export function possibleDataFolders(): string[] {
  loadEnvFile();
  const given = process.env.READOUT_DATA;
  return given ? [path.resolve(given)] : [path.join(rootFolder, 'data'), systemFolder];
}

/**
 * Decides where data lives and makes the folder. Root starts PostgreSQL as another user, who has to reach it: a
 * default inside a private home then gives way to `systemDefault`, while a folder the operator named is kept or
 * refused with the reason.
 *
 * @param given - READOUT_DATA, when set.
 * @param fallback - the default, `data` in the checkout.
 */
export function chooseDataFolder(
  given: string | undefined,
  fallback: string,
  systemDefault = systemFolder,
): string {
  const wanted = path.resolve(given ?? fallback);
  const problem = tryFolder(wanted);
  if (!problem) return wanted;
  if (given !== undefined) throw new Error(`READOUT_DATA=${given} cannot be used: ${problem}`);
  const systemProblem = tryFolder(systemDefault);
  if (!systemProblem) return systemDefault;
  throw new Error(
    `No place for the data: ${problem} ${systemProblem} Set READOUT_DATA to a folder that can be used.`,
  );
}

/** Sentence with the reason why the folder cannot be used, undefined when it can. */
function tryFolder(folder: string): string | undefined {
  const cluster = postgresFolder(folder);
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK | constants.X_OK);
    const isOurs = readdirSync(folder).every((name) => ownNames.includes(name));
    if (!existsSync(cluster)) mkdirSync(cluster, { mode: 0o700 });
    const user = findRunUser(clusterVersionFile(folder), folder);
    if (user) {
      // Others may pass through, but not list: everything private below has its own mode. Only in a folder that
      // holds nothing else, since a wrong READOUT_DATA must not open somebody's home.
      if (isOurs && statSync(folder).uid === 0) chmodSync(folder, 0o711);
      chownSync(cluster, user.uid, user.gid);
      if (!canWrite(user, cluster)) {
        return `PostgreSQL runs as user ${user.name} (it refuses to run as root), who cannot reach ${cluster}.`;
      }
    }
    return undefined;
  } catch (error) {
    return unwritableSentence(folder, unwritableCode(folder, error) ?? String(error));
  }
}

/** What a data folder of ours holds from the first start on. */
export const ownNames = ['postgres', 'postgres-password', 'secret', 'store', 'uploads', 'legal', 'owner.pid'];

/** Where in a data folder the embedded PostgreSQL keeps everything of its own. */
export function postgresFolder(dataFolder: string): string {
  return path.join(dataFolder, 'postgres');
}

/** Present once the cluster has been made. */
export function clusterVersionFile(dataFolder: string): string {
  return path.join(postgresFolder(dataFolder), 'cluster', 'PG_VERSION');
}
