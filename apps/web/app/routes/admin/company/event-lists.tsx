import type { CompanyEvent } from '@readout/domain/platform/get-company-for-platform';
import page from '../../../ui/page.module.css';
import { Table } from '../../../ui/table.tsx';
import { When } from '../../../ui/when.tsx';
import classes from '../admin.module.css';

/** What happened in the company, without what was captured, and what administration did about it. */
export function EventLists({
  audit,
  platformEvents,
}: {
  audit: CompanyEvent[];
  platformEvents: CompanyEvent[];
}) {
  return (
    <div className={classes.columns}>
      <Events title="Latest in the company" events={audit} />
      <Events title="By administration" events={platformEvents} />
    </div>
  );
}

function Events({ title, events }: { title: string; events: CompanyEvent[] }) {
  return (
    <section className={page.section}>
      <h2 className={page.sectionTitle}>{title}</h2>
      {events.length === 0 ? (
        <p className={page.dim}>Nothing has happened yet.</p>
      ) : (
        <div className={classes.scrolled}>
          <Table
            label={title}
            head={
              <>
                <th scope="col">When</th>
                <th scope="col">Who</th>
                <th scope="col">What</th>
              </>
            }
          >
            {events.map((event) => (
              <tr key={event.id}>
                <td>
                  <When iso={event.createdAt} exact />
                </td>
                <td className={classes.name} dir="auto">
                  {event.actorName}
                </td>
                <td className={page.mono}>{event.action}</td>
              </tr>
            ))}
          </Table>
        </div>
      )}
    </section>
  );
}
