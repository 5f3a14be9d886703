import type { LatestEvent } from '@readout/domain/platform/latest-audit-events';
import type { PlatformEvent } from '@readout/domain/platform/list-platform-events';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { actionName } from '../../../audit/event-words.ts';
import { Subject } from '../../../audit/subject.tsx';
import { Columns } from '../../../ui/layout.tsx';
import { ListTable } from '../../../ui/list/table.tsx';
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
  const text = useText();
  return (
    <Columns gap="0 40px">
      <Latest
        title={text('operation.health.latest.administration')}
        none={text('operation.audit.none')}
        events={events}
        of={text('operation.column', { column: 'to' })}
        subject={(event) => <Subject event={event} />}
      />
      <Latest
        title={text('operation.health.latest.companies')}
        none={text('operation.health.latest.none')}
        // Events of one moment have nothing else that tells them apart.
        events={companyEvents.map((event, index) => ({
          ...event,
          id: `${event.createdAt} ${event.companyId} ${index}`,
        }))}
        of={text('operation.column', { column: 'company' })}
        subject={({ companyId, companyName }) => (
          <Link to={`/admin/company/${companyId}`}>{companyName}</Link>
        )}
      />
    </Columns>
  );
}

function Latest<Event extends Pick<PlatformEvent, 'id' | 'createdAt' | 'actorName' | 'action'>>({
  title,
  none,
  events,
  of,
  subject,
}: {
  title: string;
  none: string;
  events: readonly Event[];
  /** What a subject is called. */
  of: string;
  subject: (event: Event) => ReactNode;
}) {
  const words = { text: useText(), locale: useLocale() };
  const { text } = words;
  return (
    <section className={page.section}>
      <h2 className={page.sectionTitle}>{title}</h2>
      {events.length === 0 ? (
        <p className={page.dim}>{none}</p>
      ) : (
        <ListTable
          label={title}
          rows={events}
          columns={{
            when: [text('operation.column', { column: 'when' }), (event) => <When iso={event.createdAt} />],
            who: [
              text('operation.column', { column: 'who' }),
              ({ actorName }) => actorName,
              { className: admin.name, dir: 'auto' },
            ],
            what: [text('operation.column', { column: 'what' }), ({ action }) => actionName(action, words)],
            subject: [of, subject, { className: admin.name, dir: 'auto' }],
          }}
        />
      )}
    </section>
  );
}
