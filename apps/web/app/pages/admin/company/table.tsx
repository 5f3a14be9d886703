import type { PlatformCompany } from '@readout/domain/platform/list-companies';
import { fileSize } from '@readout/texts/numbers';
import { Link } from 'react-router';
import { List } from '../../../ui/list/list.tsx';
import { FormattedText, useLocale, useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';
import classes from '../admin.module.css';
import { useMay } from '../use-may.ts';
import { companyList } from './list.ts';

export function CompanyTable({ companies, total }: { companies: PlatformCompany[]; total: number }) {
  const text = useText();
  const locale = useLocale();
  const may = useMay();
  return (
    <List
      label={text('admin.companies.title')}
      of={companyList}
      rows={companies}
      total={total}
      what={text('admin.companies.what', { count: total })}
      search={text('admin.companies.search')}
      filters={{
        status: [
          text('admin.companies.status_label'),
          (status) => text('admin.companies.status', { status }),
        ],
      }}
      bulk={{
        isOn: may('companies.change'),
        all: text('admin.companies.select_all'),
        allOfList: text('admin.companies.all_of_list', { total }),
        one: ({ name }) => text('common.selection.select_one', { name }),
        action: (change) => text('admin.companies.bulk_action', { change }),
      }}
      columns={{
        name: [
          text('admin.companies.company'),
          ({ id, name }) => (
            <Link to={`/admin/company/${id}`} dir="auto">
              {name}
            </Link>
          ),
          { className: classes.name },
        ],
        status: [
          text('admin.companies.status_label'),
          ({ status }) => text('admin.companies.status', { status }),
          { tone: ({ status }) => (status === 'active' ? 'signal' : 'notice') },
        ],
        memberCount: [text('admin.companies.members'), (of) => of.memberCount, { isNumber: true }],
        captures30d: [text('admin.companies.captures_30d'), (of) => of.captures30d, { isNumber: true }],
        bytes: [text('admin.companies.storage'), ({ bytes }) => fileSize(bytes, locale), { isNumber: true }],
        lastActiveAt: [
          text('admin.companies.last_capture'),
          ({ lastActiveAt }) => lastActiveAt && <When iso={lastActiveAt} />,
          { empty: text('admin.companies.no_capture') },
        ],
        createdAt: [text('admin.list.since'), (of) => <When iso={of.createdAt} exact />],
      }}
      none={(link) => <FormattedText id="admin.companies.no_match" values={{ link }} />}
    />
  );
}
