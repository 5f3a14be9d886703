import { Button } from '@mantine/core';
import { listPlatformEvents } from '@readout/domain/platform/list-platform-events';
import { eventSubjects } from '@readout/domain/platform/rules';
import { Link, useSearchParams } from 'react-router';
import { actionName, detailLines } from '../../../audit/event-words.ts';
import { Subject } from '../../../audit/subject.tsx';
import { orProblemPage } from '../../../problems/page-problem.ts';
import { requirePlatform } from '../../../session.ts';
import { pageTitle } from '../../../texts/page-title.ts';
import { IconDownload } from '../../../ui/icons.ts';
import { Row } from '../../../ui/layout.tsx';
import { CsvLink } from '../../../ui/list/csv-link.tsx';
import { SearchForm } from '../../../ui/list/filter.tsx';
import table from '../../../ui/list/list.module.css';
import { ListTable } from '../../../ui/list/table.tsx';
import page from '../../../ui/page.module.css';
import { FormattedText, useLocale, useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';
import admin from '../admin.module.css';
import type { Route } from './+types/page';
import classes from './audit.module.css';
import { eventFilter } from './filter.ts';

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

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'operation.audit.page_title');

export default function PlatformAudit({ loaderData: { events, nextCursor } }: Route.ComponentProps) {
  const words = { text: useText(), locale: useLocale() };
  const { text } = words;
  const [params] = useSearchParams();
  const isFiltered = ['q', 'kind', 'action', 'from', 'to'].some((name) => params.get(name));
  return (
    <>
      <div className={page.head}>
        <div>
          <h1 className={page.title}>{text('operation.audit.title')}</h1>
          <p className={page.lead}>
            <FormattedText id="operation.audit.lead" />
          </p>
        </div>
        <Row gap={8}>
          <CsvLink to="/admin/audit.csv" leaveOut={['cursor']}>
            {text('operation.audit.csv')}
          </CsvLink>
          <Button
            component="a"
            href="/admin/audit.jsonl"
            download
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {text('operation.audit.chain')}
          </Button>
        </Row>
      </div>
      <SearchForm
        label={text('operation.audit.search')}
        of={{ filters: { kind: eventSubjects } }}
        filters={{
          kind: [text('operation.audit.kind_label'), (kind) => text('operation.audit.kind', { kind })],
        }}
      >
        <input
          type="text"
          name="action"
          aria-label={text('operation.audit.action_label')}
          placeholder={text('operation.audit.action')}
          defaultValue={params.get('action') ?? ''}
          className={classes.short}
        />
        <input
          type="date"
          name="from"
          aria-label={text('operation.audit.from')}
          defaultValue={params.get('from') ?? ''}
          className={classes.short}
        />
        <input
          type="date"
          name="to"
          aria-label={text('operation.audit.to')}
          defaultValue={params.get('to') ?? ''}
          className={classes.short}
        />
      </SearchForm>
      <ListTable
        label={text('operation.audit.title')}
        rows={events}
        columns={{
          when: [
            text('operation.column', { column: 'when' }),
            ({ createdAt }) => <When iso={createdAt} exact />,
          ],
          who: [
            text('operation.column', { column: 'who' }),
            ({ actorName, erasedOn }) => (
              <>
                {actorName}
                {erasedOn ? (
                  <span className={classes.erased}>
                    <FormattedText
                      id="settings.audit.erased_on"
                      values={{ when: <When iso={erasedOn} exact /> }}
                    />
                  </span>
                ) : null}
              </>
            ),
            { className: admin.name, dir: 'auto' },
          ],
          what: [
            text('operation.column', { column: 'what' }),
            ({ action }) => (
              <Link to={`?${filteredBy(params, 'action', action)}`}>{actionName(action, words)}</Link>
            ),
          ],
          done_to: [
            text('operation.column', { column: 'done_to' }),
            (event) => <Subject event={event} />,
            { className: admin.name, dir: 'auto' },
          ],
          detail: [
            text('operation.column', { column: 'detail' }),
            ({ detail }) => <Detail detail={detail} />,
            { className: table.wide, dir: 'auto' },
          ],
          address: [
            text('operation.column', { column: 'address' }),
            ({ ipAddress }) => ipAddress,
            { className: page.mono },
          ],
        }}
        none={(link) =>
          isFiltered ? (
            <FormattedText id="operation.audit.no_match" values={{ link }} />
          ) : (
            text('operation.audit.none')
          )
        }
      />
      <nav className={table.foot} aria-label={text('common.pages_of_list')}>
        {params.has('cursor') ? (
          <Link to={`?${without(params, 'cursor')}`}>{text('operation.audit.newest')}</Link>
        ) : null}
        {nextCursor ? (
          <Link to={`?${filteredBy(params, 'cursor', nextCursor, true)}`}>
            {text('operation.audit.older')}
          </Link>
        ) : null}
      </nav>
    </>
  );
}

function Detail({ detail }: { detail: Record<string, unknown> }) {
  const words = { text: useText(), locale: useLocale() };
  const told = Object.entries(detail).filter(([, value]) => value !== null && value !== '');
  return detailLines(Object.fromEntries(told), words).map(({ name, from, to }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an event never change
    <span key={index} className={classes.fact}>
      <b>{name}</b>{' '}
      {from === undefined ? null : (
        <>
          <del>{from}</del> <span aria-hidden>→</span>{' '}
        </>
      )}
      {to}
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
