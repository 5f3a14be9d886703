import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { listMembers } from '@readout/domain/companies/list-members';
import { createInvitation } from '@readout/domain/invitations/create-invitation';
import { listInvitations } from '@readout/domain/invitations/list-invitations';
import { revokeInvitation } from '@readout/domain/invitations/revoke-invitation';
import { defaultDays, maxDays, minDays } from '@readout/domain/invitations/rules';
import { companyRoles } from '@readout/domain/policy';
import type { HttpEnv } from '../http/env.ts';
import { type ApiDeps, scopeOf } from './api-deps.ts';
import { createRouter, fresh, itemsOf, whenDone } from './create-router.ts';
import { forKeys } from './key-access.ts';
import { answer, body, idOf, listOf, operation, problem } from './schemas.ts';

const role = z.enum(companyRoles).openapi('Role', { description: 'Lowest first.' });
const memberSchema = z.object({ userId: z.uuid(), name: z.string(), role }).openapi('Member');

const invitationSchema = z
  .object({
    id: z.uuid(),
    email: z
      .string()
      .nullable()
      .openapi({ description: 'Of the one it is for; null where it is for a domain.' }),
    domain: z.string().nullable(),
    role,
    invitedBy: z.string(),
    createdAt: z.iso.datetime(),
    sentAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    state: z.enum(['open', 'expired']),
    byMail: z.boolean(),
    manageable: z.boolean().openapi({ description: 'Whether who asks may withdraw it.' }),
  })
  .openapi('Invitation');

const routes = {
  members: createRoute({
    method: 'get',
    path: '/members',
    ...operation('People', 'listMembers', 'List members'),
    ...forKeys('members:read'),
    description: 'The people of the company by name; who sees only their own captures sees only themselves.',
    responses: listOf('Members', memberSchema),
  }),
  invitations: createRoute({
    method: 'get',
    path: '/invitations',
    ...operation('People', 'listInvitations', 'List invitations'),
    ...forKeys('members:read'),
    description:
      'Invitations that wait for an answer, and those that expired in the last 30 days; newest first. For admins and owners.',
    responses: listOf('Invitations', invitationSchema),
  }),
  invite: createRoute({
    method: 'post',
    path: '/invitations',
    ...operation('People', 'invite', 'Invite somebody'),
    ...forKeys('members:write'),
    description:
      'Invites one address by mail. The link works once and goes to that address alone: no program gets to see it. A role below that of the key, for owners any.',
    request: {
      body: body(
        z
          .strictObject({
            email: z.string().max(254),
            role,
            days: z.number().int().min(minDays).max(maxDays).default(defaultDays),
          })
          .openapi('NewInvitation'),
      ),
    },
    responses: {
      201: answer(
        z.object({ id: z.uuid(), expiresAt: z.iso.datetime() }).openapi('IssuedInvitation'),
        'It is made.',
      ),
      default: problem,
    },
  }),
  withdraw: createRoute({
    method: 'delete',
    path: '/invitations/{id}',
    ...operation('People', 'withdrawInvitation', 'Withdraw an invitation'),
    ...forKeys('members:write'),
    description: 'Its link stops working. One that was accepted is not withdrawn.',
    request: { params: idOf('an invitation') },
    responses: { 204: { description: 'Withdrawn.' }, default: problem },
  }),
};

/** Who belongs to the company, and who is invited. */
export function people(deps: Pick<ApiDeps, 'db' | 'mailer'>): OpenAPIHono<HttpEnv> {
  const api = createRouter();
  api.openapi(routes.members, (context) => itemsOf(context, listMembers(deps, { scope: scopeOf(context) })));
  api.openapi(routes.invitations, (context) =>
    itemsOf(context, listInvitations(deps, { scope: scopeOf(context) })),
  );
  api.openapi(routes.invite, async (context) => {
    const { id, expiresAt } = await createInvitation(deps, {
      scope: scopeOf(context),
      // Never with a link: what is answered under an idempotency key is kept for a day.
      by: 'mail',
      ...context.req.valid('json'),
    });
    return context.json({ id, expiresAt: expiresAt.toISOString() }, 201, fresh);
  });
  api.openapi(routes.withdraw, (context) => {
    const { id: invitationId } = context.req.valid('param');
    return whenDone(context, revokeInvitation(deps, { scope: scopeOf(context), invitationId }));
  });
  return api;
}
