import type { CompanyEvent } from '@readout/domain/platform/get-company-for-platform';
import { Columns } from '../../../../ui/layout.tsx';
import { ListTable } from '../../../../ui/list/table.tsx';
import page from '../../../../ui/page.module.css';
import { useText } from '../../../../ui/texts.tsx';
import { When } from '../../../../ui/when.tsx';
import classes from '../../admin.module.css';

/** What happened in the company, without what was captured, and what administration did about it. */
export function EventLists({
  audit,
  platformEvents,
}: {
  audit: CompanyEvent[];
  platformEvents: CompanyEvent[];
}) {
  const text = useText();
  return (
    <Columns gap="0 40px">
      <Events title={text('admin.company.events')} events={audit} />
      <Events title={text('admin.list.by_administration')} events={platformEvents} />
    </Columns>
  );
}

function Events({ title, events }: { title: string; events: CompanyEvent[] }) {
  const text = useText();
  return (
    <section className={page.section}>
      <h2 className={page.sectionTitle}>{title}</h2>
      {events.length === 0 ? (
        <p className={page.dim}>{text('admin.company.no_events')}</p>
      ) : (
        <div className={classes.scrolled}>
          <ListTable
            label={title}
            rows={events}
            columns={{
              when: [text('admin.company.event_when'), (of) => <When iso={of.createdAt} exact />],
              who: [
                text('admin.company.event_who'),
                ({ actorName }) => actorName,
                { className: classes.name, dir: 'auto' },
              ],
              what: [
                text('admin.company.event_what'),
                ({ action }) => <span data-as-typed>{action}</span>,
                { className: page.mono },
              ],
            }}
          />
        </div>
      )}
    </section>
  );
}
