import type { LatestEvent } from '@readout/domain/platform/latest-audit-events';
import type { PlatformEvent } from '@readout/domain/platform/list-platform-events';
import { Link } from 'react-router';
import { actionName } from '../../../audit/event-words.ts';
import { Subject } from '../../../audit/subject.tsx';
import { Columns } from '../../../ui/layout.tsx';
import { Table } from '../../../ui/list/table.tsx';
import page from '../../../ui/page.module.css';
import { useLocale, useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';
import admin from '../admin.module.css';

/** The latest of what administrators did, and of what happened in companies. */
export function LatestEvents({
  companyEvents,
  events,
}: {
  companyEvents: readonly LatestEvent[];
  events: readonly PlatformEvent[];
}) {
  const [text, locale] = [useText(), useLocale()];
  return (
    <Columns gap="0 40px">
      <section className={page.section}>
        <h2 className={page.sectionTitle}>{text('operation.health.latest.administration')}</h2>
        {events.length === 0 ? (
          <p className={page.dim}>{text('operation.audit.none')}</p>
        ) : (
          <Table
            label={text('operation.health.latest.administration')}
            head={
              <>
                <th scope="col">{text('operation.column', { column: 'when' })}</th>
                <th scope="col">{text('operation.column', { column: 'who' })}</th>
                <th scope="col">{text('operation.column', { column: 'what' })}</th>
                <th scope="col">{text('operation.column', { column: 'to' })}</th>
              </>
            }
          >
            {events.map((event) => (
              <tr key={event.id}>
                <td>
                  <When iso={event.createdAt} />
                </td>
                <td dir="auto" className={admin.name}>
                  {event.actorName}
                </td>
                <td>{actionName(event.action, { text, locale })}</td>
                <td dir="auto" className={admin.name}>
                  <Subject event={event} />
                </td>
              </tr>
            ))}
          </Table>
        )}
      </section>
      <section className={page.section}>
        <h2 className={page.sectionTitle}>{text('operation.health.latest.companies')}</h2>
        {companyEvents.length === 0 ? (
          <p className={page.dim}>{text('operation.health.latest.none')}</p>
        ) : (
          <Table
            label={text('operation.health.latest.companies')}
            head={
              <>
                <th scope="col">{text('operation.column', { column: 'when' })}</th>
                <th scope="col">{text('operation.column', { column: 'who' })}</th>
                <th scope="col">{text('operation.column', { column: 'what' })}</th>
                <th scope="col">{text('operation.column', { column: 'company' })}</th>
              </>
            }
          >
            {companyEvents.map((event, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: events of one moment have nothing else that tells them apart
              <tr key={`${event.createdAt} ${event.companyId} ${index}`}>
                <td>
                  <When iso={event.createdAt} />
                </td>
                <td dir="auto" className={admin.name}>
                  {event.actorName}
                </td>
                <td>{actionName(event.action, { text, locale })}</td>
                <td dir="auto" className={admin.name}>
                  <Link to={`/admin/company/${event.companyId}`}>{event.companyName}</Link>
                </td>
              </tr>
            ))}
          </Table>
        )}
      </section>
    </Columns>
  );
}
