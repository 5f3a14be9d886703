import { listReviews, type ReviewItem } from '@readout/domain/platform/review/list-reviews';
import { Link } from 'react-router';
import { orProblemPage } from '../../../../problems/page-problem.ts';
import { requirePlatform } from '../../../../session.ts';
import { pageTitle } from '../../../../texts/page-title.ts';
import { Text } from '../../../../ui/layout.tsx';
import { defineList } from '../../../../ui/list/define-list.ts';
import { SearchForm } from '../../../../ui/list/filter.tsx';
import table from '../../../../ui/list/list.module.css';
import { Paging } from '../../../../ui/list/paging.tsx';
import { ListTable } from '../../../../ui/list/table.tsx';
import page from '../../../../ui/page.module.css';
import { FormattedText, useText } from '../../../../ui/texts.tsx';
import { When } from '../../../../ui/when.tsx';
import { useRefresh } from '../../use-refresh.ts';
import type { Route } from './+types/page';
import classes from './review.module.css';
import { checksInWords, reviewAddress, reviewTones, whatChanged } from './words.ts';

const lately = 5;
const reviewList = defineList({ sorts: [], filters: {} });

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, actor } = requirePlatform(context, request);
  const deps = { platform: services.db.platform };
  const query = reviewList.query(request);
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
          <ReviewTable items={items} decided={decided} />
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
          <ReviewTable items={latest.items} decided />
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

function ReviewTable({ items, decided = false }: { items: readonly ReviewItem[]; decided?: boolean }) {
  const text = useText();
  return (
    <ListTable
      label={decided ? text('operation.review.decided') : text('operation.review.in_review')}
      rows={items.map((item) => ({ ...item, id: `${item.pluginId} ${item.version}` }))}
      columns={{
        plugin: [
          text('operation.column', { column: 'plugin' }),
          (item) => (
            <>
              <Link to={reviewAddress(item)} className={classes.name} dir="auto">
                {item.name}
              </Link>
              <div className={`${table.sub} ${classes.note}`} dir="auto">
                {whatChanged(item, text)}
              </div>
            </>
          ),
          { className: table.wide },
        ],
        version: [
          text('operation.column', { column: 'version' }),
          ({ version, previousVersion }) => (
            <>
              <span className={page.mono}>{version}</span>
              <div className={table.sub}>
                {previousVersion === null
                  ? text('operation.review.follows', { place: 'first' })
                  : text('operation.review.follows', { place: 'after', version: previousVersion })}
              </div>
            </>
          ),
        ],
        publisher: [
          text('operation.column', { column: 'publisher' }),
          ({ publisher, publisherCompanyId }) =>
            publisherCompanyId ? (
              <Link to={`/admin/company/${publisherCompanyId}`}>{publisher}</Link>
            ) : (
              publisher
            ),
          { className: classes.publisher, dir: 'auto' },
        ],
        handed_in: !decided && [
          text('operation.column', { column: 'handed_in' }),
          (item) => <WhenBy at={item.submittedAt} name={item.submittedByName} />,
        ],
        checks: !decided && [
          text('operation.column', { column: 'checks' }),
          ({ checks }) => {
            const { tone, sum } = checksInWords(checks, text);
            return (
              <span className={classes.state} data-tone={tone}>
                {sum}
              </span>
            );
          },
        ],
        decision: decided && [
          text('operation.column', { column: 'decision' }),
          ({ state }) => (
            <span className={classes.state} data-tone={reviewTones[state]}>
              {text('operation.review.state', { state })}
            </span>
          ),
        ],
        when: decided && [
          text('operation.column', { column: 'when' }),
          (item) => <WhenBy at={item.decidedAt} name={item.decidedByName} />,
        ],
      }}
      none={() => (
        <FormattedText
          id="operation.review.none_found"
          values={{ link: (inside) => <Link to={decided ? '?list=decided' : '?'}>{inside}</Link> }}
        />
      )}
    />
  );
}

const WhenBy = ({ at, name }: { at: string | null; name: string | null }) => (
  <>
    {at ? <When iso={at} /> : '–'}
    {name ? (
      <div className={table.sub}>
        <FormattedText id="operation.review.by" values={{ name: <bdi>{name}</bdi> }} />
      </div>
    ) : null}
  </>
);
