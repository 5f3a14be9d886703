import type { LatestEvent } from '@readout/domain/platform/latest-audit-events';
import type { PlatformEvent } from '@readout/domain/platform/list-platform-events';
import { Link } from 'react-router';
import page from '../../../ui/page.module.css';
import { Table } from '../../../ui/table.tsx';
import { When } from '../../../ui/when.tsx';
import admin from '../admin.module.css';
import { Subject } from '../audit/subject.tsx';

/** The latest of what administrators did, and of what happened in companies. */
export function LatestEvents({
  companyEvents,
  events,
}: {
  companyEvents: readonly LatestEvent[];
  events: readonly PlatformEvent[];
}) {
  return (
    <div className={admin.columns}>
      <section className={page.section}>
        <h2 className={page.sectionTitle}>Latest of the administration</h2>
        {events.length === 0 ? (
          <p className={page.dim}>Nobody has administered anything yet.</p>
        ) : (
          <Table
            label="Latest of the administration"
            head={
              <>
                <th scope="col">When</th>
                <th scope="col">Who</th>
                <th scope="col">What</th>
                <th scope="col">To</th>
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
                <td className={page.mono}>{event.action}</td>
                <td dir="auto" className={admin.name}>
                  <Subject event={event} />
                </td>
              </tr>
            ))}
          </Table>
        )}
      </section>
      <section className={page.section}>
        <h2 className={page.sectionTitle}>Latest in companies</h2>
        {companyEvents.length === 0 ? (
          <p className={page.dim}>Nothing has happened yet.</p>
        ) : (
          <Table
            label="Latest in companies"
            head={
              <>
                <th scope="col">When</th>
                <th scope="col">Who</th>
                <th scope="col">What</th>
                <th scope="col">Company</th>
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
                <td className={page.mono}>{event.action}</td>
                <td dir="auto" className={admin.name}>
                  <Link to={`/admin/company/${event.companyId}`}>{event.companyName}</Link>
                </td>
              </tr>
            ))}
          </Table>
        )}
      </section>
    </div>
  );
}
