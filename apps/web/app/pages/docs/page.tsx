import { Button } from '@mantine/core';
import { languageOf } from '@readout/texts';
import { Form, Link } from 'react-router';
import { currentLocale } from '../../../server/request/locale.ts';
import { guideGroups } from '../../guides/guide-list.ts';
import { guidesFor, guidesIn } from '../../guides/guides.server.ts';
import { type GuideHit, searchGuides } from '../../guides/parse-guide.ts';
import { languageName } from '../../languages.ts';
import { pageMeta } from '../../shell/page-meta.ts';
import type { ScriptsHandle } from '../../shell/page-scripts.tsx';
import { localeOfMatches } from '../../texts/page-title.ts';
import page from '../../ui/page.module.css';
import { textsIn, useLocale, useText } from '../../ui/texts.tsx';
import type { Route } from './+types/page';
import classes from './docs.module.css';

const maxQueryLength = 100;

export function loader({ request }: Route.LoaderArgs) {
  const query = (new URL(request.url).searchParams.get('q') ?? '').slice(0, maxQueryLength).trim();
  const guides = guidesFor(languageOf(currentLocale()));
  return {
    query,
    hits: searchGuides(guides, query),
    groups: guideGroups.map(({ group, files }) => ({
      group,
      guides: guidesIn(guides, files).map(({ slug, language, title, sections }) => ({
        slug,
        language,
        title,
        chapters: sections
          .filter(({ level }) => level === 2)
          .map(({ anchor, title: name }) => ({ anchor, name })),
      })),
    })),
  };
}

export const handle: ScriptsHandle = { scripts: 'never' };

export const meta: Route.MetaFunction = ({ matches }) => {
  const text = textsIn(localeOfMatches(matches));
  return pageMeta(matches, {
    title: `${text('docs.title')} · Readout`,
    description: text('docs.description'),
    path: '/docs',
    picture: 'og.png',
    pictureAlt: text('docs.picture_alt'),
  });
};

/** The guides, and what is searched for in them. */
export default function Docs({ loaderData: { query, hits, groups } }: Route.ComponentProps) {
  const text = useText();
  return (
    <div className={`${page.page} ${classes.page}`}>
      <h1 className={page.title}>{text('docs.title')}</h1>
      <p className={page.lead}>{text('docs.lead')}</p>
      <Form role="search" aria-label={text('docs.search_label')} className={classes.search}>
        <label htmlFor="q">{text('docs.search_hint')}</label>
        <input id="q" name="q" type="search" defaultValue={query} maxLength={maxQueryLength} />
        <Button type="submit" variant="default">
          {text('docs.search')}
        </Button>
      </Form>
      {query ? <Hits query={query} hits={hits} /> : null}
      {query ? null : (
        <>
          <section className={classes.group} aria-labelledby="reference">
            <h2 id="reference">{text('docs.reference')}</h2>
            <p>
              <Link to="/docs/api">{text('docs.api')}</Link>
            </p>
            <p>
              <Link to="/api/v1/openapi.json" reloadDocument>
                {text('docs.openapi')}
              </Link>
            </p>
          </section>
          {groups.map(({ group, guides: listed }) => (
            <section key={group} className={classes.group} aria-labelledby={group}>
              <h2 id={group}>{text('docs.group', { group })}</h2>
              <ul>
                {listed.map(({ slug, language, title, chapters }) => (
                  <li key={slug}>
                    <Link to={`/docs/${slug}`} lang={language}>
                      {title}
                    </Link>
                    <InLanguage tag={language} />
                    <p className={classes.chapters} lang={language}>
                      {chapters.map(({ anchor, name }) => (
                        <Link key={anchor} to={`/docs/${slug}#${anchor}`}>
                          {name}
                        </Link>
                      ))}
                    </p>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </>
      )}
    </div>
  );
}

/** Names the language of a guide that is not in the reader's. */
function InLanguage({ tag }: { tag: string }) {
  const locale = useLocale();
  return languageOf(locale) === tag ? null : <span className={page.dim}> ({languageName(tag, locale)})</span>;
}

function Hits({ query, hits }: { query: string; hits: GuideHit[] }) {
  const text = useText();
  return (
    <section aria-labelledby="found">
      <h2 id="found">{text('docs.found', { count: hits.length, query })}</h2>
      {hits.length === 0 ? <p>{text('docs.found_nothing')}</p> : null}
      <ol className={classes.hits}>
        {hits.map(({ slug, language, guide, anchor, title, excerpt }) => (
          <li key={`${slug}#${anchor}`} lang={language}>
            <Link to={`/docs/${slug}${anchor ? `#${anchor}` : ''}`}>{title}</Link>
            {title === guide ? null : <span className={page.dim}>{guide}</span>}
            <p>
              {excerpt.map((piece, index) =>
                // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, in their order
                index % 2 === 1 ? <mark key={index}>{piece}</mark> : piece,
              )}
            </p>
          </li>
        ))}
      </ol>
      <p>
        <Link to="/docs">{text('docs.all')}</Link>
      </p>
    </section>
  );
}
