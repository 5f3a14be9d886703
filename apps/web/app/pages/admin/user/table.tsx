import type { PlatformUser } from '@readout/domain/platform/list-users';
import { Link, useSearchParams } from 'react-router';
import table from '../../../ui/list/list.module.css';
import { List } from '../../../ui/list/list.tsx';
import page from '../../../ui/page.module.css';
import { FormattedText, useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';
import classes from '../admin.module.css';
import { useMay } from '../use-may.ts';
import { userList } from './list.ts';

export function UserTable({
  users,
  total,
  opened,
}: {
  users: PlatformUser[];
  total: number;
  opened: string | undefined;
}) {
  const text = useText();
  const may = useMay();
  const [params] = useSearchParams();
  const open = (id: string) => {
    const next = new URLSearchParams(params);
    next.set('u', id);
    return `?${next}`;
  };
  return (
    <List
      label={text('admin.users.title')}
      of={userList}
      rows={users}
      current={opened}
      total={total}
      what={text('admin.users.what', { count: total })}
      search={text('admin.users.search')}
      filters={{
        role: [text('common.role_label'), (role) => text('admin.users.roles', { role })],
        state: [text('admin.users.state_label'), (state) => text('admin.users.state', { state })],
        verified: [text('common.email'), (verified) => text('admin.users.email_state', { verified })],
        factor: [text('admin.users.second_factor'), (factor) => text('admin.users.factor_state', { factor })],
      }}
      bulk={{
        isOn: may('users.change'),
        all: text('admin.users.select_all'),
        allOfList: text('admin.users.all_of_list', { total }),
        action: (change) => text('admin.users.bulk_action', { change }),
        one: ({ name, email }) =>
          text('common.selection.select_one', { name: text('admin.users.with_email', { name, email }) }),
      }}
      columns={{
        name: [
          text('common.name'),
          ({ id, name }) => (
            <Link to={open(id)} dir="auto">
              {name}
            </Link>
          ),
          { className: classes.name },
        ],
        email: [
          text('common.email'),
          ({ email, emailVerified, state }) => (
            <>
              {email}
              {emailVerified || state === 'deleted' ? null : (
                <div className={table.sub}>{text('admin.users.email_state', { verified: 'no' })}</div>
              )}
            </>
          ),
          { className: classes.name },
        ],
        role: [text('common.role_label'), ({ role }) => text('admin.users.role', { role })],
        state: [
          text('admin.users.state_label'),
          ({ state }) => text('admin.users.state', { state }),
          { tone: ({ state }) => (state === 'active' ? 'signal' : 'notice') },
        ],
        factor: [
          text('admin.users.second_factor'),
          ({ twoFactor }) => (
            <span className={twoFactor ? undefined : page.dim}>
              {text('admin.users.factor_state', { factor: twoFactor ? 'yes' : 'no' })}
            </span>
          ),
        ],
        companyCount: [text('admin.users.companies'), (of) => of.companyCount, { isNumber: true }],
        lastSeenAt: [
          text('admin.users.last_seen'),
          ({ lastSeenAt }) => lastSeenAt && <When iso={lastSeenAt} />,
          { empty: text('admin.users.never_seen') },
        ],
        createdAt: [text('admin.list.since'), (of) => <When iso={of.createdAt} exact />],
      }}
      none={(link) => <FormattedText id="admin.users.no_match" values={{ link }} />}
    />
  );
}
