import { Button } from '@mantine/core';
import { Form, Link } from 'react-router';
import { servicesContext } from '../../../../server/request/context.ts';
import type { ScriptsHandle } from '../../../shell/page-scripts.tsx';
import page from '../../../ui/page.module.css';
import { pageMeta } from '../page-meta.ts';
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

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Licences · Readout',
    description:
      'The licence of Readout, where the source of this installation is, and the licences of every package, font and model it is made of.',
    path: '/licences',
    picture: 'og.png',
    pictureAlt: 'Readout beside a till receipt it reads',
  });

export default function Licences({ loaderData }: Route.ComponentProps) {
  const { query, groups, total, own, version } = loaderData;
  const shown = groups.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className={`${page.page} ${classes.page}`}>
      <h1 className={page.title}>Licences</h1>
      <section aria-labelledby="own">
        <h2 id="own">Readout itself</h2>
        <p>
          This is Readout {version}, free software under the GNU Affero General Public License, version 3 or
          any later one. It comes without any warranty. You may run, copy and change it under the terms of
          that licence.
        </p>
        <Source {...loaderData} />
        <details className={classes.text}>
          <summary>GNU Affero General Public License, version 3</summary>
          <pre>{own}</pre>
        </details>
      </section>
      <section aria-labelledby="others">
        <h2 id="others">What others made</h2>
        <p>
          Packages, fonts and models that this installation sends to browsers or runs with, by licence. Each
          keeps the licence its authors gave it.
        </p>
        <Form role="search" aria-label="Search the licences" className={classes.search}>
          <label htmlFor="q">Name, licence or author</label>
          <input id="q" name="q" type="search" defaultValue={query} maxLength={100} />
          <Button type="submit" variant="default">
            Search
          </Button>
        </Form>
        <p className={page.dim}>
          {query === '' ? `${total} parts` : `${shown} of ${total} parts`}
          {query === '' ? '' : ' · '}
          {query === '' ? null : <Link to="/licences">Show all</Link>}
        </p>
        {total === 0 ? (
          <p>The list is made when Readout is built (npm run build); this one was not.</p>
        ) : null}
        <nav aria-label="Licences" className={classes.kinds}>
          {groups.map(({ licence, count }) => (
            <a key={licence} href={`#${licenceAnchor(licence)}`}>
              {licence} <span>{count}</span>
            </a>
          ))}
        </nav>
        {groups.map(({ licence, blocks }) => (
          <section key={licence} id={licenceAnchor(licence)} className={classes.group}>
            <h3>{licence}</h3>
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

function Block({ parts, text }: NoticeBlock) {
  const names = parts.map(({ name }) => name);
  return (
    <li className={classes.block}>
      {parts.map(({ name, version, kind, inPages, source, inside }) => (
        <p key={`${name}@${version}@${inside}`} className={classes.part}>
          {/^https:\S+$/.test(source) ? <a href={source}>{name}</a> : <span title={source}>{name}</span>}
          <span className={page.dim}>
            {[
              version,
              kind === 'package' ? '' : kind,
              inside && `in ${inside}`,
              inPages ? 'in the pages' : '',
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </p>
      ))}
      <details className={classes.text}>
        <summary
          aria-label={`Text of the licence of ${names.slice(0, 3).join(', ')}${names.length > 3 ? ' and others' : ''}`}
        >
          Text
        </summary>
        <pre>{text}</pre>
      </details>
    </li>
  );
}

/** AGPL, section 13: who uses a changed version over a network is offered its source. */
function Source({ sourceUrl, operator }: Pick<Route.ComponentProps['loaderData'], 'sourceUrl' | 'operator'>) {
  if (sourceUrl)
    return (
      <p>
        The source of what runs here: <a href={sourceUrl}>{sourceUrl}</a>
      </p>
    );
  return (
    <p>
      Whoever runs this installation has not said where the source of what runs here is. If they changed
      Readout, the licence gives you the right to the changed source, at no charge: ask{' '}
      {operator.email ? (
        <a href={`mailto:${operator.email}`}>{operator.name ?? operator.email}</a>
      ) : (
        (operator.name ?? 'them')
      )}
      . (For them: <code>READOUT_SOURCE_URL</code> makes this a link.)
    </p>
  );
}
