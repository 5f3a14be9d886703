import { languageOf } from '@readout/texts';
import { data, Link } from 'react-router';
import { currentLocale } from '../../../../server/request/locale.ts';
import { guidesFor } from '../../../guides/guides.server.ts';
import { pageMeta } from '../../../shell/page-meta.ts';
import type { ScriptsHandle } from '../../../shell/page-scripts.tsx';
import { localeOfMatches } from '../../../texts/page-title.ts';
import long from '../../../ui/long-page.module.css';
import page from '../../../ui/page.module.css';
import { textsIn, useLocale, useText } from '../../../ui/texts.tsx';
import classes from '../docs.module.css';
import type { Route } from './+types/page';

export function loader({ params }: Route.LoaderArgs) {
  const guides = guidesFor(languageOf(currentLocale()));
  const at = guides.findIndex(({ slug }) => slug === params.guide);
  const guide = guides[at];
  if (!guide) throw data({ code: 'address.not_found' }, { status: 404 });
  const named = (other: typeof guide | undefined) =>
    other && { slug: other.slug, language: other.language, title: other.title };
  return {
    slug: guide.slug,
    language: guide.language,
    title: guide.title,
    html: guide.html,
    beginning: guide.sections[0]?.text.slice(0, 200) ?? '',
    contents: guide.sections
      .filter(({ level }) => level === 2)
      .map(({ anchor, title }) => ({ anchor, title })),
    before: named(guides[at - 1]),
    after: named(guides[at + 1]),
  };
}

export const handle: ScriptsHandle = { scripts: 'never' };

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const text = textsIn(localeOfMatches(matches));
  return pageMeta(matches, {
    title: `${loaderData?.title ?? text('docs.title')} · Readout`,
    description: loaderData?.beginning || text('docs.description'),
    path: `/docs/${loaderData?.slug ?? ''}`,
    picture: 'og.png',
    pictureAlt: text('docs.picture_alt'),
  });
};

/** One guide of the repository. */
export default function Guide({ loaderData }: Route.ComponentProps) {
  const { language, title, html, contents, before, after } = loaderData;
  const text = useText();
  const isTheirs = languageOf(useLocale()) === language;
  const list = (
    <ol lang={language}>
      {contents.map(({ anchor, title: name }) => (
        <li key={anchor}>
          <a href={`#${anchor}`}>{name}</a>
        </li>
      ))}
    </ol>
  );
  return (
    <div className={`${page.page} ${long.page}`}>
      <aside className={long.contents}>
        <nav aria-label={text('docs.contents')}>
          <p>
            <Link to="/docs">{text('docs.all')}</Link>
          </p>
          {list}
        </nav>
      </aside>
      {/* Small screens: the same list, folded. */}
      <details className={long.folded}>
        <summary>{text('docs.contents')}</summary>
        {list}
      </details>
      <article className={long.text}>
        <h1 lang={language}>{title}</h1>
        {isTheirs ? null : <p className={page.dim}>{text('docs.in_english')}</p>}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the guides of the repository, made into HTML when the server starts */}
        <div lang={language} dangerouslySetInnerHTML={{ __html: html }} />
        <nav aria-label={text('docs.others')} className={classes.others}>
          {before ? (
            <Link to={`/docs/${before.slug}`} lang={before.language}>
              ← {before.title}
            </Link>
          ) : (
            <span />
          )}
          {after ? (
            <Link to={`/docs/${after.slug}`} lang={after.language}>
              {after.title} →
            </Link>
          ) : null}
        </nav>
      </article>
    </div>
  );
}
