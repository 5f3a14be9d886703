import { Button } from '@mantine/core';
import { listAuditChoices } from '@readout/domain/audit/list-audit-choices';
import { type AuditEvent, listAuditEvents } from '@readout/domain/audit/list-audit-events';
import { Form, Link } from 'react-router';
import { aboutCompany } from '../../../../server/request/company-marker.ts';
import { actionName, detailLines, type EventWords, groupName } from '../../../audit/event-words.ts';
import { orProblemPage } from '../../../problems/page-problem.ts';
import { requireMember } from '../../../session.ts';
import { pageTitle } from '../../../texts/page-title.ts';
import { timeZoneOf } from '../../../time-zone.ts';
import { IconDownload } from '../../../ui/icons.ts';
import { Lines, Row, Text } from '../../../ui/layout.tsx';
import page from '../../../ui/page.module.css';
import { FormattedText, useLocale, useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';
import { useViewer } from '../../../viewer.ts';
import type { Route } from './+types/page';
import classes from './audit.module.css';
import { auditQuery, parseAuditFilter } from './audit-filter.ts';

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

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'settings.audit.title');

export default function Audit({ loaderData }: Route.ComponentProps) {
  const words = useEventWords();
  const { text } = words;
  const { events, nextCursor, choices, filter, isFirst } = loaderData;
  const company = useViewer()?.company;
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <>
      <h1 className={page.title}>{text('settings.audit.title')}</h1>
      <p className={page.lead}>
        <FormattedText id="settings.audit.lead" />
      </p>
      {/* A new filter is a new form: what it shows is what the address says. */}
      <Form
        className={classes.filters}
        role="search"
        aria-label={text('settings.audit.filter_events')}
        key={auditQuery(filter)}
      >
        <label>
          {text('settings.audit.who')}
          <select name="person" defaultValue={filter.person ?? ''}>
            <option value="">{text('settings.audit.anyone')}</option>
            <option value="system">{text('settings.audit.by_itself')}</option>
            {choices.people.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          {text('settings.audit.what')}
          <select name="group" defaultValue={filter.group ?? ''}>
            <option value="">{text('settings.audit.anything')}</option>
            {choices.groups.map((group) => (
              <option key={group} value={group}>
                {groupName(group, words)}
              </option>
            ))}
          </select>
        </label>
        <label>
          {text('settings.audit.from')}
          <input type="date" name="from" defaultValue={filter.from ?? ''} />
        </label>
        <label>
          {text('settings.audit.to')}
          <input type="date" name="to" defaultValue={filter.to ?? ''} />
        </label>
        <label className={classes.wide}>
          {text('settings.audit.subject')}
          <input name="subject" defaultValue={filter.subject ?? ''} autoComplete="off" spellCheck={false} />
        </label>
        <Button type="submit" variant="default">
          {text('settings.audit.filter')}
        </Button>
        {isFiltered ? (
          <Link to="/settings/audit" className={classes.clear}>
            {text('settings.audit.clear')}
          </Link>
        ) : null}
      </Form>
      <p className={classes.exports}>
        <IconDownload size={16} aria-hidden />
        {text('settings.audit.export', { filtered: isFiltered ? 'yes' : undefined })}{' '}
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
          {text('settings.audit.export_chain')}
        </a>
      </p>

      {events.length === 0 ? (
        <p className={classes.empty}>
          {isFiltered ? (
            <FormattedText
              id="settings.audit.none_fits"
              values={{ link: (inside) => <Link to="/settings/audit">{inside}</Link> }}
            />
          ) : (
            text('settings.audit.none')
          )}
        </p>
      ) : (
        <Lines as="ol" className={classes.events} aria-label={text('settings.audit.events')}>
          {events.map((event) => (
            <Event key={event.id} event={event} />
          ))}
        </Lines>
      )}
      <Row
        as="nav"
        isOneLine
        gap={16}
        justify="space-between"
        size={14}
        above={12}
        aria-label={text('common.pages_of_list')}
      >
        {isFirst ? null : <Link to={`?${auditQuery(filter)}`}>{text('settings.audit.newest')}</Link>}
        {nextCursor ? (
          <Link to={`?${auditQuery(filter, { after: nextCursor })}`}>{text('settings.audit.older')}</Link>
        ) : null}
      </Row>
    </>
  );
}

const useEventWords = (): EventWords => ({ text: useText(), locale: useLocale() });

function Event({ event }: { event: AuditEvent }) {
  const words = useEventWords();
  const { text } = words;
  const lines = detailLines(event.detail, words);
  return (
    <li data-acting={event.actingName !== null || undefined}>
      <p className={classes.line}>
        <b>{actionName(event.action, words)}</b>
        <Text dir="auto" as="span" tone="dim" isBroken>
          {event.actorName}
        </Text>
        {event.actingName === null ? null : (
          <span className={classes.acting}>
            {event.actingName ? (
              <FormattedText id="settings.audit.acting" values={{ name: <bdi>{event.actingName}</bdi> }} />
            ) : (
              text('settings.audit.acting_somebody')
            )}
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
        {event.ipAddress ? (
          <span>{text('settings.audit.from_address', { address: event.ipAddress })}</span>
        ) : null}
        {event.erasedOn ? (
          <span>
            <FormattedText
              id="settings.audit.erased_on"
              values={{ when: <When iso={event.erasedOn} exact /> }}
            />
          </span>
        ) : null}
      </p>
    </li>
  );
}

/** What it was done to, leading to it where it has a page, and to all that happened to it. */
function Subject({ event: { subjectType, subjectId } }: { event: AuditEvent }) {
  const words = useEventWords();
  const { text } = words;
  const name = `${groupName(subjectType, words)} ${subjectId.length > 12 ? subjectId.slice(0, 8) : subjectId}`;
  return (
    <>
      <Link
        to={`?${auditQuery({ subject: subjectId })}`}
        title={text('settings.audit.all_of_subject', { subject: subjectType, id: subjectId })}
      >
        {name}
      </Link>
      {subjectType === 'capture' ? (
        <Link to={`/app/${subjectId}`}>{text('settings.audit.open_capture')}</Link>
      ) : null}
    </>
  );
}
