import { createHmac } from 'node:crypto';
import { getAuthenticatorName, passkey } from '@better-auth/passkey';
import type { DB } from '@readout/database';
import type { Mailer } from '@readout/domain/mails/queue-mail';
import { maxPasswordLength, minPasswordLength } from '@readout/domain/users/check-password';
import { betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import { admin } from 'better-auth/plugins/admin';
import { adminAc, defaultAc, userAc } from 'better-auth/plugins/admin/access';
import { magicLink } from 'better-auth/plugins/magic-link';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { CamelCasePlugin, type Kysely } from 'kysely';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { createAccountMailer } from './account-mailer.ts';
import { linkLifeMinutes } from './account-mails.ts';
import { recoveryCodeOptions } from './codes-used-once.ts';
import { mayProviderSignUp } from './provider-sign-up.ts';
import { socialProvidersOf } from './sign-in-providers.ts';

/** Header that the server itself sets for sign-in; whatever a client sent under this name is dropped. */
export const clientAddressHeader = 'x-readout-client-address';

export const sessionLifeSeconds = 30 * 24 * 60 * 60;
/** However often it is prolonged; the database holds every session to it (auth.cap_session). */
export const longestSessionSeconds = 90 * 24 * 60 * 60;
/** A session is prolonged at most this often. */
export const sessionRenewalSeconds = 24 * 60 * 60;
/** Between password and second factor. */
const secondFactorSeconds = 10 * 60;
/** How long a browser the user trusts is not asked for the second factor. */
const trustedBrowserSeconds = 30 * 24 * 60 * 60;

export type Auth = ReturnType<typeof createAuth>;

export interface AuthDeps {
  config: Config;
  /** As readout_auth. */
  db: Kysely<DB>;
  log: Log;
  mailer: Mailer;
}

/**
 * Sign-in over schema `auth`, as its own database role. Accounts with a password are made by the domain's `signUp`, in
 * one statement with their company; better-auth hashes and checks passwords, second factors, passkeys, links and what
 * other services say, and issues, signs, prolongs and ends sessions. Nothing of it is reached from outside but through
 * `accounts.ts` and `http/account-routes.ts`.
 */
export function createAuth({ config, db, log, mailer }: AuthDeps) {
  const mails = createAccountMailer({ auth: db, mailer });
  return betterAuth({
    appName: 'Readout',
    baseURL: mailer.origin,
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
    onAPIError: { errorURL: `${mailer.origin}/auth/error` },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength,
      maxPasswordLength,
      // Where no mail is sent, nobody could confirm.
      requireEmailVerification: mailer.isConfigured,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: linkLifeMinutes.resetPassword * 60,
      sendResetPassword: ({ user, token }) => mails.sendResetPassword(user, token),
    },
    emailVerification: {
      expiresIn: linkLifeMinutes.verifyEmail * 60,
      sendOnSignIn: false,
      sendVerificationEmail: ({ user, token }) => mails.sendVerification(user, token),
    },
    socialProviders: socialProvidersOf(config.signInProviders),
    account: {
      encryptOAuthTokens: true,
      accountLinking: {
        enabled: true,
        // Without being signed in, an account is found by its address only where both sides have it confirmed.
        requireLocalEmailVerified: true,
        // Linking while signed in is the user's own decision.
        allowDifferentEmails: true,
      },
    },
    session: {
      expiresIn: sessionLifeSeconds,
      // The session resolver prolongs them.
      disableSessionRefresh: true,
      additionalFields: {
        activeCompanyId: { type: 'string', required: false, input: false },
        deviceHash: { type: 'string', required: false, input: false },
      },
    },
    user: {
      changeEmail: { enabled: true, updateEmailWithoutVerification: !mailer.isConfigured },
      additionalFields: {
        termsVersion: { type: 'string', required: false, input: false },
        privacyVersion: { type: 'string', required: false, input: false },
      },
    },
    // By this machine's clock it would take away what others just made; the database does it by its own.
    verification: { storeIdentifier: 'hashed', disableCleanup: true },
    databaseHooks: {
      user: {
        create: {
          /** Only another service's sign-in makes users here; who may, is not its decision. */
          before: async (user) => {
            const verdict = await mayProviderSignUp({ auth: db, mode: config.signUp }, user);
            if ('code' in verdict) throw new APIError('FORBIDDEN', { code: verdict.code });
            return { data: { ...user, name: verdict.name } };
          },
        },
      },
    },
    // Failures are counted by us, per account, device and network (packages/domain/src/users/sign-in-attempts.ts).
    rateLimit: { enabled: false },
    advanced: {
      database: { generateId: 'uuid' },
      // `__Host-`: no other host of the domain can set or see them (RFC 6265bis, section 4.1.3.2).
      cookiePrefix: config.isSecure ? '__Host-readout' : 'readout',
      useSecureCookies: false,
      defaultCookieAttributes: { secure: config.isSecure },
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
    },
    plugins: [
      // Companies, members and invitations are the domain's: their rules and their audit live in one transaction.
      admin({
        defaultRole: 'user',
        // Nobody acts as one of them; the database decides who acts as whom (platform.start_support).
        adminRoles: ['admin', 'support', 'auditor'],
        roles: {
          user: userAc,
          admin: adminAc,
          support: defaultAc.newRole({ user: ['impersonate'], session: [] }),
          auditor: userAc,
        },
        impersonationSessionDuration: 60 * 60,
      }),
      secondFactor(recoveryCodeKey(config.secret)),
      passkey({
        rpName: 'Readout',
        origin: config.baseUrl ?? null,
        schema: { passkey: { fields: { credentialID: 'credentialId' } } },
        // A passkey stands for both factors, so anyone who holds the device has to be asked who they are.
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        registration: {
          afterVerification: ({ verification }) => {
            const name = getAuthenticatorName(verification.registrationInfo?.aaguid);
            return name ? { name } : undefined;
          },
        },
        authentication: {
          afterVerification: ({ verification }) => {
            if (!verification.authenticationInfo.userVerified)
              throw new APIError('UNAUTHORIZED', { code: 'AUTHENTICATION_FAILED' });
          },
        },
      }),
      magicLink({
        expiresIn: linkLifeMinutes.signIn * 60,
        disableSignUp: true,
        storeToken: 'hashed',
        sendMagicLink: ({ email, token, metadata }) => mails.sendSignInLink(email, token, metadata),
      }),
    ],
  });
}

/**
 * A code of an authenticator or a recovery code after the password, and also after a link by mail and after another
 * service, which better-auth leaves out: a mailbox alone must not be enough where its owner asked for more. Passkeys are
 * two factors by themselves.
 */
function secondFactor(codesKey: string) {
  const plugin = twoFactor({
    issuer: 'Readout',
    twoFactorCookieMaxAge: secondFactorSeconds,
    trustDeviceMaxAge: trustedBrowserSeconds,
    // Who only ever signs in by passkey or another service has no password to give.
    allowPasswordless: true,
    // It would keep the account's owner out too; ours lets a device that the account knows go on.
    accountLockout: { enabled: false },
    backupCodeOptions: recoveryCodeOptions(codesKey),
  });
  for (const hook of plugin.hooks.after)
    hook.matcher = ({ path }) =>
      path === '/sign-in/email' || path === '/magic-link/verify' || path === '/callback/:id';
  return plugin;
}

/** Under which recovery codes are hashed. */
export const recoveryCodeKey = (secret: string): string => derivedSecret(secret, 'recovery codes');

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
