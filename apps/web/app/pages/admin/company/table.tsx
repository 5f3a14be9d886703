import type { PlatformCompany } from '@readout/domain/platform/list-companies';
import { fileSize, wholeNumber } from '@readout/texts/numbers';
import { Link } from 'react-router';
import table from '../../../ui/list/list.module.css';
import { SelectCell, SelectHead } from '../../../ui/list/selection.tsx';
import { NoRows, SortHead, Table } from '../../../ui/list/table.tsx';
import page from '../../../ui/page.module.css';
import { FormattedText, useLocale, useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';
import classes from '../admin.module.css';

export function CompanyTable({ companies }: { companies: PlatformCompany[] }) {
  const text = useText();
  const locale = useLocale();
  return (
    <Table
      label={text('admin.companies.title')}
      head={
        <>
          <SelectHead label={text('admin.companies.select_all')} />
          <SortHead name="name">{text('admin.companies.company')}</SortHead>
          <th scope="col">{text('admin.companies.status_label')}</th>
          <SortHead name="memberCount" isNumber>
            {text('admin.companies.members')}
          </SortHead>
          <SortHead name="captures30d" isNumber>
            {text('admin.companies.captures_30d')}
          </SortHead>
          <SortHead name="bytes" isNumber>
            {text('admin.companies.storage')}
          </SortHead>
          <SortHead name="lastActiveAt">{text('admin.companies.last_capture')}</SortHead>
          <SortHead name="createdAt" initial>
            {text('admin.list.since')}
          </SortHead>
        </>
      }
    >
      {companies.map((company) => (
        <tr key={company.id}>
          <SelectCell id={company.id} label={text('common.selection.select_one', { name: company.name })} />
          <td className={classes.name}>
            <Link to={`/admin/company/${company.id}`} dir="auto">
              {company.name}
            </Link>
          </td>
          <td className={table.state} data-tone={company.status === 'active' ? 'signal' : 'notice'}>
            {text('admin.companies.status', { status: company.status })}
          </td>
          <td className={table.number}>{wholeNumber(company.memberCount, locale)}</td>
          <td className={table.number}>{wholeNumber(company.captures30d, locale)}</td>
          <td className={table.number}>{fileSize(company.bytes, locale)}</td>
          <td>
            {company.lastActiveAt ? (
              <When iso={company.lastActiveAt} />
            ) : (
              <span className={page.dim}>{text('admin.companies.no_capture')}</span>
            )}
          </td>
          <td>
            <When iso={company.createdAt} exact />
          </td>
        </tr>
      ))}
      {companies.length === 0 ? (
        <NoRows columns={8}>
          <FormattedText
            id="admin.companies.no_match"
            values={{ link: (inside) => <Link to="/admin/company">{inside}</Link> }}
          />
        </NoRows>
      ) : null}
    </Table>
  );
}
