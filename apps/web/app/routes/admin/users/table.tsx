import type { PlatformUser } from '@readout/domain/platform/list-users';
import { platformRoleNames } from '@readout/domain/platform/rules';
import { Link, useSearchParams } from 'react-router';
import { wholeNumber } from '../../../ui/numbers.ts';
import page from '../../../ui/page.module.css';
import table from '../../../ui/table.module.css';
import { SortHead, Table } from '../../../ui/table.tsx';
import { When } from '../../../ui/when.tsx';
import classes from '../admin.module.css';
import { SelectCell, SelectHead } from '../selection.tsx';

export function UserTable({ users, opened }: { users: PlatformUser[]; opened: string | undefined }) {
  const [params] = useSearchParams();
  const open = (id: string) => {
    const next = new URLSearchParams(params);
    next.set('u', id);
    return `?${next}`;
  };
  return (
    <Table
      label="Users"
      head={
        <>
          <SelectHead label="Select all users on this page" />
          <SortHead name="name">Name</SortHead>
          <SortHead name="email">Email</SortHead>
          <th scope="col">Role</th>
          <th scope="col">State</th>
          <th scope="col">Second factor</th>
          <SortHead name="companyCount" isNumber>
            Companies
          </SortHead>
          <SortHead name="lastSeenAt">Last seen</SortHead>
          <SortHead name="createdAt" initial>
            Since
          </SortHead>
        </>
      }
    >
      {users.map((user) => (
        <tr key={user.id} aria-current={user.id === opened ? 'true' : undefined}>
          <SelectCell id={user.id} label={`${user.name}, ${user.email}`} />
          <td className={classes.name}>
            <Link to={open(user.id)} dir="auto">
              {user.name}
            </Link>
          </td>
          <td className={classes.name}>
            {user.email}
            {user.emailVerified || user.state === 'deleted' ? null : (
              <div className={table.sub}>not verified</div>
            )}
          </td>
          <td>{platformRoleNames[user.role]}</td>
          <td className={table.state} data-tone={user.state === 'active' ? 'signal' : 'notice'}>
            {user.state}
          </td>
          <td>{user.twoFactor ? 'set up' : <span className={page.dim}>none</span>}</td>
          <td className={table.number}>{wholeNumber(user.companyCount)}</td>
          <td>
            {user.lastSeenAt ? <When iso={user.lastSeenAt} /> : <span className={page.dim}>never</span>}
          </td>
          <td>
            <When iso={user.createdAt} exact />
          </td>
        </tr>
      ))}
      {users.length === 0 ? (
        <tr>
          <td colSpan={9}>
            Nobody matches. <Link to="/admin/user">Show all</Link>
          </td>
        </tr>
      ) : null}
    </Table>
  );
}
