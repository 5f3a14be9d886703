import { type PlatformHealth, platformHealth } from '@readout/domain/platform/platform-health';
import { Link } from 'react-router';
import { requirePlatformAdmin } from '../../session.ts';
import { Bars } from '../../ui/bars.tsx';
import { Figures } from '../../ui/figures.tsx';
import { IconAlertTriangleFilled, IconCheck } from '../../ui/icons.ts';
import page from '../../ui/page.module.css';
import table from '../../ui/table.module.css';
import { Table } from '../../ui/table.tsx';
import { orProblemPage } from '../app/page-problem.ts';
import { When } from '../app/when.tsx';
import { fileSize, plural } from '../app/wording.ts';
import type { Route } from './+types/health';
import classes from './admin.module.css';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, actor } = requirePlatformAdmin(context, request);
  const health = await orProblemPage(platformHealth({ platform: services.db.platform }, { actor }));
  return {
    health,
    process: {
      role: services.config.role,
      node: process.version,
      startedAt: new Date(performance.timeOrigin).toISOString(),
    },
  };
}

export const meta: Route.MetaFunction = () => [{ title: 'Administration · Readout' }];

const SLOW_QUEUE_SECONDS = 60;

/** What the person who hosts this should look at, in sentences. */
function attention(health: PlatformHealth): string[] {
  const { queue, hours } = health;
  const lastDay = hours.reduce(
    (sum, hour) => ({ read: sum.read + hour.read, failed: sum.failed + hour.failed }),
    { read: 0, failed: 0 },
  );
  const notes: string[] = [];
  if (queue.oldestSeconds !== null && queue.oldestSeconds > SLOW_QUEUE_SECONDS) {
    notes.push(
      `The oldest capture has waited ${duration(queue.oldestSeconds)} to be read. A process with the worker role may be missing or overloaded.`,
    );
  }
  if (lastDay.failed > 0 && lastDay.failed >= lastDay.read / 5) {
    notes.push(
      `${plural(lastDay.failed, 'page')} could not be read in the last 24 hours, ${plural(lastDay.read, 'page')} could.`,
    );
  }
  if (health.suspendedCompanies > 0)
    notes.push(`${plural(health.suspendedCompanies, 'company is', 'companies are')} suspended.`);
  return notes;
}

function duration(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3600)} h`;
}

export default function Health({ loaderData }: Route.ComponentProps) {
  const { health, process: running } = loaderData;
  const { queue, hours, failures, storage, database, audit } = health;
  const notes = attention(health);
  const lastDay = hours.reduce((sum, hour) => sum + hour.read, 0);
  return (
    <>
      <h1 className={page.title} style={{ marginBottom: 16 }}>
        Health
      </h1>
      {notes.length === 0 ? (
        <p className={classes.fine}>
          <IconCheck size={16} aria-hidden /> Nothing needs attention.
        </p>
      ) : (
        <ul className={classes.attention} aria-label="Needs attention">
          {notes.map((note) => (
            <li key={note}>
              <IconAlertTriangleFilled size={16} aria-hidden /> {note}
            </li>
          ))}
        </ul>
      )}
      <Figures
        label="Numbers"
        figures={[
          { label: 'Companies', value: health.companies, to: '/admin/company' },
          { label: 'Users', value: health.users, to: '/admin/user' },
          {
            label: 'Waiting to be read',
            value: queue.waiting,
            note:
              queue.oldestSeconds === null ? 'queue is empty' : `oldest: ${duration(queue.oldestSeconds)}`,
          },
          { label: 'Being read', value: queue.reading },
          { label: 'Pages read, 24 h', value: lastDay },
          {
            label: 'Stored originals',
            value: fileSize(storage.bytes),
            note: plural(storage.objects, 'file'),
          },
        ]}
      />
      <div className={classes.columns}>
        <section className={page.section}>
          <h2 className={page.sectionTitle}>Pages by hour</h2>
          <Bars
            label="Pages read and failed in each of the last 24 hours"
            ends={['24 hours ago', 'now']}
            bars={hours.map(({ hour, received, read, failed }) => ({
              at: hour,
              parts: [
                { value: read, tone: 'signal' },
                { value: failed, tone: 'alarm' },
              ],
              text: `${received} received, ${read} read, ${failed} failed`,
            }))}
          />
          <h2 className={page.sectionTitle} style={{ marginTop: 32 }}>
            Failures, 24 hours
          </h2>
          {failures.length === 0 ? (
            <p className={page.dim}>None.</p>
          ) : (
            <Table
              label="Failures by code"
              head={
                <>
                  <th scope="col">Code</th>
                  <th scope="col" className={table.number}>
                    Pages
                  </th>
                </>
              }
            >
              {failures.map(({ code, count }) => (
                <tr key={code}>
                  <td className={page.mono}>{code}</td>
                  <td className={table.number}>{count}</td>
                </tr>
              ))}
            </Table>
          )}
        </section>
        <section className={page.section}>
          <h2 className={page.sectionTitle}>Running</h2>
          <dl className={classes.facts}>
            <dt>Process</dt>
            <dd>
              role {running.role}, Node {running.node}, since <When iso={running.startedAt} exact />
            </dd>
            <dt>Database</dt>
            <dd>
              PostgreSQL {database.version}, {fileSize(database.bytes)},{' '}
              {plural(database.connections, 'connection')}, since <When iso={database.startedAt} exact />
            </dd>
          </dl>
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
                <th scope="col">Company</th>
              </>
            }
          >
            {audit.map((event) => (
              <tr key={`${event.createdAt} ${event.action} ${event.companyId}`}>
                <td>
                  <When iso={event.createdAt} exact />
                </td>
                <td>{event.actorName}</td>
                <td className={page.mono}>{event.action}</td>
                <td className={page.mono}>
                  <Link to={`/admin/company/${event.companyId}`}>{event.companyId.slice(0, 8)}</Link>
                </td>
              </tr>
            ))}
          </Table>
        )}
      </section>
    </>
  );
}
