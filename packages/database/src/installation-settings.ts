import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DatabaseAddress } from './address.ts';
import { parseDatabaseUrl } from './connect.ts';
import { chooseDataFolder } from './data-folder.ts';
import { takeSecretFiles } from './secret-files.ts';

/** Root of the checkout. */
export const rootFolder = fileURLToPath(new URL('../../..', import.meta.url));

/** Takes the settings of `.env` into the environment, where there is such a file; what is set already stays. */
export function loadEnvFile(): void {
  const file = path.join(rootFolder, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}

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
