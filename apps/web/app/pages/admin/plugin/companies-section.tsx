import type { PlatformPluginDetail } from '@readout/domain/platform/get-plugin-for-platform';
import { wholeNumber } from '@readout/texts/numbers';
import { Link } from 'react-router';
import { Text } from '../../../ui/layout.tsx';
import table from '../../../ui/list/list.module.css';
import { Paging } from '../../../ui/list/paging.tsx';
import { Table } from '../../../ui/list/table.tsx';
import page from '../../../ui/page.module.css';
import { useLocale, useText } from '../../../ui/texts.tsx';
import admin from '../admin.module.css';

/** A page of the companies that have a plugin switched on. */
export function CompaniesSection({ plugin }: { plugin: PlatformPluginDetail }) {
  const text = useText();
  const locale = useLocale();
  return (
    <section className={page.section}>
      <h2 className={page.sectionTitle}>{text('operation.plugin.companies')}</h2>
      <Table
        label={text('operation.plugin.companies')}
        head={
          <>
            <th scope="col">{text('operation.column', { column: 'company' })}</th>
            <th scope="col">{text('operation.column', { column: 'version' })}</th>
            <th scope="col" className={table.number}>
              {text('operation.column', { column: 'runs_30_days' })}
            </th>
            <th scope="col" className={table.number}>
              {text('operation.column', { column: 'failed' })}
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
            <td className={table.number}>{wholeNumber(company.runs30d, locale)}</td>
            <td className={table.number}>{wholeNumber(company.failures30d, locale)}</td>
          </tr>
        ))}
        {plugin.companies.length === 0 ? (
          <tr>
            <td colSpan={4}>{text('operation.plugin.no_company')}</td>
          </tr>
        ) : null}
      </Table>
      <Paging
        total={plugin.installs}
        what={text('operation.plugin.company_count', { count: plugin.installs })}
      />
      <Text size={12} tone="dim" above={8}>
        {text('operation.plugins.explained')}
      </Text>
    </section>
  );
}
