import { getCompanyForPlatform } from '@readout/domain/platform/get-company-for-platform';
import { Link } from 'react-router';
import { requirePlatformAdmin } from '../../session.ts';
import { Bars } from '../../ui/bars.tsx';
import { Figures } from '../../ui/figures.tsx';
import page from '../../ui/page.module.css';
import table from '../../ui/table.module.css';
import { Table } from '../../ui/table.tsx';
import { orProblemPage } from '../app/page-problem.ts';
import { When } from '../app/when.tsx';
import { fileSize, plural } from '../app/wording.ts';
import type { Route } from './+types/company';
import classes from './admin.module.css';

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { services, actor } = requirePlatformAdmin(context, request);
  return orProblemPage(
    getCompanyForPlatform({ platform: services.db.platform }, { actor, companyId: params.id }),
  );
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${(loaderData as { name?: string } | undefined)?.name ?? 'Company'} · Readout` },
];

export default function Company({ loaderData: company }: Route.ComponentProps) {
  const { limits, days, members, plugins, audit } = company;
  return (
    <>
      <p className={classes.back}>
        <Link to="/admin/company">All companies</Link>
      </p>
      <div className={page.head}>
        <div>
          <h1 className={page.title}>{company.name}</h1>
          <p className={page.lead}>
            <span className={page.mono}>{company.id}</span>, since <When iso={company.createdAt} exact />
          </p>
        </div>
        <span className={table.state} data-tone={company.status === 'active' ? 'signal' : 'notice'}>
          {company.status}
        </span>
      </div>
      <Figures
        label="Use and limits"
        figures={[
          { label: 'Members', value: company.memberCount, note: `of at most ${limits.maxMembers}` },
          {
            label: 'Captures, 30 days',
            value: company.captures30d.toLocaleString('en'),
            note: `limit ${limits.maxCapturesPerMonth.toLocaleString('en')} a month`,
          },
          { label: 'Storage', value: fileSize(company.bytes), note: `of ${fileSize(limits.maxBytes)}` },
          {
            label: 'Last capture',
            value: company.lastActiveAt ? <When iso={company.lastActiveAt} /> : 'none',
          },
        ]}
      />
      <section className={page.section}>
        <h2 className={page.sectionTitle}>Pages by day</h2>
        <Bars
          label="Pages received and failed on each of the last 30 days"
          ends={[days[0]?.day ?? '', days.at(-1)?.day ?? '']}
          bars={days.map(({ day, captures, failed, bytes }) => ({
            at: day,
            parts: [
              { value: captures - failed, tone: 'signal' },
              { value: failed, tone: 'alarm' },
            ],
            text: `${plural(captures, 'page')}, ${failed} failed, ${fileSize(bytes)}`,
          }))}
        />
      </section>
      <div className={classes.columns}>
        <section className={page.section}>
          <h2 className={page.sectionTitle}>Members</h2>
          <Table
            label="Members"
            head={
              <>
                <th scope="col">Name</th>
                <th scope="col">Role</th>
                <th scope="col">Since</th>
              </>
            }
          >
            {members.map((member) => (
              <tr key={member.userId}>
                <td>
                  <Link to={`/admin/user?q=${member.userId}`}>{member.name}</Link>
                  <div className={table.sub}>{member.email}</div>
                </td>
                <td>{member.role}</td>
                <td>
                  <When iso={member.joinedAt} exact />
                </td>
              </tr>
            ))}
          </Table>
        </section>
        <section className={page.section}>
          <h2 className={page.sectionTitle}>Installed plugins</h2>
          <Table
            label="Installed plugins"
            head={
              <>
                <th scope="col">Plugin</th>
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
            {plugins.map((plugin) => (
              <tr key={plugin.pluginId}>
                <td>
                  {plugin.pluginId} {plugin.enabled ? null : <span className={page.dim}>(off)</span>}
                </td>
                <td className={page.mono}>{plugin.version}</td>
                <td className={table.number}>{plugin.runs30d.toLocaleString('en')}</td>
                <td className={table.number}>{plugin.failures30d}</td>
              </tr>
            ))}
          </Table>
        </section>
      </div>
      <section className={page.section}>
        <h2 className={page.sectionTitle}>Latest events</h2>
        {audit.length === 0 ? (
          <p className={page.dim}>Nothing has happened yet.</p>
        ) : (
          <Table
            label="Latest events"
            head={
              <>
                <th scope="col">When</th>
                <th scope="col">Who</th>
                <th scope="col">What</th>
              </>
            }
          >
            {audit.map((event) => (
              <tr key={event.id}>
                <td>
                  <When iso={event.createdAt} exact />
                </td>
                <td>{event.actorName}</td>
                <td className={page.mono}>{event.action}</td>
              </tr>
            ))}
          </Table>
        )}
      </section>
    </>
  );
}
