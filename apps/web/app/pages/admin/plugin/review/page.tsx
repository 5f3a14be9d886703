import { listReviews, type ReviewItem } from '@readout/domain/platform/review/list-reviews';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { orProblemPage } from '../../../../problems/page-problem.ts';
import { requirePlatform } from '../../../../session.ts';
import { pageTitle } from '../../../../texts/page-title.ts';
import { Text } from '../../../../ui/layout.tsx';
import { SearchForm } from '../../../../ui/list/filter.tsx';
import table from '../../../../ui/list/list.module.css';
import { Paging } from '../../../../ui/list/paging.tsx';
import { listQuery } from '../../../../ui/list/query.ts';
import { Table } from '../../../../ui/list/table.tsx';
import page from '../../../../ui/page.module.css';
import { FormattedText, useText } from '../../../../ui/texts.tsx';
import { When } from '../../../../ui/when.tsx';
import { useRefresh } from '../../use-refresh.ts';
import type { Route } from './+types/page';
import classes from './review.module.css';
import { checksInWords, reviewAddress, reviewTones, whatChanged } from './words.ts';

const lately = 5;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, actor } = requirePlatform(context, request);
  const deps = { platform: services.db.platform };
  const query = listQuery(request, []);
  const decided = new URL(request.url).searchParams.get('list') === 'decided';
  const [list, latest] = await orProblemPage(
    Promise.all([
      listReviews(deps, { actor, decided, ...query }),
      decided || query.search || query.offset > 0
        ? null
        : listReviews(deps, { actor, decided: true, limit: lately }),
    ]),
  );
  return { decided, ...list, isFiltered: query.search !== undefined, latest };
}

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'operation.review.page_title');

const refreshEveryMs = 15_000;

export default function ReviewList({ loaderData }: Route.ComponentProps) {
  const text = useText();
  const { decided, items, total, isFiltered, latest } = loaderData;
  const list = decided ? 'decided' : 'waiting';
  useRefresh(refreshEveryMs);
  return (
    <>
      <div className={page.head}>
        <div>
          <h1 className={page.title}>{text('operation.review.title', { list })}</h1>
          <p className={page.lead}>{text('operation.review.lead', { list })}</p>
        </div>
        <nav className={classes.switch} aria-label={text('operation.review.which')}>
          <Link to="?" aria-current={decided ? undefined : 'true'}>
            {text('operation.review.list', { list: 'waiting' })}
          </Link>
          <Link to="?list=decided" aria-current={decided ? 'true' : undefined}>
            {text('operation.review.list', { list: 'decided' })}
          </Link>
        </nav>
      </div>
      {total > 0 || isFiltered ? (
        <>
          <SearchForm label={text('operation.review.search')}>
            {decided ? <input type="hidden" name="list" value="decided" /> : null}
          </SearchForm>
          {decided ? <DecidedTable items={items} /> : <WaitingTable items={items} />}
          <Paging total={total} what={text('operation.review.count', { count: total })} />
        </>
      ) : (
        <div className={classes.empty}>
          <h2>{text('operation.review.empty', { list })}</h2>
          <p>{text('operation.review.empty_hint', { list })}</p>
        </div>
      )}
      {latest && latest.total > 0 ? (
        <section className={page.section} aria-labelledby="lately">
          <h2 id="lately" className={page.sectionTitle}>
            {text('operation.review.lately')}
          </h2>
          <DecidedTable items={latest.items} />
          {latest.total > lately ? (
            <Text size={13} above={12}>
              <Link to="?list=decided">
                {text('operation.review.all_decisions', { count: latest.total })}
              </Link>
            </Text>
          ) : null}
        </section>
      ) : null}
    </>
  );
}

function WaitingTable({ items }: { items: readonly ReviewItem[] }) {
  const text = useText();
  return (
    <Table
      label={text('operation.review.in_review')}
      head={
        <>
          <th scope="col">{text('operation.column', { column: 'plugin' })}</th>
          <th scope="col">{text('operation.column', { column: 'version' })}</th>
          <th scope="col">{text('operation.column', { column: 'publisher' })}</th>
          <th scope="col">{text('operation.column', { column: 'handed_in' })}</th>
          <th scope="col">{text('operation.column', { column: 'checks' })}</th>
        </>
      }
    >
      {items.map((item) => {
        const { tone, sum } = checksInWords(item.checks, text);
        return (
          <tr key={`${item.pluginId} ${item.version}`}>
            <What item={item}>{whatChanged(item, text)}</What>
            <VersionNumber item={item} />
            <Publisher item={item} />
            <td>
              <When iso={item.submittedAt} />
              {item.submittedByName ? (
                <div className={table.sub}>
                  <By name={item.submittedByName} />
                </div>
              ) : null}
            </td>
            <td>
              <span className={classes.state} data-tone={tone}>
                {sum}
              </span>
            </td>
          </tr>
        );
      })}
      {items.length === 0 ? <NoneFound columns={5} to="?" /> : null}
    </Table>
  );
}

function DecidedTable({ items }: { items: readonly ReviewItem[] }) {
  const text = useText();
  return (
    <Table
      label={text('operation.review.decided')}
      head={
        <>
          <th scope="col">{text('operation.column', { column: 'plugin' })}</th>
          <th scope="col">{text('operation.column', { column: 'version' })}</th>
          <th scope="col">{text('operation.column', { column: 'publisher' })}</th>
          <th scope="col">{text('operation.column', { column: 'decision' })}</th>
          <th scope="col">{text('operation.column', { column: 'when' })}</th>
        </>
      }
    >
      {items.map((item) => {
        return (
          <tr key={`${item.pluginId} ${item.version}`}>
            <What item={item}>{whatChanged(item, text)}</What>
            <VersionNumber item={item} />
            <Publisher item={item} />
            <td>
              <span className={classes.state} data-tone={reviewTones[item.state]}>
                {text('operation.review.state', { state: item.state })}
              </span>
            </td>
            <td>
              {item.decidedAt ? <When iso={item.decidedAt} /> : '–'}
              {item.decidedByName ? (
                <div className={table.sub}>
                  <By name={item.decidedByName} />
                </div>
              ) : null}
            </td>
          </tr>
        );
      })}
      {items.length === 0 ? <NoneFound columns={5} to="?list=decided" /> : null}
    </Table>
  );
}

/** Who did it, below what was done. */
const By = ({ name }: { name: string }) => (
  <FormattedText id="operation.review.by" values={{ name: <bdi>{name}</bdi> }} />
);

function What({ item, children }: { item: ReviewItem; children: ReactNode }) {
  return (
    <td className={table.wide}>
      <Link to={reviewAddress(item)} className={classes.name} dir="auto">
        {item.name}
      </Link>
      <div className={`${table.sub} ${classes.note}`} dir="auto">
        {children}
      </div>
    </td>
  );
}

function VersionNumber({ item: { version, previousVersion } }: { item: ReviewItem }) {
  const text = useText();
  return (
    <td>
      <span className={page.mono}>{version}</span>
      <div className={table.sub}>
        {previousVersion === null
          ? text('operation.review.follows', { place: 'first' })
          : text('operation.review.follows', { place: 'after', version: previousVersion })}
      </div>
    </td>
  );
}

function Publisher({ item: { publisher, publisherCompanyId } }: { item: ReviewItem }) {
  return (
    <td className={classes.publisher} dir="auto">
      {publisherCompanyId ? <Link to={`/admin/company/${publisherCompanyId}`}>{publisher}</Link> : publisher}
    </td>
  );
}

function NoneFound({ columns, to }: { columns: number; to: string }) {
  return (
    <tr>
      <td colSpan={columns}>
        <FormattedText
          id="operation.review.none_found"
          values={{ link: (inside) => <Link to={to}>{inside}</Link> }}
        />
      </td>
    </tr>
  );
}
