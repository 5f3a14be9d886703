import { Button } from '@mantine/core';
import { listAuditChoices } from '@readout/domain/audit/list-audit-choices';
import { type AuditEvent, listAuditEvents } from '@readout/domain/audit/list-audit-events';
import { Form, Link } from 'react-router';
import { aboutCompany } from '../../../server/request/company-marker.ts';
import { requireMember } from '../../session.ts';
import { useViewer } from '../../shell/viewer.ts';
import { IconDownload } from '../../ui/icons.ts';
import page from '../../ui/page.module.css';
import { When } from '../../ui/when.tsx';
import { orProblemPage } from '../app/page-problem.ts';
import { timeZoneOf } from '../dashboard/time-zone.ts';
import type { Route } from './+types/audit';
import classes from './audit/audit.module.css';
import { auditQuery, parseAuditFilter } from './audit/audit-filter.ts';
import { actionName, detailLines, groupName } from './audit/event-words.ts';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, scope } = requireMember(context, request);
  const params = new URL(request.url).searchParams;
  const filter = parseAuditFilter(params, timeZoneOf(request.headers.get('cookie')));
  const cursor = params.get('after') ?? undefined;
  const deps = { db: services.db.app };
  const [list, choices] = await orProblemPage(
    Promise.all([
      listAuditEvents(deps, { scope, filter, ...(cursor ? { cursor } : {}) }),
      listAuditChoices(deps, { scope }),
    ]),
  );
  return { ...list, choices, filter, isFirst: cursor === undefined };
}

export const meta: Route.MetaFunction = () => [{ title: 'Audit · Readout' }];

export default function Audit({ loaderData }: Route.ComponentProps) {
  const { events, nextCursor, choices, filter, isFirst } = loaderData;
  const company = useViewer()?.company;
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <>
      <h1 className={page.title}>Audit</h1>
      <p className={page.lead}>
        Who did what in this company, and when. The list only grows, and each event seals those before it:{' '}
        <code>readout audit verify</code> shows that none was changed. Names of deleted accounts give way to a
        pseudonym. That somebody exported the list is in it, too.
      </p>
      {/* A new filter is a new form: what it shows is what the address says. */}
      <Form className={classes.filters} role="search" aria-label="Filter events" key={auditQuery(filter)}>
        <label>
          Who
          <select name="person" defaultValue={filter.person ?? ''}>
            <option value="">Anyone</option>
            <option value="system">Readout by itself</option>
            {choices.people.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          What
          <select name="group" defaultValue={filter.group ?? ''}>
            <option value="">Anything</option>
            {choices.groups.map((group) => (
              <option key={group} value={group}>
                {groupName(group)}
              </option>
            ))}
          </select>
        </label>
        <label>
          From
          <input type="date" name="from" defaultValue={filter.from ?? ''} />
        </label>
        <label>
          To
          <input type="date" name="to" defaultValue={filter.to ?? ''} />
        </label>
        <label className={classes.wide}>
          Id of one capture, record, member or other thing
          <input name="subject" defaultValue={filter.subject ?? ''} autoComplete="off" spellCheck={false} />
        </label>
        <Button type="submit" variant="default">
          Filter
        </Button>
        {isFiltered ? (
          <Link to="/settings/audit" className={classes.clear}>
            Clear
          </Link>
        ) : null}
      </Form>
      <p className={classes.exports}>
        <IconDownload size={16} aria-hidden />
        {isFiltered ? 'Export these events' : 'Export all events'}:{' '}
        {(['csv', 'json'] as const).map((format) => (
          <a
            key={format}
            href={aboutCompany(`/settings/audit/export?${auditQuery(filter, { format })}`, company?.id)}
            download
          >
            {format.toUpperCase()}
          </a>
        ))}
        <a href={aboutCompany('/settings/audit/export?format=chain', company?.id)} download>
          the whole chain with proofs
        </a>
      </p>

      {events.length === 0 ? (
        <p className={classes.empty}>
          {isFiltered ? 'No event fits this filter. ' : 'Nothing happened yet. '}
          {isFiltered ? <Link to="/settings/audit">Show all events</Link> : null}
        </p>
      ) : (
        <ol className={classes.events} aria-label="Events, newest first">
          {events.map((event) => (
            <Event key={event.id} event={event} />
          ))}
        </ol>
      )}
      <nav className={classes.paging} aria-label="Pages of the list">
        {isFirst ? null : <Link to={`?${auditQuery(filter)}`}>Newest events</Link>}
        {nextCursor ? <Link to={`?${auditQuery(filter, { after: nextCursor })}`}>Older events</Link> : null}
      </nav>
    </>
  );
}

function Event({ event }: { event: AuditEvent }) {
  const lines = detailLines(event.detail);
  return (
    <li data-acting={event.actingName !== null || undefined}>
      <p className={classes.line}>
        <b>{actionName(event.action)}</b>
        <span dir="auto" className={classes.actor}>
          {event.actorName}
        </span>
        {event.actingName === null ? null : (
          <span className={classes.acting}>
            <bdi>{event.actingName || 'a platform administrator'}</bdi>, acting as them
          </span>
        )}
      </p>
      {lines.length > 0 ? (
        <dl className={classes.detail}>
          {lines.map(({ name, from, to }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an event never change
            <div key={index}>
              <dt>{name}</dt>
              <dd dir="auto">
                {from === undefined ? null : (
                  <>
                    <del>{from}</del> <span aria-hidden>→</span>{' '}
                  </>
                )}
                {to}
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
      <p className={classes.meta}>
        <When iso={event.createdAt} exact />
        <Subject event={event} />
        {event.ipAddress ? <span>from {event.ipAddress}</span> : null}
        {event.erasedOn ? (
          <span>
            names or texts erased on <When iso={event.erasedOn} exact />
          </span>
        ) : null}
      </p>
    </li>
  );
}

/** What it was done to, leading to it where it has a page, and to all that happened to it. */
function Subject({ event: { subjectType, subjectId } }: { event: AuditEvent }) {
  const name = `${groupName(subjectType).toLowerCase()} ${subjectId.length > 12 ? subjectId.slice(0, 8) : subjectId}`;
  return (
    <>
      <Link to={`?${auditQuery({ subject: subjectId })}`} title={`All events of ${subjectType} ${subjectId}`}>
        {name}
      </Link>
      {subjectType === 'capture' ? <Link to={`/app/${subjectId}`}>open</Link> : null}
    </>
  );
}
