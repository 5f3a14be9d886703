import type { CompanyRole } from '@readout/domain/actor';
import { changeMemberRole } from '@readout/domain/companies/change-member-role';
import { findMembers } from '@readout/domain/companies/find-members';
import { getCompany } from '@readout/domain/companies/get-company';
import { makeOwner } from '@readout/domain/companies/make-owner';
import { removeMember } from '@readout/domain/companies/remove-member';
import { createInvitation } from '@readout/domain/invitations/create-invitation';
import { listInvitations } from '@readout/domain/invitations/list-invitations';
import { reissueInvitation } from '@readout/domain/invitations/reissue-invitation';
import { revokeInvitation } from '@readout/domain/invitations/revoke-invitation';
import { companyRoles, mayManage, whyNot } from '@readout/domain/policy';
import { redirect } from 'react-router';
import { currentLocale } from '../../../../server/request/locale.ts';
import { actionOf, form, number, oneOf, text, yes } from '../../../forms/form.server.ts';
import { useAnswer } from '../../../forms/use-answer.ts';
import { orProblemPage } from '../../../problems/page-problem.ts';
import { requireMember } from '../../../session.ts';
import { pageTitle } from '../../../texts/page-title.ts';
import { Text } from '../../../ui/layout.tsx';
import page from '../../../ui/page.module.css';
import settings from '../../../ui/settings.module.css';
import { useText } from '../../../ui/texts.tsx';
import type { Route } from './+types/page';
import { InvitationsSection } from './invitations-section.tsx';
import { InviteSection } from './invite-section.tsx';
import { memberList } from './list.ts';
import { MemberTable } from './member-table.tsx';
import { OwnerPanel } from './owner-panel.tsx';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, scope, session } = requireMember(context, request);
  const deps = { db: services.db.app };
  const invites = whyNot(scope.actor, 'invitations.manage', currentLocale());
  const ownerId = new URL(request.url).searchParams.get('owner');
  const seesInvitations = invites.allowed || invites.roles.includes(session.role);
  const [members, company, invitations, future] = await orProblemPage(
    Promise.all([
      findMembers(deps, { scope, ...memberList.query(request) }),
      getCompany(deps, { scope }),
      seesInvitations ? listInvitations(deps, { scope }) : [],
      ownerId && session.role === 'owner' ? findMembers(deps, { scope, userId: ownerId }) : null,
    ]),
  );
  const heir = future?.items.find((member) => member.role !== 'owner');
  return {
    members,
    invitations,
    company,
    role: session.role,
    managesMembers: seesInvitations,
    may: { members: whyNot(scope.actor, 'members.manage', currentLocale()), invite: invites },
    roles: companyRoles.filter((each) => mayManage(scope.actor, each)),
    hasMail: services.mailer.isConfigured,
    onlyHere: hostOfThisMachine(services.mailer.origin),
    heir: heir ? { userId: heir.userId, name: heir.name } : null,
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { services, scope } = requireMember(context, request);
  const deps = { db: services.db.app, mailer: services.mailer };
  const invitation = { invitationId: text, to: text };
  return actionOf(request, {
    invite: form(
      { to: text, by: oneOf(['mail', 'link']), role: oneOf(companyRoles), days: number },
      async ({ to, days = Number.NaN, ...given }) => {
        const { link, expiresAt } = await createInvitation(deps, {
          scope,
          ...given,
          // What has something before the @ is an address.
          ...(/^[^@\s]+@/.test(to) || to === '' ? { email: to } : { domain: to }),
          days,
        });
        return { to, by: given.by, link, expiresAt: expiresAt.toISOString() };
      },
    ),
    resend: form(invitation, async ({ invitationId, to }) => {
      await reissueInvitation(deps, { scope, invitationId, by: 'mail' });
      return { to };
    }),
    relink: form(invitation, async ({ invitationId, to }) => {
      const { link, expiresAt } = await reissueInvitation(deps, { scope, invitationId, by: 'link' });
      return { to, link, expiresAt: expiresAt.toISOString() };
    }),
    revoke: form(invitation, async ({ invitationId, to }) => {
      await revokeInvitation(deps, { scope, invitationId });
      return { to };
    }),
    role: form({ userId: text, name: text, role: oneOf(companyRoles) }, async ({ userId, name, role }) => {
      // An owner is made by a form of its own, which the use case says.
      const given = role as Exclude<CompanyRole, 'owner'>;
      const { changed } = await changeMemberRole(deps, { scope, userId, role: given });
      return { name, role, changed };
    }),
    remove: form({ userId: text }, ({ userId }) => removeMember(deps, { scope, userId })),
    owner: form({ userId: text, confirmation: text, handOver: yes }, async (asked) => {
      await makeOwner(deps, { scope, ...asked });
      return redirect('/settings/members?role=owner');
    }),
  });
}

/** The name that links begin with where it means the device that follows them, not this server. */
function hostOfThisMachine(origin: string): string | undefined {
  const { hostname } = new URL(origin);
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname) ? hostname : undefined;
}

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'settings.members.title');

export default function Members({ loaderData, actionData }: Route.ComponentProps) {
  const text = useText();
  const { members, invitations, company, role, managesMembers, may, roles, hasMail, onlyHere, heir } =
    loaderData;
  const answer = useAnswer(actionData);
  const { counts } = members;
  const total = counts.owner + counts.admin + counts.reviewer + counts.operator;
  return (
    <>
      <h1 className={page.title}>{text('settings.members.title')}</h1>
      <Text size={14} tone="dim" above={4}>
        {role === 'operator'
          ? text('settings.members.you_are_operator')
          : text('settings.members.count', { count: total, max: company.limits.members })}{' '}
        {role === 'operator' || may.members.allowed ? null : `${may.members.sentence} `}
        {may.invite.allowed && company.status === 'active' ? (
          <a href="#invite">{text('settings.members.invite')}</a>
        ) : null}
      </Text>
      {heir ? <OwnerPanel member={heir} companyName={company.name} answer={answer} /> : null}
      <MemberTable
        members={members}
        managesMembers={managesMembers}
        mayDecide={may.members.allowed}
        roles={roles}
        isOwner={role === 'owner'}
        answer={answer}
      />
      {may.invite.allowed ? (
        company.status === 'active' ? (
          <InviteSection roles={roles} hasMail={hasMail} onlyHere={onlyHere} answer={answer} />
        ) : (
          <p className={settings.hint} style={{ marginTop: 24 }}>
            {text('settings.members.company_not_active', {
              status: company.status === 'closing' ? 'closing' : 'suspended',
            })}
          </p>
        )
      ) : null}
      {managesMembers ? (
        <InvitationsSection invitations={invitations} hasMail={hasMail} answer={answer} />
      ) : null}
    </>
  );
}
