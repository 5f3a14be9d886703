import { createPool, type DB, type PreparedDatabase } from '@readout/database';
import type { Mailer } from '@readout/domain/mails/queue-mail';
import type { Kysely } from 'kysely';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { startMails } from './send-mails.ts';
import { createSmtpTransport } from './smtp-transport.ts';

/** The mails of this process's worker, with a connection of their own that hears of new ones. */
export function startMailing({
  config,
  database,
  db,
  log,
  mailer,
}: {
  config: Pick<Config, 'mail' | 'secret'>;
  database: PreparedDatabase;
  db: { auth: Kysely<DB> };
  log: Log;
  mailer: Mailer;
}): { stop(): Promise<void> } {
  const pool = createPool(database, 'readout_auth', config.secret, {
    maxConnections: 1,
    isDirect: true,
    onError: (error) => log.debug({ error: error.message }, 'waiting for mails was interrupted'),
  });
  const transport = config.mail ? createSmtpTransport(config.mail, { origin: mailer.origin }) : undefined;
  const mails = startMails({ auth: db.auth, mailer, transport, log }, { pool });
  return {
    async stop() {
      await mails.stop();
      await pool.end();
    },
  };
}
