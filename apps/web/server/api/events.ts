import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import type { Scope } from '@readout/domain/actor';
import { demandApiKeyScope, useApiKey as verifyApiKey } from '@readout/domain/api-keys/use-api-key';
import { listOutgoing } from '@readout/domain/deliveries/list-outgoing';
import { keptDays, type OutgoingType, outgoingTypes } from '@readout/domain/deliveries/rules';
import { AppError } from '@readout/domain/errors';
import { listEvents } from '@readout/domain/events/list-events';
import { type EventSubject, eventDays, eventTypes, parsePosition } from '@readout/domain/events/rules';
import { reachOf } from '@readout/domain/policy';
import type { Context, MiddlewareHandler } from 'hono';
import type { HttpEnv } from '../http/env.ts';
import { bearerOf } from '../request/bearer.ts';
import { type ApiDeps, scopeOf } from './api-deps.ts';
import { asIs, createRouter } from './create-router.ts';
import { outgoingPageSchema } from './delivery-schemas.ts';
import { eventStream } from './event-stream.ts';
import { operation, problem } from './schemas.ts';
import { writeEvent } from './write-event.ts';

/** Of one key, or of one person, in one process. */
export const maxEventStreams = 5;

/** In one answer. */
const maxOutgoing = 200;

/** Of what leaves the company, what a program or person may see. */
function outgoingTypesOf(context: Context<HttpEnv>, { actor }: Scope): OutgoingType[] {
  const apiKey = context.get('apiKey');
  // In each stands the capture, and in most the record.
  if (apiKey)
    for (const needed of ['captures:read', 'records:read'] as const) demandApiKeyScope(apiKey, needed);
  const seesWatches =
    reachOf(actor, 'watches.see') !== undefined && (!apiKey || apiKey.scopes.includes('watches:read'));
  return outgoingTypes.filter((type) => type !== 'watch.alarm' || seesWatches);
}

/** Which events a program or person hears. */
function subjectsOf(context: Context<HttpEnv>): EventSubject[] {
  const scopes = context.get('apiKey')?.scopes;
  return (['capture', 'record'] as const).filter((subject) => !scopes || scopes.includes(`${subject}s:read`));
}

const openToReaders: MiddlewareHandler<HttpEnv> = async (context, next) => {
  const apiKey = context.get('apiKey');
  if (apiKey && subjectsOf(context).length === 0) demandApiKeyScope(apiKey, 'captures:read');
  context.set('isOpenToKeys', true);
  await next();
};

const eventSchema = z
  .object({
    type: z.enum(eventTypes),
    captureId: z.uuid().openapi({ description: 'The document.' }),
    page: z.number().int(),
    recordId: z.uuid().nullable().openapi({ description: 'Null where it is about no record.' }),
    revision: z.number().int().openapi({ description: 'Of the record, else of the capture.' }),
    at: z.iso.datetime(),
  })
  .openapi('Event', { description: 'The `data` of an event.' });

const follow = createRoute({
  method: 'get',
  path: '/events',
  ...operation('Live', 'followEvents', 'Follow events without a gap'),
  security: [
    { session: [] },
    { apiKey: ['captures:read'] },
    { apiKey: ['records:read'] },
    { oauth2: ['captures:read'] },
    { oauth2: ['records:read'] },
  ],
  middleware: openToReaders,
  description: `Server-sent events (\`text/event-stream\`) from now on, or from \`Last-Event-ID\` on: each once, none left out, in one order for the company, also across restarts. \`hello\` comes first; each \`data\` is an \`Event\`. A key hears of captures with \`captures:read\`, of records with \`records:read\`; operators of their own. Events are kept for ${eventDays} days: 409 \`events.too_old\` for what is older, then list again. At most ${maxEventStreams} streams for each key or person: 429 \`live.too_many\`.\n\nWith \`after\`, a number, one page of what leaves the company instead, as JSON: the same bodies and numbers that webhooks are sent, kept for ${keptDays} days, so that a receiver fills its gaps. \`after=0\` begins at the beginning; 409 \`events.too_old\` where something after the number was deleted. A key needs \`captures:read\` and \`records:read\`, and \`watches:read\` for alarms.`,
  request: {
    query: z.object({
      after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional().openapi({
        description: 'The `sequence` of the last event that was carried out: answers with JSON.',
      }),
      limit: z.coerce.number().int().min(1).max(maxOutgoing).default(50).openapi({
        description: 'With `after` alone.',
      }),
    }),
    headers: z.object({
      'last-event-id': z
        .string()
        .max(100)
        .optional()
        .openapi({ description: 'The `id` of the last event that was carried out.' }),
    }),
  },
  responses: {
    200: {
      content: {
        'text/event-stream': { schema: eventSchema },
        'application/json': { schema: outgoingPageSchema },
      },
      description:
        'Events, until one of both sides ends them; with `after` one page of what leaves the company.',
    },
    default: problem,
  },
});

/** What happened to captures and records, for programs that must not miss any of it. */
export function events(
  deps: Pick<ApiDeps, 'db' | 'auth' | 'plugins' | 'live' | 'people' | 'log' | 'stopping'>,
): OpenAPIHono<HttpEnv> {
  const api = createRouter();
  const open = new Map<string, number>();
  const count = (holder: string, more: 1 | -1) => {
    const now = (open.get(holder) ?? 0) + more;
    if (now > 0) open.set(holder, now);
    else open.delete(holder);
  };

  /** Asks again what was asked when the stream began. */
  const demandOf = (context: Context<HttpEnv>) => {
    const key = bearerOf(context.req.raw.headers);
    const ipAddress = context.get('client').address;
    const session = context.get('session');
    return async () => {
      if (key !== undefined) await verifyApiKey(deps, { key, ipAddress, resource: '/api/v1' });
      else if (!session || (await deps.people.sessionState(session.sessionId, session.user.id)) !== 'alive')
        throw new AppError('sign_in.needed');
    };
  };

  api.openapi(follow, async (context) => {
    const scope = scopeOf(context);
    const { after: from, limit } = context.req.valid('query');
    if (from !== undefined) {
      const types = outgoingTypesOf(context, scope);
      const page = await listOutgoing({ ...deps, writeEvent }, { scope, after: from, types, limit });
      const items = page.events.map(({ id, body }) => ({ id, ...JSON.parse(body) }));
      const { sequence, newest, isMore } = page;
      return asIs(context.json({ items, sequence, newest, isMore }, 200, { 'cache-control': 'no-store' }));
    }
    const subjects = subjectsOf(context);
    const said = context.req.valid('header')['last-event-id'] || undefined;
    const after = said === undefined ? undefined : parsePosition(said);
    if (said !== undefined && !after)
      throw new AppError('request.invalid', {
        reason: 'parameter',
        path: 'last-event-id',
        message: 'is no id of an event',
      });
    const session = context.get('session');
    const holder = context.get('apiKey')?.id ?? scope.actor.userId;
    if ((open.get(holder) ?? 0) >= maxEventStreams)
      throw new AppError('live.too_many', { max: maxEventStreams, retryAfterSeconds: 30 });
    count(holder, 1);
    const read = (position: typeof after) => listEvents(deps, { scope, subjects, after: position });
    const first = await read(after).catch((error: unknown) => {
      count(holder, -1);
      throw error;
    });
    const lost = new AbortController();
    // Another role, no membership any more, signed out: the client connects again, and is judged again.
    const unsubscribe = session
      ? deps.live.subscribe(
          { companyId: scope.companyId, userId: session.user.id, sessionId: session.sessionId },
          ({ type }) => {
            if (type === 'session' || type === 'company' || type === 'gap') lost.abort();
          },
        )
      : undefined;
    return asIs(
      eventStream(
        {
          first,
          read,
          demandAllowed: demandOf(context),
          onBrokenOff: (err) => {
            if (!(err instanceof AppError)) deps.log.error({ err }, 'an event stream was cut off');
          },
          onEnd: () => {
            unsubscribe?.();
            count(holder, -1);
          },
        },
        AbortSignal.any([deps.stopping, lost.signal, context.req.raw.signal]),
      ),
    );
  });
  return api;
}
