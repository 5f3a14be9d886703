import { createHmac } from 'node:crypto';
import type { DB } from '@readout/database';
import { maxPasswordLength, minPasswordLength } from '@readout/domain/users/sign-up';
import { betterAuth } from 'better-auth';
import { createAccessControl } from 'better-auth/plugins/access';
import { admin } from 'better-auth/plugins/admin';
import { organization } from 'better-auth/plugins/organization';
import { CamelCasePlugin, type Kysely } from 'kysely';
import type { Config } from './config.ts';
import type { Log } from './log.ts';

/** Header that the server itself sets for sign-in; whatever a client sent under this name is dropped. */
export const clientAddressHeader = 'x-readout-client-address';

export const sessionLifeSeconds = 30 * 24 * 60 * 60;
/** A session is prolonged at most this often. */
export const sessionRenewalSeconds = 24 * 60 * 60;

// What members may do is decided by the domain's policy; sign-in only has to know which roles there are.
const access = createAccessControl({
  organization: ['update', 'delete'],
  member: ['create', 'update', 'delete'],
  invitation: ['create', 'cancel'],
  ac: ['create', 'read', 'update', 'delete'],
});
const manage = { member: ['create', 'update', 'delete'], invitation: ['create', 'cancel'] } as const;
const roles = {
  owner: access.newRole({ ...manage, organization: ['update', 'delete'] }),
  admin: access.newRole(manage),
  reviewer: access.newRole({}),
  operator: access.newRole({}),
};

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
    session: { expiresIn: sessionLifeSeconds, updateAge: sessionRenewalSeconds },
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
      organization({
        ac: access,
        roles,
        creatorRole: 'owner',
        allowUserToCreateOrganization: false,
        invitationExpiresIn: 7 * 24 * 60 * 60,
        schema: {
          organization: { modelName: 'company' },
          member: { modelName: 'membership', fields: { organizationId: 'companyId' } },
          invitation: { fields: { organizationId: 'companyId' } },
          session: { fields: { activeOrganizationId: 'activeCompanyId' } },
        },
      }),
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
