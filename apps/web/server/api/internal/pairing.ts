import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { AppError } from '@readout/domain/errors';
import { decidePairing } from '@readout/domain/pairing/decide-pairing';
import { getPairing } from '@readout/domain/pairing/look-at-pairing';
import { startPairing } from '@readout/domain/pairing/start-pairing';
import type { Context } from 'hono';
import type { HttpEnv } from '../../http/env.ts';
import { browserName } from '../../request/browser-name.ts';
import { scopeOf } from '../api-deps.ts';
import { createRouter, whenDone } from '../create-router.ts';
import { body } from '../schemas.ts';
import { answers, done, forPages, type InternalDeps, idSchema } from './kit.ts';

const ofPairing = z.object({ pairingId: idSchema });

const routes = {
  begin: createRoute({
    method: 'post',
    path: '/pairings',
    ...forPages,
    responses: answers(
      z
        .object({
          pairingId: z.uuid(),
          address: z.string().openapi({ description: 'What the code holds.' }),
          expiresAt: z.iso.datetime(),
        })
        .openapi('BegunPairing'),
    ),
  }),
  look: createRoute({
    method: 'get',
    path: '/pairings/{pairingId}',
    ...forPages,
    description: 'What became of a pairing this session began.',
    request: { params: ofPairing },
    responses: answers(
      z
        .object({
          state: z.enum(['open', 'claimed', 'confirmed', 'refused', 'over']),
          phone: z
            .object({
              name: z.string(),
              browser: z.string(),
              ipAddress: z.string(),
              number: z.number().int(),
            })
            .nullable(),
        })
        .openapi('PairingProgress'),
    ),
  }),
  decide: createRoute({
    method: 'post',
    path: '/pairings/{pairingId}/decide',
    ...forPages,
    description: 'The answer of the computer.',
    request: {
      params: ofPairing,
      body: body(z.strictObject({ number: z.number().int(), isConfirmed: z.boolean() })),
    },
    responses: done,
  }),
};

/** A phone that is to work for the person at the computer. */
export function pairing(deps: Pick<InternalDeps, 'auth' | 'phoneOrigin'>): OpenAPIHono<HttpEnv> {
  const api = createRouter();
  // Anyone with a scope here has a session: keys are let in to none of these addresses.
  const sessionIdOf = (context: Context<HttpEnv>) => context.get('session')!.sessionId;
  api.openapi(routes.begin, async (context) => {
    const { phoneOrigin } = deps;
    if (phoneOrigin === undefined) throw new AppError('pairing.no_address');
    const { token, ...begun } = await startPairing(deps, {
      scope: scopeOf(context),
      sessionId: sessionIdOf(context),
    });
    context.set('holdsSecret', true);
    return context.json({ ...begun, address: `${phoneOrigin}/pair/${token}` }, 200);
  });
  api.openapi(routes.look, async (context) => {
    const { pairingId } = context.req.valid('param');
    const { state, phone } = await getPairing(deps, { sessionId: sessionIdOf(context), pairingId });
    return context.json(
      {
        state,
        phone: phone && {
          name: phone.name,
          browser: browserName(phone.userAgent),
          ipAddress: phone.ipAddress,
          number: phone.number,
        },
      },
      200,
    );
  });
  api.openapi(routes.decide, (context) =>
    whenDone(
      context,
      decidePairing(deps, {
        scope: scopeOf(context),
        sessionId: sessionIdOf(context),
        ...context.req.valid('param'),
        ...context.req.valid('json'),
      }),
    ),
  );
  return api;
}
