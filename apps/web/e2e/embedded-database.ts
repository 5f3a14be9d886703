import { readFileSync } from 'node:fs';
import path from 'node:path';
import { withOwner } from '@readout/database';

/** Works as owner on the embedded database of a running server. */
export const withDatabaseOf = (dataFolder: string, work: Parameters<typeof withOwner>[1]) =>
  withOwner(
    {
      host: path.join(dataFolder, 'postgres/run'),
      port: 5432,
      user: 'readout',
      password: readFileSync(path.join(dataFolder, 'postgres-password'), 'utf8').trim(),
      database: 'readout',
    },
    work,
  );
