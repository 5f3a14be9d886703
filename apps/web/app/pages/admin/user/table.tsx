import type { PlatformUser } from '@readout/domain/platform/list-users';
import { wholeNumber } from '@readout/texts/numbers';
import { Link, useSearchParams } from 'react-router';
import table from '../../../ui/list/list.module.css';
import { SelectCell, SelectHead } from '../../../ui/list/selection.tsx';
import { NoRows, SortHead, Table } from '../../../ui/list/table.tsx';
import page from '../../../ui/page.module.css';
import { FormattedText, useLocale, useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';
import classes from '../admin.module.css';

export function UserTable({ users, opened }: { users: PlatformUser[]; opened: string | undefined }) {
  const text = useText();
  const locale = useLocale();
  const [params] = useSearchParams();
  const open = (id: string) => {
    const next = new URLSearchParams(params);
    next.set('u', id);
    return `?${next}`;
  };
  return (
    <Table
      label={text('admin.users.title')}
      head={
        <>
          <SelectHead label={text('admin.users.select_all')} />
          <SortHead name="name">{text('common.name')}</SortHead>
          <SortHead name="email">{text('common.email')}</SortHead>
          <th scope="col">{text('common.role_label')}</th>
          <th scope="col">{text('admin.users.state_label')}</th>
          <th scope="col">{text('admin.users.second_factor')}</th>
          <SortHead name="companyCount" isNumber>
            {text('admin.users.companies')}
          </SortHead>
          <SortHead name="lastSeenAt">{text('admin.users.last_seen')}</SortHead>
          <SortHead name="createdAt" initial>
            {text('admin.list.since')}
          </SortHead>
        </>
      }
    >
      {users.map((user) => (
        <tr key={user.id} aria-current={user.id === opened ? 'true' : undefined}>
          <SelectCell
            id={user.id}
            label={text('common.selection.select_one', {
              name: text('admin.users.with_email', { name: user.name, email: user.email }),
            })}
          />
          <td className={classes.name}>
            <Link to={open(user.id)} dir="auto">
              {user.name}
            </Link>
          </td>
          <td className={classes.name}>
            {user.email}
            {user.emailVerified || user.state === 'deleted' ? null : (
              <div className={table.sub}>{text('admin.users.email_state', { verified: 'no' })}</div>
            )}
          </td>
          <td>{text('admin.users.role', { role: user.role })}</td>
          <td className={table.state} data-tone={user.state === 'active' ? 'signal' : 'notice'}>
            {text('admin.users.state', { state: user.state })}
          </td>
          <td className={user.twoFactor ? undefined : page.dim}>
            {text('admin.users.factor_state', { factor: user.twoFactor ? 'yes' : 'no' })}
          </td>
          <td className={table.number}>{wholeNumber(user.companyCount, locale)}</td>
          <td>
            {user.lastSeenAt ? (
              <When iso={user.lastSeenAt} />
            ) : (
              <span className={page.dim}>{text('admin.users.never_seen')}</span>
            )}
          </td>
          <td>
            <When iso={user.createdAt} exact />
          </td>
        </tr>
      ))}
      {users.length === 0 ? (
        <NoRows columns={9}>
          <FormattedText
            id="admin.users.no_match"
            values={{ link: (inside) => <Link to="/admin/user">{inside}</Link> }}
          />
        </NoRows>
      ) : null}
    </Table>
  );
}
