import { Button } from '@mantine/core';
import type { CompanyRole } from '@readout/domain/actor';
import type { MemberInList, MemberPage } from '@readout/domain/companies/find-members';
import { Form, Link, useNavigation, useSearchParams } from 'react-router';
import table from '../../../ui/table.module.css';
import { Choice, Paging, SearchForm, SortHead, Table } from '../../../ui/table.tsx';
import { When } from '../../../ui/when.tsx';
import { Outcome } from '../outcome.tsx';
import settings from '../settings.module.css';
import type { MembersAnswer } from './answer.ts';
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
  answer: MembersAnswer | undefined;
}) {
  const [params] = useSearchParams();
  const isNarrowed = params.has('q') || params.has('role');
  const problem = answer?.problem;
  const isOurs = answer?.intent === 'role' || answer?.intent === 'remove';
  const columns = managesMembers ? 6 : 3;
  return (
    <div className={classes.tools}>
      <SearchForm label={managesMembers ? 'Name or email' : 'Name'}>
        <Choice
          name="role"
          label="Role"
          options={[
            ['owner', 'owners'],
            ['admin', 'admins'],
            ['reviewer', 'reviewers'],
            ['operator', 'operators'],
          ]}
        />
      </SearchForm>
      <Outcome done={isOurs && answer?.done} problem={isOurs ? problem : undefined} />
      <Table
        label="Members"
        head={
          <>
            <SortHead name="name">Name</SortHead>
            <SortHead name="role">Role</SortHead>
            {managesMembers ? (
              <>
                <th scope="col">Second factor</th>
                <SortHead name="lastSeenAt">Last seen</SortHead>
              </>
            ) : null}
            <SortHead name="joinedAt">Since</SortHead>
            {managesMembers ? (
              <th scope="col">
                <span>Decide</span>
              </th>
            ) : null}
          </>
        }
      >
        {members.items.map((member) => (
          <tr key={member.userId}>
            <td className={classes.who}>
              <bdi>{member.name}</bdi>
              {member.isYou ? <span className={settings.tag}>you</span> : null}
              {member.account?.suspended ? <span className={settings.tag}>account suspended</span> : null}
              {member.account ? <div className={table.sub}>{member.account.email}</div> : null}
            </td>
            <td>{member.role}</td>
            {managesMembers ? (
              <>
                <td className={table.state} data-tone={member.account?.twoFactor ? 'signal' : 'notice'}>
                  {member.account?.twoFactor ? 'on' : 'off'}
                </td>
                <td>{member.account?.lastSeenAt ? <When iso={member.account.lastSeenAt} /> : 'not yet'}</td>
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
          <tr>
            <td colSpan={columns}>
              Nobody matches. {isNarrowed ? <Link to="/settings/members">Show all</Link> : null}
            </td>
          </tr>
        ) : null}
      </Table>
      <Paging total={members.total} what={members.total === 1 ? 'member' : 'members'} />
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
  const busy = useNavigation().formData;
  const isBusy = (intent: string) => busy?.get('intent') === intent && busy.get('userId') === member.userId;
  if (member.isYou) return <Link to="/settings/company#end">Leave</Link>;
  if (!member.manageable) return <span className={table.sub}>Owners decide</span>;
  const given = roles.filter((role) => role !== 'owner');
  return (
    // A new role or row closes it.
    <details className={classes.manage} key={`${member.userId} ${member.role}`}>
      <summary aria-label={`Change role or remove: ${member.name}`}>Change</summary>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="userId" value={member.userId} />
        <input type="hidden" name="name" value={member.name} />
        <select name="role" aria-label={`Role of ${member.name}`} defaultValue={member.role}>
          {given.includes(member.role as never) ? null : <option value={member.role}>{member.role}</option>}
          {given.map((role) => (
            <option key={role} value={role}>
              {role}
            </option>
          ))}
        </select>
        <Button type="submit" name="intent" value="role" size="xs" variant="default" loading={isBusy('role')}>
          Save role
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
          aria-label={`Remove ${member.name} from the company`}
          loading={isBusy('remove')}
        >
          Remove from the company
        </Button>
      </Form>
      {isOwner && member.role !== 'owner' ? (
        <Link to={`?owner=${member.userId}#owner`}>Make owner …</Link>
      ) : null}
    </details>
  );
}
