import {
  type CompanyStatus,
  companySortOrders,
  listCompanies,
} from '@readout/domain/platform/list-companies';
import { Link } from 'react-router';
import { requirePlatformAdmin } from '../../session.ts';
import page from '../../ui/page.module.css';
import table from '../../ui/table.module.css';
import { Choice, listQuery, Paging, SearchForm, SortHead, Table } from '../../ui/table.tsx';
import { orProblemPage } from '../app/page-problem.ts';
import { When } from '../app/when.tsx';
import { fileSize } from '../app/wording.ts';
import type { Route } from './+types/companies';

const STATUSES: [CompanyStatus, string][] = [
  ['active', 'active'],
  ['suspended', 'suspended'],
  ['closing', 'closing'],
];

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, actor } = requirePlatformAdmin(context, request);
  const asked = new URL(request.url).searchParams.get('status');
  const status = STATUSES.find(([name]) => name === asked)?.[0];
  return orProblemPage(
    listCompanies(
      { platform: services.db.platform },
      { actor, ...listQuery(request, companySortOrders), ...(status ? { status } : {}) },
    ),
  );
}

export const meta: Route.MetaFunction = () => [{ title: 'Companies · Readout' }];

export default function Companies({ loaderData: { items, total } }: Route.ComponentProps) {
  return (
    <>
      <h1 className={page.title} style={{ marginBottom: 16 }}>
        Companies
      </h1>
      <SearchForm label="Name or id">
        <Choice name="status" label="Status" options={STATUSES} />
      </SearchForm>
      <Table
        label="Companies"
        head={
          <>
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
        {items.map((company) => (
          <tr key={company.id}>
            <td>
              <Link to={`/admin/company/${company.id}`}>{company.name}</Link>
            </td>
            <td className={table.state} data-tone={company.status === 'active' ? 'signal' : 'notice'}>
              {company.status}
            </td>
            <td className={table.number}>{company.memberCount}</td>
            <td className={table.number}>{company.captures30d.toLocaleString('en')}</td>
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
        {items.length === 0 ? (
          <tr>
            <td colSpan={7}>
              No company matches. <Link to="/admin/company">Show all</Link>
            </td>
          </tr>
        ) : null}
      </Table>
      <Paging total={total} what={total === 1 ? 'company' : 'companies'} />
    </>
  );
}
