import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { createTarget } from '@readout/domain/deliveries/create-target';
import { getDelivery } from '@readout/domain/deliveries/get-delivery';
import { listDeliveries } from '@readout/domain/deliveries/list-deliveries';
import { listTargets } from '@readout/domain/deliveries/list-targets';
import { previewRule } from '@readout/domain/deliveries/preview-rule';
import { replayDelivery } from '@readout/domain/deliveries/replay-delivery';
import { rotateSecret } from '@readout/domain/deliveries/rotate-secret';
import {
  deliveryStates,
  formerSecretHours,
  keptDays,
  maxTargets,
  previewedRecords,
  usualTypes,
} from '@readout/domain/deliveries/rules';
import { setTargetRule } from '@readout/domain/deliveries/set-target-rule';
import { skipDelivery } from '@readout/domain/deliveries/skip-delivery';
import { trashTarget } from '@readout/domain/deliveries/trash-target';
import type { HttpEnv } from '../http/env.ts';
import { type ApiDeps, scopeOf } from './api-deps.ts';
import { createRouter, fresh, whenDone } from './create-router.ts';
import {
  attemptSchema,
  deliverySchema,
  outgoingTypeSchema,
  rulePreviewSchema,
  targetRuleSchema,
  webhookSchema,
} from './delivery-schemas.ts';
import { forKeys } from './key-access.ts';
import { answer, body, idOf, listOf, operation, problem } from './schemas.ts';

const ofWebhook = idOf('a webhook');
const ofDelivery = idOf('a delivery');
const secret = z.string().openapi({
  description: 'With which requests are signed, `whsec_…`. Shown here and never again.',
});

const routes = {
  webhooks: createRoute({
    method: 'get',
    path: '/webhooks',
    ...operation('Deliveries', 'listWebhooks', 'List webhooks'),
    ...forKeys('deliveries:read'),
    description: 'The webhooks of the company and how they are, by name.',
    responses: listOf('Webhooks', webhookSchema),
  }),
  add: createRoute({
    method: 'post',
    path: '/webhooks',
    ...operation('Deliveries', 'addWebhook', 'Add a webhook'),
    ...forKeys('deliveries:write'),
    description: `From now on events go there, signed by Standard Webhooks. At most ${maxTargets} targets in a company. The answer is never kept under an \`Idempotency-Key\`, for the secret that is in it.`,
    request: {
      body: body(
        z
          .strictObject({
            url: z.string().max(2000),
            events: z
              .array(outgoingTypeSchema)
              .default([...usualTypes])
              .openapi({ description: 'Without it every confirmed record.' }),
            rule: targetRuleSchema.optional(),
            name: z.string().max(200).default('').openapi({ description: 'Without it the host.' }),
          })
          .openapi('NewWebhook'),
      ),
    },
    responses: {
      201: answer(
        z
          .object({
            id: z.uuid(),
            name: z.string(),
            url: z.string(),
            events: z.array(outgoingTypeSchema),
            secret,
          })
          .openapi('AddedWebhook'),
        'It is added.',
      ),
      default: problem,
    },
  }),
  remove: createRoute({
    method: 'delete',
    path: '/webhooks/{id}',
    ...operation('Deliveries', 'deleteWebhook', 'Delete a webhook'),
    ...forKeys('deliveries:write'),
    description: 'Nothing goes there any more. For 30 days it can be restored in the settings.',
    request: { params: ofWebhook },
    responses: { 204: { description: 'Deleted.' }, default: problem },
  }),
  rotate: createRoute({
    method: 'post',
    path: '/webhooks/{id}/rotate',
    ...operation('Deliveries', 'rotateWebhookSecret', 'Rotate the secret of a webhook'),
    ...forKeys('deliveries:write'),
    description: `Makes a new secret. For ${formerSecretHours} hours every request is signed with both.`,
    request: { params: ofWebhook },
    responses: {
      200: answer(
        z.object({ id: z.uuid(), secret, formerSecretUntil: z.iso.datetime() }).openapi('RotatedSecret'),
        'The new secret.',
      ),
      default: problem,
    },
  }),
  rule: createRoute({
    method: 'put',
    path: '/webhooks/{id}/rule',
    ...operation('Deliveries', 'setWebhookRule', 'Say which records go to a webhook'),
    ...forKeys('deliveries:write'),
    description: 'It counts from now on. `{}`: every record.',
    request: {
      params: ofWebhook,
      body: body(targetRuleSchema),
    },
    responses: { 200: answer(targetRuleSchema, 'The rule as it is kept.'), default: problem },
  }),
  preview: createRoute({
    method: 'post',
    path: '/webhooks/{id}/preview',
    ...operation('Deliveries', 'previewWebhookRule', 'Try a rule'),
    ...forKeys('deliveries:read'),
    description: `Runs a rule over the last ${previewedRecords} confirmed records. Nothing is changed or sent.`,
    request: {
      params: ofWebhook,
      body: body(
        z
          .strictObject({
            rule: targetRuleSchema
              .optional()
              .openapi({ description: 'Without it the one that the webhook has.' }),
          })
          .openapi('TriedRule'),
      ),
    },
    responses: { 200: answer(rulePreviewSchema, 'What would have left.'), default: problem },
  }),
  list: createRoute({
    method: 'get',
    path: '/deliveries',
    ...operation('Deliveries', 'listDeliveries', 'List deliveries'),
    ...forKeys('deliveries:read'),
    description: `What went to targets, or waits to, newest first; kept for ${keptDays} days, what did not arrive for longer.`,
    request: {
      query: z.object({
        target: z.string().max(64).optional().openapi({ description: 'Id of a target.' }),
        state: z.enum(deliveryStates).optional(),
        type: outgoingTypeSchema.optional(),
        record: z.string().max(64).optional().openapi({ description: 'Id of a record.' }),
        cursor: z.string().max(200).optional().openapi({ description: '`nextCursor` of the page before.' }),
        limit: z.coerce.number().int().min(1).max(200).default(50),
      }),
    },
    responses: {
      200: answer(
        z
          .object({
            items: z.array(deliverySchema),
            nextCursor: z.string().optional().openapi({ description: 'Absent on the last page.' }),
          })
          .openapi('DeliveryPage'),
        'One page.',
      ),
      default: problem,
    },
  }),
  get: createRoute({
    method: 'get',
    path: '/deliveries/{id}',
    ...operation('Deliveries', 'getDelivery', 'Get a delivery'),
    ...forKeys('deliveries:read'),
    description: 'With every try: the request and the answer.',
    request: { params: ofDelivery },
    responses: {
      200: answer(
        z.object({ delivery: deliverySchema, attempts: z.array(attemptSchema) }).openapi('DeliveryDetail'),
        'The delivery, its newest try first.',
      ),
      default: problem,
    },
  }),
  replay: createRoute({
    method: 'post',
    path: '/deliveries/{id}/replay',
    ...operation('Deliveries', 'replayDelivery', 'Replay a delivery'),
    ...forKeys('deliveries:write'),
    description: 'Sends it again, under the same id and with the whole schedule before it.',
    request: { params: ofDelivery },
    responses: { 202: answer(deliverySchema, 'It is sent in a moment.'), default: problem },
  }),
  skip: createRoute({
    method: 'post',
    path: '/deliveries/{id}/skip',
    ...operation('Deliveries', 'skipDelivery', 'Skip a delivery'),
    ...forKeys('deliveries:write'),
    description: 'Gives it up, so that later events of the same record go out.',
    request: { params: ofDelivery },
    responses: { 200: answer(deliverySchema, 'It is skipped.'), default: problem },
  }),
};

/** Webhooks, and what became of what was sent to them and to all other targets. */
export function deliveries(deps: Pick<ApiDeps, 'db' | 'vault' | 'plugins'>): OpenAPIHono<HttpEnv> {
  const api = createRouter();
  api.openapi(routes.webhooks, async (context) => {
    const targets = await listTargets(deps, { scope: scopeOf(context) });
    const items = targets.flatMap(({ kind, address: url, ...target }) => {
      if (kind !== 'webhook') return [];
      const { id, name, events, rule, state, createdAt, deliveredAt, failingSince, failureCode } = target;
      const { waiting, failed } = target;
      return [
        {
          id,
          name,
          url,
          events,
          rule,
          state,
          createdAt,
          deliveredAt,
          failingSince,
          failureCode,
          waiting,
          failed,
        },
      ];
    });
    return context.json({ items }, 200, fresh);
  });
  api.openapi(routes.add, async (context) => {
    const { url: address, ...target } = context.req.valid('json');
    const added = await createTarget(deps, {
      scope: scopeOf(context),
      target: { kind: 'webhook', address, ...target },
    });
    context.set('holdsSecret', true);
    return context.json(
      { id: added.id, name: added.name, url: added.address, events: added.events, secret: added.secret! },
      201,
      fresh,
    );
  });
  api.openapi(routes.remove, (context) => {
    const { id: targetId } = context.req.valid('param');
    return whenDone(context, trashTarget(deps, { scope: scopeOf(context), targetId }));
  });
  api.openapi(routes.rotate, async (context) => {
    const { name: _, ...rotated } = await rotateSecret(deps, {
      scope: scopeOf(context),
      targetId: context.req.valid('param').id,
    });
    context.set('holdsSecret', true);
    return context.json(rotated, 200, fresh);
  });
  api.openapi(routes.rule, async (context) => {
    const { rule } = await setTargetRule(deps, {
      scope: scopeOf(context),
      targetId: context.req.valid('param').id,
      rule: context.req.valid('json'),
    });
    return context.json(rule, 200, fresh);
  });
  api.openapi(routes.preview, async (context) => {
    const { rule } = context.req.valid('json');
    const { leaving, records } = await previewRule(deps, {
      scope: scopeOf(context),
      targetId: context.req.valid('param').id,
      rule,
    });
    return context.json(
      { leaving, records: records.map(({ typeLabel: _, ...record }) => record) },
      200,
      fresh,
    );
  });
  api.openapi(routes.list, async (context) => {
    const { target: targetId, record: recordId, ...query } = context.req.valid('query');
    return context.json(
      await listDeliveries(deps, { scope: scopeOf(context), targetId, recordId, ...query }),
      200,
      fresh,
    );
  });
  api.openapi(routes.get, async (context) => {
    const deliveryId = context.req.valid('param').id;
    return context.json(await getDelivery(deps, { scope: scopeOf(context), deliveryId }), 200, fresh);
  });
  api.openapi(routes.replay, async (context) => {
    const [scope, deliveryId] = [scopeOf(context), context.req.valid('param').id];
    await replayDelivery(deps, { scope, deliveryId });
    return context.json((await getDelivery(deps, { scope, deliveryId })).delivery, 202, fresh);
  });
  api.openapi(routes.skip, async (context) => {
    const [scope, deliveryId] = [scopeOf(context), context.req.valid('param').id];
    await skipDelivery(deps, { scope, deliveryId });
    return context.json((await getDelivery(deps, { scope, deliveryId })).delivery, 200, fresh);
  });
  return api;
}
