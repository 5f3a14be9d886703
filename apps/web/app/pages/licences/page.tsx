import { Button } from '@mantine/core';
import { Form, Link } from 'react-router';
import { servicesContext } from '../../../server/http/context.ts';
import { pageMeta } from '../../shell/page-meta.ts';
import type { ScriptsHandle } from '../../shell/page-scripts.tsx';
import { localeOfMatches } from '../../texts/page-title.ts';
import page from '../../ui/page.module.css';
import { FormattedText, textsIn, useText } from '../../ui/texts.tsx';
import type { Route } from './+types/page';
import { groupNotices, licenceAnchor, type NoticeBlock } from './group-notices.ts';
import classes from './licences.module.css';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { config, version, readNotices } = context.get(servicesContext);
  const query = (new URL(request.url).searchParams.get('q') ?? '').slice(0, 100).trim();
  const notices = await readNotices();
  return {
    query,
    version,
    sourceUrl: config.sourceUrl ?? null,
    operator: { name: config.operator.name ?? null, email: config.operator.email ?? null },
    own: notices.own,
    total: notices.notices.length,
    groups: groupNotices(notices, query),
  };
}

export const handle: ScriptsHandle = { scripts: 'never' };

export const meta: Route.MetaFunction = ({ matches }) => {
  const text = textsIn(localeOfMatches(matches));
  return pageMeta(matches, {
    title: `${text('common.page_name', { page: 'licences' })} · Readout`,
    description: text('public.licences.description'),
    path: '/licences',
    picture: 'og.png',
    pictureAlt: text('public.picture_alt'),
  });
};

export default function Licences({ loaderData }: Route.ComponentProps) {
  const { query, groups, total, own, version } = loaderData;
  const text = useText();
  const shown = groups.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className={`${page.page} ${classes.page}`}>
      <h1 className={page.title}>{text('common.page_name', { page: 'licences' })}</h1>
      <section aria-labelledby="own">
        <h2 id="own">{text('public.licences.own')}</h2>
        <p>{text('public.licences.own_text', { version })}</p>
        <Source {...loaderData} />
        <details className={classes.text} lang="en">
          <summary>GNU Affero General Public License, version 3</summary>
          <pre>{own}</pre>
        </details>
      </section>
      <section aria-labelledby="others">
        <h2 id="others">{text('public.licences.others')}</h2>
        <p>{text('public.licences.others_text')}</p>
        <Form role="search" aria-label={text('public.licences.search')} className={classes.search}>
          <label htmlFor="q">{text('public.licences.search_hint')}</label>
          <input id="q" name="q" type="search" defaultValue={query} maxLength={100} />
          <Button type="submit" variant="default">
            {text('common.search')}
          </Button>
        </Form>
        <p className={page.dim}>
          {query === ''
            ? text('public.licences.total', { total })
            : text('public.licences.shown', { shown, total })}
          {query === '' ? '' : ' · '}
          {query === '' ? null : <Link to="/licences">{text('public.licences.show_all')}</Link>}
        </p>
        {total === 0 ? <p>{text('public.licences.not_built')}</p> : null}
        <nav aria-label={text('common.page_name', { page: 'licences' })} className={classes.kinds}>
          {groups.map(({ licence, count }) => (
            <a key={licence} href={`#${licenceAnchor(licence)}`} data-as-typed>
              {licence} <span>{count}</span>
            </a>
          ))}
        </nav>
        {groups.map(({ licence, blocks }) => (
          <section key={licence} id={licenceAnchor(licence)} className={classes.group}>
            <h3 data-as-typed>{licence}</h3>
            <ul>
              {blocks.map((block) => (
                <Block key={block.parts.map(({ name, version: of }) => `${name}@${of}`).join()} {...block} />
              ))}
            </ul>
          </section>
        ))}
      </section>
    </div>
  );
}

function Block({ parts, text: licence }: NoticeBlock) {
  const text = useText();
  const names = parts.map(({ name }) => name);
  return (
    <li className={classes.block}>
      {parts.map(({ name, version, kind, inPages, source, inside }) => (
        <p key={`${name}@${version}@${inside}`} className={classes.part}>
          {/^https:\S+$/.test(source) ? (
            <a href={source} data-as-typed>
              {name}
            </a>
          ) : (
            <span title={source} data-as-typed>
              {name}
            </span>
          )}
          <span className={page.dim}>
            {[
              version,
              kind === 'package' ? '' : text('public.licences.kind', { kind }),
              inside && text('public.licences.inside', { name: inside }),
              inPages ? text('public.licences.in_pages') : '',
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </p>
      ))}
      <details className={classes.text}>
        <summary
          aria-label={text('public.licences.text_of', {
            names: names.slice(0, 3).join(', '),
            others: names.length > 3 ? 'some' : 'none',
          })}
        >
          {text('public.licences.text')}
        </summary>
        <pre lang="en">{licence}</pre>
      </details>
    </li>
  );
}

/** AGPL, section 13: who uses a changed version over a network is offered its source. */
function Source({ sourceUrl, operator }: Pick<Route.ComponentProps['loaderData'], 'sourceUrl' | 'operator'>) {
  if (sourceUrl)
    return (
      <p>
        <FormattedText
          id="public.licences.source"
          values={{
            address: (
              <a href={sourceUrl} data-as-typed>
                {sourceUrl}
              </a>
            ),
          }}
        />
      </p>
    );
  return (
    <p>
      <FormattedText
        id="public.licences.no_source"
        values={{
          operator: operator.name || operator.email ? 'named' : 'unnamed',
          name: operator.email ? (
            <a href={`mailto:${operator.email}`}>{operator.name ?? operator.email}</a>
          ) : (
            (operator.name ?? '')
          ),
        }}
      />
    </p>
  );
}
