import type { CompanyRole } from '@readout/domain/actor';
import { changeMemberRole } from '@readout/domain/companies/change-member-role';
import { findMembers } from '@readout/domain/companies/find-members';
import { getCompany } from '@readout/domain/companies/get-company';
import { makeOwner } from '@readout/domain/companies/make-owner';
import { removeMember } from '@readout/domain/companies/remove-member';
import { memberSortOrders } from '@readout/domain/companies/rules';
import { createInvitation } from '@readout/domain/invitations/create-invitation';
import { listInvitations } from '@readout/domain/invitations/list-invitations';
import { reissueInvitation } from '@readout/domain/invitations/reissue-invitation';
import { revokeInvitation } from '@readout/domain/invitations/revoke-invitation';
import { companyRoles, mayManage, whyNot } from '@readout/domain/policy';
import { data, redirect } from 'react-router';
import { currentLocale } from '../../../../server/request/locale.ts';
import { orProblemPage } from '../../../problems/page-problem.ts';
import { requireMember } from '../../../session.ts';
import { pageTitle } from '../../../texts/page-title.ts';
import { Text } from '../../../ui/layout.tsx';
import { listQuery } from '../../../ui/list/query.ts';
import page from '../../../ui/page.module.css';
import settings from '../../../ui/settings.module.css';
import { textsIn, useText } from '../../../ui/texts.tsx';
import type { Route } from './+types/page';
import { type MembersAnswer, refusedMembers } from './answer.ts';
import { InvitationsSection } from './invitations-section.tsx';
import { InviteSection } from './invite-section.tsx';
import { MemberTable } from './member-table.tsx';
import { OwnerPanel } from './owner-panel.tsx';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, scope, session } = requireMember(context, request);
  const deps = { db: services.db.app };
  const params = new URL(request.url).searchParams;
  const role = companyRoles.find((each) => each === params.get('role'));
  const invites = whyNot(scope.actor, 'invitations.manage', currentLocale());
  const ownerId = params.get('owner');
  const seesInvitations = invites.allowed || invites.roles.includes(session.role);
  const [members, company, invitations, future] = await orProblemPage(
    Promise.all([
      findMembers(deps, { scope, ...listQuery(request, memberSortOrders), ...(role ? { role } : {}) }),
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
    heir: heir ? { userId: heir.userId, name: heir.name } : null,
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { services, scope } = requireMember(context, request);
  const form = await request.formData();
  const intent = String(form.get('intent'));
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const deps = { db: services.db.app, mailer: services.mailer };
  const [userId, name, invitationId, to] = [text('userId'), text('name'), text('invitationId'), text('to')];
  const say = textsIn(currentLocale());
  const answer = (more: MembersAnswer) => data<MembersAnswer>({ intent, ...more });
  try {
    switch (intent) {
      case 'invite': {
        const by = text('by') === 'mail' ? 'mail' : 'link';
        const { link, expiresAt } = await createInvitation(deps, {
          scope,
          by,
          // What has something before the @ is an address.
          ...(/^[^@\s]+@/.test(to) || to === '' ? { email: to } : { domain: to }),
          role: text('role') as CompanyRole,
          days: Number(text('days')),
        });
        return answer({
          done: say(by === 'mail' ? 'settings.members.invited_by_mail' : 'settings.members.invited', { to }),
          ...(link ? { issued: { link, to, expiresAt: expiresAt.toISOString() } } : {}),
        });
      }
      case 'resend':
        await reissueInvitation(deps, { scope, invitationId, by: 'mail' });
        return answer({
          done: say('settings.members.resent', { to }),
        });
      case 'relink': {
        const { link, expiresAt } = await reissueInvitation(deps, { scope, invitationId, by: 'link' });
        return answer(link ? { issued: { link, to, expiresAt: expiresAt.toISOString() } } : {});
      }
      case 'revoke':
        await revokeInvitation(deps, { scope, invitationId });
        return answer({ done: say('settings.members.withdrawn', { to }) });
      case 'role': {
        const role = text('role') as Exclude<CompanyRole, 'owner'>;
        const { changed } = await changeMemberRole(deps, { scope, userId, role });
        return answer({
          done: say(changed ? 'settings.members.role_now' : 'settings.members.role_already', {
            name,
            role,
          }),
        });
      }
      case 'remove': {
        const removed = await removeMember(deps, { scope, userId });
        return answer({ done: say('settings.members.removed', { name: removed.name }) });
      }
      case 'owner':
        await makeOwner(deps, {
          scope,
          userId,
          confirmation: text('confirmation'),
          handOver: text('handOver') === 'yes',
        });
        return redirect('/settings/members?role=owner');
      default:
        throw data({}, { status: 400 });
    }
  } catch (error) {
    return refusedMembers(error, intent, {
      to,
      role: text('role'),
      days: text('days'),
      confirmation: text('confirmation'),
    });
  }
}

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'settings.members.title');

export default function Members({ loaderData, actionData }: Route.ComponentProps) {
  const text = useText();
  const { members, invitations, company, role, managesMembers, may, roles, hasMail, heir } = loaderData;
  const answer: MembersAnswer | undefined = actionData;
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
          <InviteSection roles={roles} hasMail={hasMail} answer={answer} />
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
