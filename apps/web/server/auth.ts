import { createHmac } from 'node:crypto';
import type { DB } from '@readout/database';
import { maxPasswordLength, minPasswordLength } from '@readout/domain/users/sign-up';
import { betterAuth } from 'better-auth';
import { admin } from 'better-auth/plugins/admin';
import { CamelCasePlugin, type Kysely } from 'kysely';
import type { Config } from './config.ts';
import type { Log } from './log.ts';

/** Header that the server itself sets for sign-in; whatever a client sent under this name is dropped. */
export const clientAddressHeader = 'x-readout-client-address';

export const sessionLifeSeconds = 30 * 24 * 60 * 60;
/** A session is prolonged at most this often. */
export const sessionRenewalSeconds = 24 * 60 * 60;

export type Auth = ReturnType<typeof createAuth>;

/**
 * Sign-in over schema `auth`, as its own database role. Accounts are made by the domain's `signUp`, in one statement
 * with their company; better-auth hashes and checks passwords and issues, signs, prolongs and ends sessions.
 */
export function createAuth({ config, db, log }: { config: Config; db: Kysely<DB>; log: Log }) {
  return betterAuth({
    appName: 'Readout',
    baseURL: config.baseUrl ?? `http://localhost:${config.port}`,
    basePath: '/api/auth',
    secret: derivedSecret(config.secret, 'sign-in'),
    // Requests from elsewhere were refused before they come here (http/same-origin.ts).
    trustedOrigins: (request) =>
      request ? [new URL(request.url).origin, request.headers.get('origin') ?? ''] : [],
    database: {
      db: db.withSchema('auth').withPlugin(new CamelCasePlugin()),
      type: 'postgres',
      transaction: true,
    },
    logger: {
      level: 'warn',
      log: (level, message, ...rest) => {
        // "Invalid password" and its like are everyday answers, not warnings.
        if (level === 'error') log.error({ details: rest.map(String) }, `sign-in: ${message}`);
        else log.debug({ level }, `sign-in: ${message}`);
      },
    },
    telemetry: { enabled: false },
    emailAndPassword: { enabled: true, disableSignUp: true, minPasswordLength, maxPasswordLength },
    session: {
      expiresIn: sessionLifeSeconds,
      updateAge: sessionRenewalSeconds,
      additionalFields: { activeCompanyId: { type: 'string', required: false, input: false } },
    },
    user: {
      additionalFields: {
        termsVersion: { type: 'string', required: false, input: false },
        privacyVersion: { type: 'string', required: false, input: false },
      },
    },
    rateLimit: { enabled: true, storage: 'database', window: 60, max: 100 },
    advanced: {
      database: { generateId: 'uuid' },
      cookiePrefix: 'readout',
      useSecureCookies: config.isSecure,
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
    },
    plugins: [
      // Companies, members and invitations are the domain's: their rules and their audit live in one transaction.
      admin({ defaultRole: 'user', adminRoles: ['admin'] }),
    ],
  });
}

/** A key of its own for each purpose. */
export function derivedSecret(secret: string, purpose: string): string {
  return createHmac('sha256', secret).update(`key for ${purpose}`).digest('hex');
}

/** The one-time set-up code, the same in every process; worthless once the first account is made. */
export function setupCodeOf(secret: string): string {
  const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  const bytes = createHmac('sha256', secret).update('set-up code').digest().subarray(0, 12);
  const letters = [...bytes].map((byte) => alphabet[byte % alphabet.length]).join('');
  return letters.replace(/(.{4})(?=.)/g, '$1-');
}
