import type { PlatformCompany } from '@readout/domain/platform/list-companies';
import { Link } from 'react-router';
import { fileSize, wholeNumber } from '../../../ui/numbers.ts';
import page from '../../../ui/page.module.css';
import table from '../../../ui/table.module.css';
import { SortHead, Table } from '../../../ui/table.tsx';
import { When } from '../../../ui/when.tsx';
import classes from '../admin.module.css';
import { SelectCell, SelectHead } from '../selection.tsx';

export function CompanyTable({ companies }: { companies: PlatformCompany[] }) {
  return (
    <Table
      label="Companies"
      head={
        <>
          <SelectHead label="Select all companies on this page" />
          <SortHead name="name">Company</SortHead>
          <th scope="col">Status</th>
          <SortHead name="memberCount" isNumber>
            Members
          </SortHead>
          <SortHead name="captures30d" isNumber>
            Captures, 30 days
          </SortHead>
          <SortHead name="bytes" isNumber>
            Storage
          </SortHead>
          <SortHead name="lastActiveAt">Last capture</SortHead>
          <SortHead name="createdAt" initial>
            Since
          </SortHead>
        </>
      }
    >
      {companies.map((company) => (
        <tr key={company.id}>
          <SelectCell id={company.id} label={company.name} />
          <td className={classes.name}>
            <Link to={`/admin/company/${company.id}`} dir="auto">
              {company.name}
            </Link>
          </td>
          <td className={table.state} data-tone={company.status === 'active' ? 'signal' : 'notice'}>
            {company.status}
          </td>
          <td className={table.number}>{wholeNumber(company.memberCount)}</td>
          <td className={table.number}>{wholeNumber(company.captures30d)}</td>
          <td className={table.number}>{fileSize(company.bytes)}</td>
          <td>
            {company.lastActiveAt ? (
              <When iso={company.lastActiveAt} />
            ) : (
              <span className={page.dim}>none</span>
            )}
          </td>
          <td>
            <When iso={company.createdAt} exact />
          </td>
        </tr>
      ))}
      {companies.length === 0 ? (
        <tr>
          <td colSpan={8}>
            No company matches. <Link to="/admin/company">Show all</Link>
          </td>
        </tr>
      ) : null}
    </Table>
  );
}
