import { type ApiKeyScope, apiKeyScopeNames, apiKeyScopes } from '@readout/domain/api-keys/rules';
import {
  apiKeyRequestsPerMinute,
  demandApiKeyScope,
  type UsedApiKey,
  useApiKey as verifyApiKey,
} from '@readout/domain/api-keys/use-api-key';
import { AppError } from '@readout/domain/errors';
import type { OauthResource } from '@readout/domain/oauth/rules';
import type { Context, MiddlewareHandler } from 'hono';
import { companyOfRequest } from '../http/company-of-request.ts';
import type { HttpEnv } from '../http/env.ts';
import { bearerOf } from '../request/bearer.ts';
import type { ApiDeps } from './api-deps.ts';

/**
 * Who a program acts for. A request with a key, or with the access token of a program that somebody let in, is judged by
 * that alone: cookies beside it count nothing.
 * @param resource - the interface that is mounted here
 * @throws AppError as `useApiKey`, `company.other`
 */
export function withApiKey(deps: Pick<ApiDeps, 'auth'>, resource: OauthResource): MiddlewareHandler<HttpEnv> {
  const judge = async (context: Context<HttpEnv>, key: string): Promise<UsedApiKey> => {
    const ipAddress = context.get('client').address;
    const apiKey = await verifyApiKey(deps, { key, ipAddress, resource }).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'api_key.too_many_requests')
        context.set('quota', { left: 0, resetSeconds: Number(error.detail.retryAfterSeconds) });
      throw error;
    });
    const asked = companyOfRequest(context.req.raw);
    if (asked !== undefined && asked !== apiKey.scope.companyId)
      throw new AppError('company.other', { reason: 'api_key' });
    return apiKey;
  };
  return async (context, next) => {
    const key = bearerOf(context.req.raw.headers);
    if (key === undefined) return next();
    context.set('session', null);
    const apiKey = await judge(context, key);
    context.set('apiKey', apiKey);
    context.set('quota', apiKey);
    await next();
  };
}

/**
 * Says with every answer, a refusal too, what a key has left: as draft-ietf-httpapi-ratelimit-headers-10 has it, and
 * in the three headers of its former versions.
 */
export const tellQuota: MiddlewareHandler<HttpEnv> = async (context, next) => {
  await next();
  const quota = context.get('quota');
  if (!quota) return;
  const { left, resetSeconds } = quota;
  const { headers } = context.res;
  headers.set('ratelimit-policy', `"key";q=${apiKeyRequestsPerMinute};w=60`);
  headers.set('ratelimit', `"key";r=${left};t=${resetSeconds}`);
  headers.set('ratelimit-limit', String(apiKeyRequestsPerMinute));
  headers.set('ratelimit-remaining', String(left));
  headers.set('ratelimit-reset', String(resetSeconds));
};

/**
 * Opens an address to keys that are for this; no other address is.
 * @throws AppError `api_key.not_for_this`
 */
export function openToKeys(needed: ApiKeyScope): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    const apiKey = context.get('apiKey');
    if (apiKey) demandApiKeyScope(apiKey, needed);
    context.set('isOpenToKeys', true);
    await next();
  };
}

/** Who may ask: somebody signed in, a key that is for this, or a program that somebody let do this. */
export const keySecurity = (needed: ApiKeyScope) => [
  { session: [] },
  { apiKey: [needed] },
  { oauth2: [needed] },
];

/** Who may ask where keys may not. */
export const forSessions = { security: [{ session: [] }] };

/** {@link openToKeys} for an address that is described: for `createRoute`. */
export const forKeys = (needed: ApiKeyScope) => ({
  security: keySecurity(needed),
  middleware: openToKeys(needed),
});

/** How requests say who they come from, for the description. */
export const securitySchemes = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-readout.session_token',
    description: 'The cookie of somebody who is signed in.',
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: `An API key of a company (\`Authorization: Bearer readout_…\`), made in the settings. It has ${apiKeyRequestsPerMinute} requests a minute; \`RateLimit\` says how many are left (\`r\`) and in how many seconds it starts again (\`t\`). What it is for is chosen when it is made:\n\n${apiKeyScopeNames.map((name) => `- \`${name}\`: ${apiKeyScopes[name].label}`).join('\n')}`,
  },
  oauth2: {
    type: 'oauth2',
    description:
      'An access token of a program that a person let act for them in one company: OAuth 2.1, authorization code with PKCE (S256), public clients that register themselves. It is sent and counted like a key, and never worth more than its person may at that moment.',
    flows: {
      authorizationCode: {
        authorizationUrl: '/oauth/authorize',
        tokenUrl: '/oauth/token',
        refreshUrl: '/oauth/token',
        scopes: Object.fromEntries(apiKeyScopeNames.map((name) => [name, apiKeyScopes[name].label])),
      },
    },
  },
} as const;
