import { Button } from '@mantine/core';
import type { CompanyRole } from '@readout/domain/actor';
import type { MemberInList, MemberPage } from '@readout/domain/companies/find-members';
import { Form, Link, useSearchParams } from 'react-router';
import { doneOf, problemOf } from '../../../forms/answer.ts';
import { Outcome } from '../../../forms/outcome.tsx';
import { useSending } from '../../../forms/use-sending.ts';
import table from '../../../ui/list/list.module.css';
import { List } from '../../../ui/list/list.tsx';
import settings from '../../../ui/settings.module.css';
import { useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';
import type { Route } from './+types/page';
import { memberList } from './list.ts';
import classes from './members.module.css';

/** The members with what is to be decided about each. */
export function MemberTable({
  members,
  managesMembers,
  mayDecide,
  roles,
  isOwner,
  answer,
}: {
  members: MemberPage;
  managesMembers: boolean;
  /** False where a platform admin who acts as the member only reads. */
  mayDecide: boolean;
  /** That may be given. */
  roles: CompanyRole[];
  isOwner: boolean;
  answer: Route.ComponentProps['actionData'];
}) {
  const text = useText();
  const [params] = useSearchParams();
  const isNarrowed = params.has('q') || params.has('role');
  const given = doneOf(answer, 'role');
  const removed = doneOf(answer, 'remove');
  return (
    <div className={classes.tools}>
      <List
        label={text('settings.members.title')}
        of={memberList}
        rows={members.items.map((member) => ({ ...member, id: member.userId }))}
        total={members.total}
        what={text('settings.members.what', { count: members.total })}
        search={text('settings.members.search', { email: managesMembers ? 'yes' : undefined })}
        filters={{
          role: [text('common.role_label'), (role) => text('settings.members.roles_of_filter', { role })],
        }}
        columns={{
          name: [
            text('common.name'),
            ({ name, isYou, account }) => (
              <>
                <bdi>{name}</bdi>
                {isYou ? <span className={settings.tag}>{text('settings.members.you')}</span> : null}
                {account?.suspended ? (
                  <span className={settings.tag}>{text('settings.members.account_suspended')}</span>
                ) : null}
                {account ? <div className={table.sub}>{account.email}</div> : null}
              </>
            ),
            { className: classes.who },
          ],
          role: [text('common.role_label'), ({ role }) => text('common.role_name', { role })],
          factor: managesMembers && [
            text('settings.members.second_factor'),
            ({ account }) =>
              text('settings.members.has_two_factor', { state: account?.twoFactor ? 'on' : undefined }),
            { tone: ({ account }) => (account?.twoFactor ? 'signal' : 'notice') },
          ],
          lastSeenAt: managesMembers && [
            text('settings.members.last_seen'),
            ({ account }) =>
              account?.lastSeenAt ? <When iso={account.lastSeenAt} /> : text('settings.members.not_yet'),
          ],
          joinedAt: [text('settings.members.since'), (of) => <When iso={of.joinedAt} exact />],
          decide: managesMembers && [
            <span key="decide">{text('settings.members.decide')}</span>,
            (member) => (mayDecide ? <Decide member={member} roles={roles} isOwner={isOwner} /> : null),
          ],
        }}
        none={(link) => (
          <>
            {text('settings.members.nobody_matches')}{' '}
            {isNarrowed ? link(text('settings.members.show_all')) : null}
          </>
        )}
      >
        <Outcome
          done={
            given
              ? text(given.changed ? 'settings.members.role_now' : 'settings.members.role_already', given)
              : removed && text('settings.members.removed', removed)
          }
          problem={problemOf(answer, 'role', 'remove')}
        />
      </List>
    </div>
  );
}

function Decide({
  member,
  roles,
  isOwner,
}: {
  member: MemberInList;
  roles: CompanyRole[];
  isOwner: boolean;
}) {
  const text = useText();
  const isSending = useSending();
  const isBusy = (intent: string) => isSending(intent, { userId: member.userId });
  if (member.isYou) return <Link to="/settings/company#end">{text('settings.members.leave')}</Link>;
  if (!member.manageable) return <span className={table.sub}>{text('settings.members.owners_decide')}</span>;
  const given = roles.filter((role) => role !== 'owner');
  return (
    // A new role or row closes it.
    <details className={classes.manage} key={`${member.userId} ${member.role}`}>
      <summary aria-label={text('settings.members.change_named', { name: member.name })}>
        {text('settings.members.change')}
      </summary>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="userId" value={member.userId} />
        <input type="hidden" name="name" value={member.name} />
        <select
          name="role"
          aria-label={text('settings.members.role_of', { name: member.name })}
          defaultValue={member.role}
        >
          {given.includes(member.role as never) ? null : (
            <option value={member.role}>{text('common.role_name', { role: member.role })}</option>
          )}
          {given.map((role) => (
            <option key={role} value={role}>
              {text('common.role_name', { role })}
            </option>
          ))}
        </select>
        <Button type="submit" name="intent" value="role" size="xs" variant="default" loading={isBusy('role')}>
          {text('settings.members.save_role')}
        </Button>
      </Form>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="userId" value={member.userId} />
        <Button
          type="submit"
          name="intent"
          value="remove"
          size="xs"
          color="red"
          variant="light"
          aria-label={text('settings.members.remove_named', { name: member.name })}
          loading={isBusy('remove')}
        >
          {text('settings.members.remove')}
        </Button>
      </Form>
      {isOwner && member.role !== 'owner' ? (
        <Link to={`?owner=${member.userId}#owner`}>{text('settings.members.make_owner_unfold')}</Link>
      ) : null}
    </details>
  );
}
