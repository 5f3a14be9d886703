import { listUsers, userSortOrders } from '@readout/domain/platform/list-users';
import { Link } from 'react-router';
import { requirePlatformAdmin } from '../../session.ts';
import page from '../../ui/page.module.css';
import table from '../../ui/table.module.css';
import { Choice, listQuery, Paging, SearchForm, SortHead, Table } from '../../ui/table.tsx';
import { orProblemPage } from '../app/page-problem.ts';
import { When } from '../app/when.tsx';
import type { Route } from './+types/users';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, actor } = requirePlatformAdmin(context, request);
  const params = new URL(request.url).searchParams;
  const role = (['user', 'admin'] as const).find((name) => name === params.get('role'));
  const state = params.get('state');
  return orProblemPage(
    listUsers(
      { platform: services.db.platform },
      {
        actor,
        ...listQuery(request, userSortOrders),
        ...(role ? { role } : {}),
        ...(state === 'active' || state === 'suspended' ? { suspended: state === 'suspended' } : {}),
      },
    ),
  );
}

export const meta: Route.MetaFunction = () => [{ title: 'Users · Readout' }];

export default function Users({ loaderData: { items, total } }: Route.ComponentProps) {
  return (
    <>
      <h1 className={page.title} style={{ marginBottom: 16 }}>
        Users
      </h1>
      <SearchForm label="Name, email or id">
        <Choice
          name="role"
          label="Role"
          options={[
            ['user', 'users'],
            ['admin', 'platform admins'],
          ]}
        />
        <Choice
          name="state"
          label="State"
          options={[
            ['active', 'active'],
            ['suspended', 'suspended'],
          ]}
        />
      </SearchForm>
      <Table
        label="Users"
        head={
          <>
            <SortHead name="name">Name</SortHead>
            <SortHead name="email">Email</SortHead>
            <th scope="col">Role</th>
            <th scope="col">State</th>
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
        {items.map((user) => (
          <tr key={user.id}>
            <td>{user.name}</td>
            <td>{user.email}</td>
            <td>{user.role === 'admin' ? 'platform admin' : 'user'}</td>
            <td className={table.state} data-tone={user.suspended ? 'notice' : 'signal'}>
              {user.suspended ? 'suspended' : 'active'}
            </td>
            <td className={table.number}>{user.companyCount}</td>
            <td>
              {user.lastSeenAt ? (
                <When iso={user.lastSeenAt} />
              ) : (
                <span className={page.dim}>signed out</span>
              )}
            </td>
            <td>
              <When iso={user.createdAt} exact />
            </td>
          </tr>
        ))}
        {items.length === 0 ? (
          <tr>
            <td colSpan={7}>
              Nobody matches. <Link to="/admin/user">Show all</Link>
            </td>
          </tr>
        ) : null}
      </Table>
      <Paging total={total} what={total === 1 ? 'user' : 'users'} />
    </>
  );
}
