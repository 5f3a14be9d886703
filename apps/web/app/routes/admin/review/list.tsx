import { listReviews, type ReviewItem } from '@readout/domain/platform/review/list-reviews';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { requirePlatform } from '../../../session.ts';
import { plural } from '../../../ui/numbers.ts';
import page from '../../../ui/page.module.css';
import table from '../../../ui/table.module.css';
import { listQuery, Paging, SearchForm, Table } from '../../../ui/table.tsx';
import { When } from '../../../ui/when.tsx';
import { orProblemPage } from '../../app/page-problem.ts';
import { useRefresh } from '../use-refresh.ts';
import type { Route } from './+types/list';
import classes from './review.module.css';
import { checksInWords, reviewAddress, reviewStates, whatChanged } from './words.ts';

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

export const meta: Route.MetaFunction = () => [{ title: 'Review of plugins · Readout' }];

const refreshEveryMs = 15_000;

export default function ReviewList({ loaderData }: Route.ComponentProps) {
  const { decided, items, total, isFiltered, latest } = loaderData;
  useRefresh(refreshEveryMs);
  return (
    <>
      <div className={page.head}>
        <div>
          <h1 className={page.title}>{decided ? 'Decided' : 'Review'}</h1>
          <p className={page.lead}>
            {decided
              ? 'Versions that were handed in and decided about, or taken back.'
              : 'Versions that companies handed in for everybody’s catalogue, the longest waiting first. Nobody else sees them until you approve.'}
          </p>
        </div>
        <nav className={classes.switch} aria-label="Which versions">
          <Link to="?" aria-current={decided ? undefined : 'true'}>
            Waiting
          </Link>
          <Link to="?list=decided" aria-current={decided ? 'true' : undefined}>
            Decided
          </Link>
        </nav>
      </div>
      {total > 0 || isFiltered ? (
        <>
          <SearchForm label="Plugin or publisher">
            {decided ? <input type="hidden" name="list" value="decided" /> : null}
          </SearchForm>
          {decided ? <DecidedTable items={items} /> : <WaitingTable items={items} />}
          <Paging total={total} what={total === 1 ? 'version' : 'versions'} />
        </>
      ) : (
        <div className={classes.empty}>
          <h2>{decided ? 'Nothing was decided yet' : 'Nothing waits'}</h2>
          <p>
            {decided
              ? 'What you approve or reject is kept here, with your note.'
              : 'A company hands a version in from its plugin’s page in the settings. It is checked at once, and then waits here for your decision.'}
          </p>
        </div>
      )}
      {latest && latest.total > 0 ? (
        <section className={page.section} aria-labelledby="lately">
          <h2 id="lately" className={page.sectionTitle}>
            Decided lately
          </h2>
          <DecidedTable items={latest.items} />
          {latest.total > lately ? (
            <p className={classes.more}>
              <Link to="?list=decided">All {plural(latest.total, 'decision')}</Link>
            </p>
          ) : null}
        </section>
      ) : null}
    </>
  );
}

function WaitingTable({ items }: { items: readonly ReviewItem[] }) {
  return (
    <Table
      label="Versions in review"
      head={
        <>
          <th scope="col">Plugin</th>
          <th scope="col">Version</th>
          <th scope="col">Publisher</th>
          <th scope="col">Handed in</th>
          <th scope="col">Checks</th>
        </>
      }
    >
      {items.map((item) => {
        const { tone, text } = checksInWords(item.checks);
        return (
          <tr key={`${item.pluginId} ${item.version}`}>
            <What item={item}>{whatChanged(item)}</What>
            <VersionNumber item={item} />
            <Publisher item={item} />
            <td>
              <When iso={item.submittedAt} />
              {item.submittedByName ? <div className={table.sub}>by {item.submittedByName}</div> : null}
            </td>
            <td>
              <span className={classes.state} data-tone={tone}>
                {text}
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
  return (
    <Table
      label="Decided versions"
      head={
        <>
          <th scope="col">Plugin</th>
          <th scope="col">Version</th>
          <th scope="col">Publisher</th>
          <th scope="col">Decision</th>
          <th scope="col">When</th>
        </>
      }
    >
      {items.map((item) => {
        const { tone, word } = reviewStates[item.state];
        return (
          <tr key={`${item.pluginId} ${item.version}`}>
            <What item={item}>{whatChanged(item)}</What>
            <VersionNumber item={item} />
            <Publisher item={item} />
            <td>
              <span className={classes.state} data-tone={tone}>
                {word}
              </span>
            </td>
            <td>
              {item.decidedAt ? <When iso={item.decidedAt} /> : '–'}
              {item.decidedByName ? <div className={table.sub}>by {item.decidedByName}</div> : null}
            </td>
          </tr>
        );
      })}
      {items.length === 0 ? <NoneFound columns={5} to="?list=decided" /> : null}
    </Table>
  );
}

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
  return (
    <td>
      <span className={page.mono}>{version}</span>
      <div className={table.sub}>{previousVersion === null ? 'the first' : `after ${previousVersion}`}</div>
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
        No version is like that. <Link to={to}>Show all</Link>
      </td>
    </tr>
  );
}
