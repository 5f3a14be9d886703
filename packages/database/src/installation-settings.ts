import path from 'node:path';
import type { DatabaseAddress } from './address.ts';
import { parseDatabaseUrl } from './connect.ts';
import { chooseDataFolder } from './data-folder.ts';
import { loadEnvFile, rootFolder } from './root-folder.ts';
import { takeSecretFiles } from './secret-files.ts';

/**
 * The data folder that the settings name, made where it is missing.
 *
 * @throws Error with the reason why it cannot be used.
 */
export function dataFolderOf(
  given: string | undefined,
  { isDemonstration = false }: { isDemonstration?: boolean } = {},
): string {
  return isDemonstration
    ? chooseDataFolder(given, path.join(rootFolder, 'data-demo'), '/var/lib/readout-demo')
    : chooseDataFolder(given, path.join(rootFolder, 'data'));
}

export interface InstallationPlace {
  /** Absolute. */
  dataFolder: string;
  /** Undefined: the embedded PostgreSQL. */
  database: DatabaseAddress | undefined;
}

/**
 * Where the installation is that a command is run for, as `npm start` finds it: `.env`, READOUT_DATA, DATABASE_URL.
 *
 * @throws Error with what is wrong about a setting.
 */
export function findInstallation(): InstallationPlace {
  loadEnvFile();
  takeSecretFiles(process.env);
  const { READOUT_DATA: folder, DATABASE_URL: url, DATABASE_DIRECT_URL: direct } = process.env;
  const dataFolder = dataFolderOf(folder || undefined);
  return {
    dataFolder,
    database: direct
      ? parseDatabaseUrl(direct, 'DATABASE_DIRECT_URL')
      : url
        ? parseDatabaseUrl(url)
        : undefined,
  };
}
