import { Button } from '@mantine/core';
import type { CompanyRole } from '@readout/domain/actor';
import type { MemberInList, MemberPage } from '@readout/domain/companies/find-members';
import { Form, Link, useSearchParams } from 'react-router';
import { doneOf, problemOf } from '../../../forms/answer.ts';
import { Outcome } from '../../../forms/outcome.tsx';
import { useSending } from '../../../forms/use-sending.ts';
import { Choice, SearchForm } from '../../../ui/list/filter.tsx';
import table from '../../../ui/list/list.module.css';
import { Paging } from '../../../ui/list/paging.tsx';
import { NoRows, SortHead, Table } from '../../../ui/list/table.tsx';
import settings from '../../../ui/settings.module.css';
import { useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';
import type { Route } from './+types/page';
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
  const columns = managesMembers ? 6 : 3;
  return (
    <div className={classes.tools}>
      <SearchForm label={text('settings.members.search', { email: managesMembers ? 'yes' : undefined })}>
        <Choice
          name="role"
          label={text('common.role_label')}
          options={(['owner', 'admin', 'reviewer', 'operator'] as const).map((role) => [
            role,
            text('settings.members.roles_of_filter', { role }),
          ])}
        />
      </SearchForm>
      <Outcome
        done={
          given
            ? text(given.changed ? 'settings.members.role_now' : 'settings.members.role_already', given)
            : removed && text('settings.members.removed', removed)
        }
        problem={problemOf(answer, 'role', 'remove')}
      />
      <Table
        label={text('settings.members.title')}
        head={
          <>
            <SortHead name="name">{text('common.name')}</SortHead>
            <SortHead name="role">{text('common.role_label')}</SortHead>
            {managesMembers ? (
              <>
                <th scope="col">{text('settings.members.second_factor')}</th>
                <SortHead name="lastSeenAt">{text('settings.members.last_seen')}</SortHead>
              </>
            ) : null}
            <SortHead name="joinedAt">{text('settings.members.since')}</SortHead>
            {managesMembers ? (
              <th scope="col">
                <span>{text('settings.members.decide')}</span>
              </th>
            ) : null}
          </>
        }
      >
        {members.items.map((member) => (
          <tr key={member.userId}>
            <td className={classes.who}>
              <bdi>{member.name}</bdi>
              {member.isYou ? <span className={settings.tag}>{text('settings.members.you')}</span> : null}
              {member.account?.suspended ? (
                <span className={settings.tag}>{text('settings.members.account_suspended')}</span>
              ) : null}
              {member.account ? <div className={table.sub}>{member.account.email}</div> : null}
            </td>
            <td>{text('common.role_name', { role: member.role })}</td>
            {managesMembers ? (
              <>
                <td className={table.state} data-tone={member.account?.twoFactor ? 'signal' : 'notice'}>
                  {text('settings.members.has_two_factor', {
                    state: member.account?.twoFactor ? 'on' : undefined,
                  })}
                </td>
                <td>
                  {member.account?.lastSeenAt ? (
                    <When iso={member.account.lastSeenAt} />
                  ) : (
                    text('settings.members.not_yet')
                  )}
                </td>
              </>
            ) : null}
            <td>
              <When iso={member.joinedAt} exact />
            </td>
            {managesMembers ? (
              <td>{mayDecide ? <Decide member={member} roles={roles} isOwner={isOwner} /> : null}</td>
            ) : null}
          </tr>
        ))}
        {members.items.length === 0 ? (
          <NoRows columns={columns}>
            {text('settings.members.nobody_matches')}{' '}
            {isNarrowed ? <Link to="/settings/members">{text('settings.members.show_all')}</Link> : null}
          </NoRows>
        ) : null}
      </Table>
      <Paging total={members.total} what={text('settings.members.what', { count: members.total })} />
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
