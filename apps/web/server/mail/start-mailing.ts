import { createPool } from '@readout/database';
import type { Services } from '../services.ts';
import { startMails } from './send-mails.ts';
import { createSmtpTransport } from './smtp-transport.ts';

/** The mails of this process's worker, with a connection of their own that hears of new ones. */
export function startMailing({ config, database, db, log, mailer }: Services): { stop(): Promise<void> } {
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
