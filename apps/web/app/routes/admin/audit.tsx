import { Button } from '@mantine/core';
import { listPlatformEvents } from '@readout/domain/platform/list-platform-events';
import { eventSubjects } from '@readout/domain/platform/rules';
import { Link, useSearchParams } from 'react-router';
import { requirePlatform } from '../../session.ts';
import { IconDownload } from '../../ui/icons.ts';
import page from '../../ui/page.module.css';
import table from '../../ui/table.module.css';
import { Choice, SearchForm, Table } from '../../ui/table.tsx';
import { When } from '../../ui/when.tsx';
import { orProblemPage } from '../app/page-problem.ts';
import type { Route } from './+types/audit';
import admin from './admin.module.css';
import classes from './audit/audit.module.css';
import { eventFilter } from './audit/filter.ts';
import { Subject } from './audit/subject.tsx';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, actor } = requirePlatform(context, request);
  const cursor = new URL(request.url).searchParams.get('cursor');
  return orProblemPage(
    listPlatformEvents(
      { platform: services.db.platform },
      { actor, ...eventFilter(request), ...(cursor ? { cursor } : {}) },
    ),
  );
}

export const meta: Route.MetaFunction = () => [{ title: 'Administration audit · Readout' }];

const KINDS: Record<(typeof eventSubjects)[number], string> = {
  company: 'companies',
  user: 'users',
  plugin: 'plugins',
  platform: 'the installation',
  mail: 'mails',
  bulk_action: 'bulk actions',
};

export default function PlatformAudit({ loaderData: { events, nextCursor } }: Route.ComponentProps) {
  const [params] = useSearchParams();
  const isFiltered = ['q', 'kind', 'action', 'from', 'to'].some((name) => params.get(name));
  return (
    <>
      <div className={page.head}>
        <div>
          <h1 className={page.title}>Audit of the administration</h1>
          <p className={page.lead}>
            Who did what to the installation, its companies and users. The list only grows, and each event
            seals those before it: <code>readout audit verify</code> shows that none was changed. Names of
            deleted accounts give way to a pseudonym.
          </p>
        </div>
        <div className={classes.downloads}>
          <Button
            component="a"
            href={`/admin/audit.csv?${without(params, 'cursor')}`}
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            CSV
          </Button>
          <Button
            component="a"
            href="/admin/audit.jsonl"
            download
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            The whole chain with proofs
          </Button>
        </div>
      </div>
      <SearchForm label="Who, or done to whom or what">
        <Choice name="kind" label="Done to" options={eventSubjects.map((kind) => [kind, KINDS[kind]])} />
        <input
          type="text"
          name="action"
          aria-label="Action, for instance user.suspended"
          placeholder="Action"
          defaultValue={params.get('action') ?? ''}
          className={classes.short}
        />
        <input
          type="date"
          name="from"
          aria-label="From this day (UTC)"
          defaultValue={params.get('from') ?? ''}
          className={classes.short}
        />
        <input
          type="date"
          name="to"
          aria-label="To this day (UTC)"
          defaultValue={params.get('to') ?? ''}
          className={classes.short}
        />
      </SearchForm>
      <Table
        label="Audit of the administration"
        head={
          <>
            <th scope="col">When</th>
            <th scope="col">Who</th>
            <th scope="col">What</th>
            <th scope="col">Done to</th>
            <th scope="col">Detail</th>
            <th scope="col">Address</th>
          </>
        }
      >
        {events.map((event) => (
          <tr key={event.id}>
            <td>
              <When iso={event.createdAt} exact />
            </td>
            <td dir="auto" className={admin.name}>
              {event.actorName}
              {event.erasedOn ? (
                <span className={classes.erased}>
                  names or texts erased on <When iso={event.erasedOn} exact />
                </span>
              ) : null}
            </td>
            <td className={page.mono}>
              <Link to={`?${filteredBy(params, 'action', event.action)}`}>{event.action}</Link>
            </td>
            <td dir="auto" className={admin.name}>
              <Subject event={event} />
            </td>
            <td className={table.wide} dir="auto">
              <Detail detail={event.detail} />
            </td>
            <td className={page.mono}>{event.ipAddress ?? ''}</td>
          </tr>
        ))}
        {events.length === 0 ? (
          <tr>
            <td colSpan={6}>
              {isFiltered ? (
                <>
                  Nothing matches. <Link to="/admin/audit">Show all</Link>
                </>
              ) : (
                'Nobody has administered anything yet.'
              )}
            </td>
          </tr>
        ) : null}
      </Table>
      <nav className={table.foot} aria-label="Pages of the list">
        {params.has('cursor') ? <Link to={`?${without(params, 'cursor')}`}>Newest</Link> : null}
        {nextCursor ? <Link to={`?${filteredBy(params, 'cursor', nextCursor, true)}`}>Older</Link> : null}
      </nav>
    </>
  );
}

function Detail({ detail }: { detail: Record<string, unknown> }) {
  const entries = Object.entries(detail).filter(([, value]) => value !== null && value !== '');
  return entries.map(([name, value]) => (
    <span key={name} className={classes.fact}>
      <b>{name.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)}</b>{' '}
      {typeof value === 'object' ? JSON.stringify(value) : String(value)}
    </span>
  ));
}

function without(params: URLSearchParams, name: string): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete(name);
  return next;
}

function filteredBy(
  params: URLSearchParams,
  name: string,
  value: string,
  keepsPlace = false,
): URLSearchParams {
  const next = keepsPlace ? new URLSearchParams(params) : without(params, 'cursor');
  next.set(name, value);
  return next;
}
