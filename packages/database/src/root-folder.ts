import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root of the checkout. */
export const rootFolder = fileURLToPath(new URL('../../..', import.meta.url));

/** Takes the settings of `.env` into the environment, where there is such a file; what is set already stays. */
export function loadEnvFile(): void {
  const file = path.join(rootFolder, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}
