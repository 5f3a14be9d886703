import { type GenericOAuthConfig, genericOAuth } from 'better-auth/plugins/generic-oauth';
import type { SocialProviders } from 'better-auth/social-providers';
import { z } from 'zod';

/** A service one can sign in with instead of a password. */
export interface SignInProvider {
  /** Part of the callback's address and of every account made with it. */
  id: string;
  /** On its button. */
  name: string;
}

export type SignInProviderConfig = SignInProvider & { clientId: string; clientSecret: string } & (
    | { kind: 'oidc'; issuer: string }
    | { kind: 'google' | 'github' }
    | { kind: 'microsoft'; tenant: string }
  );

/** A service is configured by half. */
export class IncompleteProviderError extends Error {
  override readonly name = 'IncompleteProviderError';
}

const reserved = ['credential', 'oidc', 'google', 'microsoft', 'github'];

const entry = z.object({
  id: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'an id is made of a-z, 0-9 and -')
    .refine((id) => !reserved.includes(id), `an id is none of ${reserved.join(', ')}`),
  name: z.string().trim().min(1, 'each needs a name').max(60, 'a name has at most 60 characters'),
  issuer: z.url({ protocol: /^https?$/, error: 'an issuer is an address' }),
  clientId: z.string().min(1, 'each needs a clientId'),
  clientSecret: z.string().min(1, 'each needs a clientSecret'),
});

/** READOUT_OIDC_PROVIDERS: a JSON list. */
export const oidcProvidersSchema = z.string().transform((text, context) => {
  const fail = (message: string) => {
    context.addIssue({ code: 'custom', message: `must be a JSON list as in .env.example: ${message}` });
    return z.NEVER;
  };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return fail('this is not JSON');
  }
  const parsed = z.array(entry).safeParse(value);
  if (!parsed.success) return fail(parsed.error.issues[0]?.message ?? 'not understood');
  if (new Set(parsed.data.map(({ id }) => id)).size < parsed.data.length) return fail('an id is there twice');
  return parsed.data;
});

interface ProviderVariables {
  READOUT_OIDC_ISSUER?: string | undefined;
  READOUT_OIDC_CLIENT_ID?: string | undefined;
  READOUT_OIDC_CLIENT_SECRET?: string | undefined;
  READOUT_OIDC_NAME?: string | undefined;
  READOUT_OIDC_PROVIDERS?: z.output<typeof oidcProvidersSchema> | undefined;
  READOUT_GOOGLE_CLIENT_ID?: string | undefined;
  READOUT_GOOGLE_CLIENT_SECRET?: string | undefined;
  READOUT_MICROSOFT_CLIENT_ID?: string | undefined;
  READOUT_MICROSOFT_CLIENT_SECRET?: string | undefined;
  READOUT_MICROSOFT_TENANT: string;
  READOUT_GITHUB_CLIENT_ID?: string | undefined;
  READOUT_GITHUB_CLIENT_SECRET?: string | undefined;
}

/**
 * The configured services, in the order of their buttons.
 *
 * @throws IncompleteProviderError where a client is named without its secret or the other way round
 */
export function signInProvidersOf(env: ProviderVariables): SignInProviderConfig[] {
  const pair = (prefix: 'OIDC' | 'GOOGLE' | 'MICROSOFT' | 'GITHUB') => {
    const [idName, secretName] = [
      `READOUT_${prefix}_CLIENT_ID`,
      `READOUT_${prefix}_CLIENT_SECRET`,
    ] as const satisfies string[];
    const [clientId, clientSecret] = [env[idName], env[secretName]];
    if (clientId && clientSecret) return { clientId, clientSecret };
    if (clientId || clientSecret)
      throw new IncompleteProviderError(`${idName} and ${secretName} go together; one of them is missing.`);
    return undefined;
  };
  const providers: SignInProviderConfig[] = [];
  const oidc = pair('OIDC');
  if (oidc && !env.READOUT_OIDC_ISSUER)
    throw new IncompleteProviderError('READOUT_OIDC_CLIENT_ID is set, but READOUT_OIDC_ISSUER is missing.');
  if (env.READOUT_OIDC_ISSUER && !oidc)
    throw new IncompleteProviderError('READOUT_OIDC_ISSUER is set, but READOUT_OIDC_CLIENT_ID is missing.');
  if (oidc && env.READOUT_OIDC_ISSUER)
    providers.push({
      kind: 'oidc',
      id: 'oidc',
      name: env.READOUT_OIDC_NAME ?? 'Single sign-on',
      issuer: env.READOUT_OIDC_ISSUER,
      ...oidc,
    });
  for (const each of env.READOUT_OIDC_PROVIDERS ?? []) providers.push({ kind: 'oidc', ...each });
  const google = pair('GOOGLE');
  if (google) providers.push({ kind: 'google', id: 'google', name: 'Google', ...google });
  const microsoft = pair('MICROSOFT');
  if (microsoft)
    providers.push({
      kind: 'microsoft',
      id: 'microsoft',
      name: 'Microsoft',
      tenant: env.READOUT_MICROSOFT_TENANT,
      ...microsoft,
    });
  const github = pair('GITHUB');
  if (github) providers.push({ kind: 'github', id: 'github', name: 'GitHub', ...github });
  return providers;
}

/** The large services as better-auth knows them. */
export function socialProvidersOf(configs: SignInProviderConfig[]): SocialProviders {
  const providers: SocialProviders = {};
  for (const { clientId, clientSecret, ...config } of configs) {
    if (config.kind === 'google') providers.google = { clientId, clientSecret };
    if (config.kind === 'github') providers.github = { clientId, clientSecret };
    if (config.kind === 'microsoft')
      providers.microsoft = { clientId, clientSecret, tenantId: config.tenant };
  }
  return providers;
}

/** What better-auth keeps of its providers, as far as it is filled in here. */
interface ProviderContext {
  socialProviders: { id: string; issuer?: string | undefined }[];
}

/**
 * Makes an OpenID Connect service known to better-auth, reading its discovery document. Done when somebody first signs
 * in with it rather than at the start: a service that is down then must keep nobody from starting Readout, and is asked
 * again the next time.
 *
 * @returns whether the service can be used now.
 */
export async function discoverProvider(
  context: ProviderContext,
  config: SignInProviderConfig,
): Promise<boolean> {
  const isKnown = () => context.socialProviders.some(({ id }) => id === config.id);
  if (config.kind !== 'oidc' || isKnown()) return isKnown();
  const plugin = genericOAuth({ config: [oauthConfig(config)] });
  const { context: made } = await plugin.init(context as Parameters<typeof plugin.init>[0]);
  const provider = made.socialProviders.find(({ id }) => id === config.id) as
    | ProviderContext['socialProviders'][number]
    | undefined;
  // OpenID Connect Discovery 1.0, section 4.3: the one that answers has to be the issuer that was asked for.
  if (!provider || withoutSlash(provider.issuer ?? '') !== withoutSlash(config.issuer)) return false;
  if (!isKnown()) context.socialProviders.push(provider);
  return true;
}

function oauthConfig({
  id,
  name,
  issuer,
  clientId,
  clientSecret,
}: Extract<SignInProviderConfig, { kind: 'oidc' }>): GenericOAuthConfig {
  return {
    providerId: id,
    name,
    discoveryUrl: `${withoutSlash(issuer)}/.well-known/openid-configuration`,
    clientId,
    clientSecret,
    scopes: ['openid', 'email', 'profile'],
    pkce: true,
    requireIdTokenVerification: true,
    mapProfileToUser: (profile) => ({
      // Some services write it as a string.
      emailVerified: profile.email_verified === true || profile.email_verified === 'true',
    }),
  };
}

const withoutSlash = (address: string) => address.replace(/\/+$/, '');
