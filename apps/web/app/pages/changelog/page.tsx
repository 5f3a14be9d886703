import { seeChangelog } from '@readout/domain/users/see-changelog';
import { languageOf } from '@readout/texts';
import { Link } from 'react-router';
import { servicesContext, sessionContext } from '../../../server/http/context.ts';
import { currentLocale } from '../../../server/request/locale.ts';
import { CHANGE_KINDS, releaseAnchor } from '../../changelog/parse-changelog.ts';
import { entryFor, newestRelease, releases, type ShownEntry } from '../../changelog/releases.server.ts';
import { pageMeta } from '../../shell/page-meta.ts';
import type { ScriptsHandle } from '../../shell/page-scripts.tsx';
import { localeOfMatches } from '../../texts/page-title.ts';
import { IconRss } from '../../ui/icons.ts';
import page from '../../ui/page.module.css';
import { textsIn, useLocale, useText } from '../../ui/texts.tsx';
import { Day } from '../../ui/when.tsx';
import type { Route } from './+types/page';
import classes from './changelog.module.css';

export async function loader({ context, request }: Route.LoaderArgs) {
  await noteSeen(context);
  const asked = new URL(request.url).searchParams.get('kind');
  const kind = CHANGE_KINDS.find((name) => name.toLowerCase() === asked) ?? null;
  const language = languageOf(currentLocale());
  const used = new Set(releases.flatMap((release) => release.changes.map((change) => change.kind)));
  const shown = releases
    .map((release) => ({
      ...release,
      changes: release.changes
        .filter((change) => !kind || change.kind === kind)
        .map((change) => ({
          kind: change.kind,
          entries: change.entries.map((entry) => entryFor(language, entry)),
        })),
    }))
    .filter((release) => release.changes.length > 0);
  return { releases: shown, kind, kinds: CHANGE_KINDS.filter((name) => used.has(name)) };
}

/** Anyone who opens the page has seen its newest release; that it could not be remembered keeps nobody from reading. */
async function noteSeen(context: Route.LoaderArgs['context']): Promise<void> {
  const session = context.get(sessionContext);
  if (!session || newestRelease === null || session.user.changelogSeen === newestRelease) return;
  const { db, log } = context.get(servicesContext);
  const { user, impersonatedBy } = session;
  await seeChangelog({ auth: db.auth }, { userId: user.id, impersonatedBy, release: newestRelease }).catch(
    (error: unknown) => log.warn({ err: error }, 'the seen release was not remembered'),
  );
}

export const handle: ScriptsHandle = { scripts: 'never' };

export const meta: Route.MetaFunction = ({ matches }) => {
  const text = textsIn(localeOfMatches(matches));
  return pageMeta(matches, {
    title: `${text('common.page_name', { page: 'changelog' })} · Readout`,
    description: text('public.changelog.description'),
    path: '/changelog',
    picture: 'og-changelog.png',
    pictureAlt: text('public.changelog.picture_alt'),
  });
};

export default function Changelog({ loaderData }: Route.ComponentProps) {
  const { releases: shown, kind, kinds } = loaderData;
  const text = useText();
  const isEnglish = useLocale().startsWith('en');
  return (
    <div className={`${page.page} ${classes.page}`}>
      <div className={page.head}>
        <div>
          <h1 className={page.title}>{text('common.page_name', { page: 'changelog' })}</h1>
          <p className={page.lead}>{text('public.changelog.lead')}</p>
          {isEnglish ? null : <p className={page.dim}>{text('public.changelog.in_english')}</p>}
        </div>
        <a href="/changelog.atom" className={classes.feed}>
          <IconRss size={16} aria-hidden /> {text('public.changelog.feed')}
        </a>
      </div>
      <nav className={classes.kinds} aria-label={text('public.changelog.kinds')}>
        <Link to="/changelog" aria-current={kind === null ? 'true' : undefined} preventScrollReset>
          {text('public.changelog.all')}
        </Link>
        {kinds.map((name) => (
          <Link
            key={name}
            to={`/changelog?kind=${name.toLowerCase()}`}
            aria-current={kind === name ? 'true' : undefined}
            preventScrollReset
          >
            {text('public.changelog.kind', { kind: name })}
          </Link>
        ))}
      </nav>
      {shown.length === 0 ? <p className={page.lead}>{text('public.changelog.nothing')}</p> : null}
      {shown.map((release) => (
        <section key={release.version} id={releaseAnchor(release.version)} className={classes.release}>
          <h2>
            <a href={`#${releaseAnchor(release.version)}`}>
              {release.version === 'Unreleased' ? text('public.changelog.next') : release.version}
            </a>
            {release.date ? <Day iso={release.date} /> : <span>{text('public.changelog.not_released')}</span>}
            {release.isYanked ? <strong>{text('public.changelog.withdrawn')}</strong> : null}
          </h2>
          <div>
            {release.changes.map((change) => (
              <div key={change.kind} className={classes.change}>
                <h3>{text('public.changelog.kind', { kind: change.kind })}</h3>
                <ul>
                  {change.entries.map((entry) => (
                    <Entry key={entry.text} {...entry} />
                  ))}
                </ul>
              </div>
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}

/** Both are made by the server from files of our own. */
function Entry({ title, text }: ShownEntry) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
  if (title === null) return <li lang="en" dangerouslySetInnerHTML={{ __html: text }} />;
  return (
    <li>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: see above */}
      <strong dangerouslySetInnerHTML={{ __html: title }} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: see above */}
      <div lang="en" dangerouslySetInnerHTML={{ __html: text }} />
    </li>
  );
}
