import type { DB } from '@readout/database';
import { AppError } from '@readout/domain/errors';
import { redeemCode, redeemRefreshToken, type Tokens } from '@readout/domain/oauth/redeem';
import { registerProgram } from '@readout/domain/oauth/register-program';
import { returnToken } from '@readout/domain/oauth/return-token';
import { oauthResources } from '@readout/domain/oauth/rules';
import { type Context, Hono } from 'hono';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { HttpEnv } from '../http/env.ts';
import { demandSameOrigin } from '../http/same-origin.ts';
import { resourceMetadata, resourceMetadataPath, serverMetadata } from './metadata.ts';

interface Deps {
  /** As the application's role. */
  db: Kysely<DB>;
  /** As the role of signing in. */
  auth: Kysely<DB>;
}

const maxBodyBytes = 32 * 1024;

/** The addresses that programs alone ask, without cookies; the page where a person decides is one of the pages. */
export const isForOauthPrograms = (path: string): boolean =>
  /^\/(oauth\/(token|revoke|register)|\.well-known\/oauth-[\w/-]+)$/.test(path);

/** OAuth 2.1 for programs that act for a person, to be mounted at `/`. Client and request id are set before, what is unforeseen is answered by who mounts it. */
export function createOauth(deps: Deps): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  app.get('/.well-known/oauth-authorization-server', (c) => c.json(serverMetadata(c.get('client').origin)));
  for (const resource of oauthResources)
    app.get(resourceMetadataPath(resource), (c) =>
      c.json(resourceMetadata(c.get('client').origin, resource)),
    );

  endpoint(app, '/oauth/register', async (context) => {
    const { client_name: name, redirect_uris: redirectUris } = readRegistration(await textOf(context));
    const { address: ipAddress } = context.get('client');
    const program = await registerProgram(deps, { name, redirectUris, ipAddress });
    return context.json(
      {
        client_id: program.id,
        client_id_issued_at: Math.floor(program.registeredAt.getTime() / 1000),
        client_name: program.name,
        redirect_uris: program.redirectUris,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      },
      201,
    );
  });

  endpoint(app, '/oauth/token', async (context) => {
    const form = await formOf(context);
    const { address: ipAddress, origin } = context.get('client');
    const asked = { clientId: form.need('client_id'), resource: form.get('resource'), origin, ipAddress };
    const answer = (tokens: Tokens) =>
      context.json({
        access_token: tokens.accessToken,
        token_type: 'Bearer',
        expires_in: tokens.expiresInSeconds,
        refresh_token: tokens.refreshToken,
        scope: tokens.scopes.join(' '),
      });
    switch (form.need('grant_type')) {
      case 'authorization_code':
        return answer(
          await redeemCode(deps, {
            ...asked,
            code: form.need('code'),
            verifier: form.need('code_verifier'),
            redirectUri: form.get('redirect_uri'),
          }),
        );
      case 'refresh_token':
        return answer(
          await redeemRefreshToken(deps, {
            ...asked,
            refreshToken: form.need('refresh_token'),
            scope: form.get('scope'),
          }),
        );
      default:
        throw new AppError('oauth.unsupported_grant_type');
    }
  });

  endpoint(app, '/oauth/revoke', async (context) => {
    const form = await formOf(context);
    const { address: ipAddress } = context.get('client');
    await returnToken(deps, { token: form.need('token'), clientId: form.need('client_id'), ipAddress });
    return context.body(null, 200);
  });
  return app;
}

/**
 * Answers POST at an address, refusals as RFC 6749, section 5.2, has them. Pages of others get nothing from these
 * addresses, and nothing done by them.
 */
function endpoint(
  app: Hono<HttpEnv>,
  path: string,
  handle: (context: Context<HttpEnv>) => Promise<Response>,
): void {
  app.post(path, async (context) => {
    demandSameOrigin('POST', context.req.raw.headers, context.get('client').origin);
    try {
      return await handle(context);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return refusal(error);
    }
  });
  app.all(path, ({ req }) => {
    throw new AppError('request.wrong_method', { method: req.method, allow: 'POST' });
  });
}

function refusal(error: AppError): Response {
  const isOwn = error.code.startsWith('oauth.');
  const { retryAfterSeconds } = error.detail;
  const status =
    error.code === 'oauth.invalid_client'
      ? 401
      : isOwn
        ? 400
        : error.kind === 'too_many_requests'
          ? 429
          : 503;
  return Response.json(
    {
      error: isOwn ? error.code.slice('oauth.'.length) : 'temporarily_unavailable',
      error_description: plain(error.message),
    },
    {
      status,
      headers: {
        'cache-control': 'no-store',
        ...(typeof retryAfterSeconds === 'number' ? { 'retry-after': String(retryAfterSeconds) } : {}),
      },
    },
  );
}

/** The characters that RFC 6749, section 5.2, allows in a description. */
const plain = (text: string): string =>
  text.replaceAll(/[‘’]/g, "'").replaceAll(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, '');

async function textOf(context: Context<HttpEnv>): Promise<string> {
  const { headers } = context.req.raw;
  if (Number(headers.get('content-length') ?? Number.NaN) > maxBodyBytes) throw tooLong();
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of context.req.raw.body ?? []) {
    size += part.byteLength;
    if (size > maxBodyBytes) throw tooLong();
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

const tooLong = () => new AppError('oauth.invalid_request', { parameter: 'content-length' });

/** The fields of a form, each there once. */
async function formOf(context: Context<HttpEnv>) {
  const type = context.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded')
    throw new AppError('oauth.invalid_request', { parameter: 'content-type' });
  const form = new URLSearchParams(await textOf(context));
  const get = (name: string): string | undefined => {
    if (form.getAll(name).length > 1) throw new AppError('oauth.invalid_request', { parameter: name });
    return form.get(name) || undefined;
  };
  const need = (name: string): string => {
    const value = get(name);
    if (value === undefined) throw new AppError('oauth.invalid_request', { parameter: name });
    return value;
  };
  return { get, need };
}

/** What is looked at of a registration; all else it says counts nothing, and no address in it is ever asked. */
const registration = z.object({
  client_name: z.string().max(1000).default(''),
  redirect_uris: z.array(z.string()),
  token_endpoint_auth_method: z.literal('none').optional(),
  grant_types: z
    .array(z.string())
    .refine((types) => types.includes('authorization_code'))
    .optional(),
  response_types: z
    .array(z.string())
    .refine((types) => types.includes('code'))
    .optional(),
});

/** @throws AppError `oauth.invalid_client_metadata` with `{parameter}` */
function readRegistration(text: string): z.infer<typeof registration> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new AppError('oauth.invalid_client_metadata', { parameter: 'JSON' });
  }
  const parsed = registration.safeParse(json);
  if (parsed.success) return parsed.data;
  const parameter = String(parsed.error.issues[0]?.path[0] ?? 'JSON');
  throw new AppError('oauth.invalid_client_metadata', { parameter });
}
