import { createHash } from 'node:crypto';
import { AppError } from '@readout/domain/errors';
import {
  beginIdempotent,
  endIdempotent,
  type IdempotencyKey,
  type KeptAnswer,
  keepIdempotent,
} from '@readout/domain/idempotency/idempotency-keys';
import type { Context, MiddlewareHandler } from 'hono';
import type { HttpEnv } from '../http/env.ts';
import type { ApiDeps } from './api-deps.ts';

const aliveEveryMs = 20_000;
/** Longer bodies are told apart by their length; no JSON is allowed to be. */
const maxHashedBytes = 4 * 2 ** 20;
const maxAnswerBytes = 2 ** 20;

/** Said again with each answer. */
const ofThisAnswer = /^(date|connection|keep-alive|content-length|set-cookie|ratelimit.*|x-request-id)$/;

/** Described with every POST. */
export const idempotencyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  description:
    'Made by the client, a UUID for instance: the same request sent again under it within 24 hours is not carried out again but answered as before, with `Idempotency-Replayed: true`.',
} as const;

/**
 * `Idempotency-Key` on every POST of somebody in a company (draft-ietf-httpapi-idempotency-key-header-07): what was done
 * is not done again. What was refused changed nothing, and is tried again.
 * @throws AppError `idempotency.key_invalid`, `idempotency.key_reused`, `idempotency.still_running`
 */
export function withIdempotencyKey(deps: Pick<ApiDeps, 'db' | 'log'>): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    const said = context.req.header('idempotency-key');
    const holder = holderOf(context);
    if (context.req.method !== 'POST' || said === undefined || !holder) return next();
    const key: IdempotencyKey = { ...holder, key: parseKey(said) };
    const begun = await beginIdempotent(deps, { ...key, fingerprint: await fingerprintOf(context) });
    if ('answer' in begun) return replay(begun.answer);
    const { lease } = begun;
    const failed = (err: unknown) =>
      deps.log.error({ err }, 'the answer to a request with an idempotency key could not be kept');
    const alive = setInterval(() => void keepIdempotent(deps, key, lease).catch(failed), aliveEveryMs);
    let answer: KeptAnswer | undefined;
    try {
      await next();
      if (!context.get('holdsSecret')) answer = await keptOf(context.res);
    } finally {
      clearInterval(alive);
      await endIdempotent(deps, key, { lease, answer }).catch(failed);
    }
  };
}

function holderOf(context: Context<HttpEnv>): Pick<IdempotencyKey, 'companyId' | 'holder'> | undefined {
  const apiKey = context.get('apiKey');
  if (apiKey) return { companyId: apiKey.scope.companyId, holder: apiKey.id };
  const session = context.get('session');
  return session?.company ? { companyId: session.company.id, holder: session.user.id } : undefined;
}

/** A string of RFC 9651 as the draft has it, or the same without quotation marks, which many clients send. */
function parseKey(said: string): string {
  const quoted = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/.exec(said.trim())?.[1];
  const key = quoted?.replaceAll(/\\(["\\])/g, '$1') ?? said.trim();
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw new AppError('idempotency.key_invalid');
  return key;
}

/** JSON by its bytes; what is streamed, files above all, by its length: forms sent again have another boundary. */
async function fingerprintOf({ req }: Context<HttpEnv>): Promise<string> {
  const { pathname, search } = new URL(req.url);
  const mediaType = (req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const length = req.header('content-length') ?? '';
  const hash = createHash('sha256').update(
    JSON.stringify([
      req.method,
      pathname,
      search,
      mediaType,
      length,
      req.header('if-match') ?? '',
      req.header('upload-metadata') ?? '',
    ]),
  );
  const isShort = length !== '' && Number(length) <= maxHashedBytes;
  if (isShort && /^application\/(.+\+)?json$/.test(mediaType))
    hash.update(Buffer.from(await req.arrayBuffer()));
  return hash.digest('hex');
}

/** What is kept of an answer; undefined for refusals, which are none of something done. */
async function keptOf(response: Response): Promise<KeptAnswer | undefined> {
  if (response.status >= 400) return undefined;
  const body = new Uint8Array(await response.clone().arrayBuffer());
  if (body.byteLength > maxAnswerBytes) return undefined;
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !ofThisAnswer.test(name)));
  return { status: response.status, headers, body };
}

function replay({ status, headers, body }: KeptAnswer): Response {
  const bytes = body.byteLength > 0 ? new Uint8Array(body) : null;
  return new Response(bytes, { status, headers: { ...headers, 'idempotency-replayed': 'true' } });
}
