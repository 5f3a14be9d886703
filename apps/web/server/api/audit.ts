import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { listAuditEvents } from '@readout/domain/audit/list-audit-events';
import type { HttpEnv } from '../http/env.ts';
import { type ApiDeps, scopeOf } from './api-deps.ts';
import { createRouter } from './create-router.ts';
import { forKeys } from './key-access.ts';
import { answer, operation, problem } from './schemas.ts';

const eventSchema = z
  .object({
    id: z.string(),
    actorId: z.uuid().nullable().openapi({ description: 'null: Readout by itself.' }),
    actorName: z.string(),
    actingName: z.string().nullable().openapi({ description: 'Who did it, acting as the person.' }),
    action: z.string().openapi({ description: 'Past tense, dotted: `record.confirmed`.' }),
    subjectType: z.string(),
    subjectId: z.string(),
    detail: z.record(z.string(), z.unknown()),
    ipAddress: z.string().nullable(),
    createdAt: z.iso.datetime(),
    erasedOn: z.iso
      .datetime()
      .nullable()
      .openapi({ description: 'When names or texts of it were erased; null: it is as it was written.' }),
  })
  .openapi('AuditEvent');

const list = createRoute({
  method: 'get',
  path: '/audit-events',
  ...operation('Audit', 'listAuditEvents', 'List who did what'),
  ...forKeys('audit:read'),
  description: 'The audit list of the company, newest first. For admins and owners.',
  request: {
    query: z.object({
      person: z.string().max(36).optional().openapi({ description: 'User id; `system`: Readout by itself.' }),
      group: z
        .string()
        .max(60)
        .optional()
        .openapi({ description: 'What comes before the dot of the action: `record`, `member`, …' }),
      subject: z
        .string()
        .max(64)
        .optional()
        .openapi({ description: 'Id of a capture, a record, a member, …' }),
      from: z.string().max(10).optional().openapi({ description: 'First day, ISO 8601.' }),
      to: z.string().max(10).optional().openapi({ description: 'Last day, ISO 8601.' }),
      timeZone: z
        .string()
        .max(64)
        .optional()
        .openapi({ description: 'Whose days these are; UTC unless said otherwise.' }),
      cursor: z.string().max(200).optional().openapi({ description: '`nextCursor` of the page before.' }),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
  },
  responses: {
    200: answer(
      z
        .object({
          items: z.array(eventSchema),
          nextCursor: z.string().optional().openapi({ description: 'Absent on the last page.' }),
        })
        .openapi('AuditPage'),
      'One page.',
    ),
    default: problem,
  },
});

/** Who did what in the company, for programs. */
export function audit(deps: Pick<ApiDeps, 'db'>): OpenAPIHono<HttpEnv> {
  const api = createRouter();
  api.openapi(list, async (context) => {
    const { cursor, limit, ...query } = context.req.valid('query');
    const filter = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
    const { events, nextCursor } = await listAuditEvents(deps, {
      scope: scopeOf(context),
      filter,
      limit,
      ...(cursor ? { cursor } : {}),
    });
    return context.json({ items: events, ...(nextCursor ? { nextCursor } : {}) }, 200, {
      'cache-control': 'no-store',
    });
  });
  return api;
}
