import type { PlatformPluginDetail } from '@readout/domain/platform/get-plugin-for-platform';
import { Link } from 'react-router';
import { wholeNumber } from '../../../ui/numbers.ts';
import page from '../../../ui/page.module.css';
import table from '../../../ui/table.module.css';
import { Paging, Table } from '../../../ui/table.tsx';
import admin from '../admin.module.css';
import { explained } from './words.ts';

/** A page of the companies that have a plugin switched on. */
export function CompaniesSection({ plugin }: { plugin: PlatformPluginDetail }) {
  return (
    <section className={page.section}>
      <h2 className={page.sectionTitle}>Companies that use it</h2>
      <Table
        label="Companies that use it"
        head={
          <>
            <th scope="col">Company</th>
            <th scope="col">Version</th>
            <th scope="col" className={table.number}>
              Runs, 30 days
            </th>
            <th scope="col" className={table.number}>
              Failed
            </th>
          </>
        }
      >
        {plugin.companies.map((company) => (
          <tr key={company.companyId}>
            <td dir="auto" className={admin.name}>
              <Link to={`/admin/company/${company.companyId}`}>{company.name}</Link>
            </td>
            <td className={page.mono}>{company.version}</td>
            <td className={table.number}>{wholeNumber(company.runs30d)}</td>
            <td className={table.number}>{wholeNumber(company.failures30d)}</td>
          </tr>
        ))}
        {plugin.companies.length === 0 ? (
          <tr>
            <td colSpan={4}>None has it switched on.</td>
          </tr>
        ) : null}
      </Table>
      <Paging total={plugin.installs} what={plugin.installs === 1 ? 'company' : 'companies'} />
      <p className={admin.counted}>{explained}</p>
    </section>
  );
}
