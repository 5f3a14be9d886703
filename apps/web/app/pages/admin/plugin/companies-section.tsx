import type { PlatformPluginDetail } from '@readout/domain/platform/get-plugin-for-platform';
import { Link } from 'react-router';
import { Text } from '../../../ui/layout.tsx';
import { Paging } from '../../../ui/list/paging.tsx';
import { ListTable } from '../../../ui/list/table.tsx';
import page from '../../../ui/page.module.css';
import { useText } from '../../../ui/texts.tsx';
import admin from '../admin.module.css';

/** A page of the companies that have a plugin switched on. */
export function CompaniesSection({ plugin }: { plugin: PlatformPluginDetail }) {
  const text = useText();
  return (
    <section className={page.section}>
      <h2 className={page.sectionTitle}>{text('operation.plugin.companies')}</h2>
      <ListTable
        label={text('operation.plugin.companies')}
        rows={plugin.companies.map((company) => ({ ...company, id: company.companyId }))}
        columns={{
          name: [
            text('operation.column', { column: 'company' }),
            ({ id, name }) => <Link to={`/admin/company/${id}`}>{name}</Link>,
            { className: admin.name, dir: 'auto' },
          ],
          version: [
            text('operation.column', { column: 'version' }),
            ({ version }) => version,
            { className: page.mono },
          ],
          runs: [
            text('operation.column', { column: 'runs_30_days' }),
            (of) => of.runs30d,
            { isNumber: true },
          ],
          failed: [
            text('operation.column', { column: 'failed' }),
            (of) => of.failures30d,
            { isNumber: true },
          ],
        }}
        none={() => text('operation.plugin.no_company')}
      />
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
