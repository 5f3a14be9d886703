import { seeChangelog } from '@readout/domain/users/see-changelog';
import { Link } from 'react-router';
import { servicesContext, sessionContext } from '../../../../server/request/context.ts';
import type { ScriptsHandle } from '../../../shell/page-scripts.tsx';
import { IconRss } from '../../../ui/icons.ts';
import page from '../../../ui/page.module.css';
import { pageMeta } from '../page-meta.ts';
import type { Route } from './+types/page';
import classes from './changelog.module.css';
import { CHANGE_KINDS, releaseAnchor } from './parse-changelog.ts';
import { entryHtml, newestRelease, releases } from './releases.server.ts';

export async function loader({ context, request }: Route.LoaderArgs) {
  await noteSeen(context);
  const asked = new URL(request.url).searchParams.get('kind');
  const kind = CHANGE_KINDS.find((name) => name.toLowerCase() === asked) ?? null;
  const used = new Set(releases.flatMap((release) => release.changes.map((change) => change.kind)));
  const shown = releases
    .map((release) => ({
      ...release,
      changes: release.changes
        .filter((change) => !kind || change.kind === kind)
        .map((change) => ({ kind: change.kind, entries: change.entries.map(entryHtml) })),
    }))
    .filter((release) => release.changes.length > 0);
  return { releases: shown, kind, kinds: CHANGE_KINDS.filter((name) => used.has(name)) };
}

/** Whoever opens the page has seen its newest release; that it could not be remembered keeps nobody from reading. */
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

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Changelog · Readout',
    description:
      'What changed in Readout, version by version: added, changed, fixed and security. Also as an Atom feed.',
    path: '/changelog',
    picture: 'og-changelog.png',
    pictureAlt: 'Readout: what changed, version by version',
  });

export default function Changelog({ loaderData }: Route.ComponentProps) {
  const { releases: shown, kind, kinds } = loaderData;
  return (
    <div className={`${page.page} ${classes.page}`}>
      <div className={page.head}>
        <div>
          <h1 className={page.title}>Changelog</h1>
          <p className={page.lead}>What changed, for the people who use it.</p>
        </div>
        <a href="/changelog.atom" className={classes.feed}>
          <IconRss size={16} aria-hidden /> Atom feed
        </a>
      </div>
      <nav className={classes.kinds} aria-label="Kinds of change">
        <Link to="/changelog" aria-current={kind === null ? 'true' : undefined} preventScrollReset>
          All
        </Link>
        {kinds.map((name) => (
          <Link
            key={name}
            to={`/changelog?kind=${name.toLowerCase()}`}
            aria-current={kind === name ? 'true' : undefined}
            preventScrollReset
          >
            {name}
          </Link>
        ))}
      </nav>
      {shown.length === 0 ? <p className={page.lead}>Nothing of this kind yet.</p> : null}
      {shown.map((release) => (
        <section key={release.version} id={releaseAnchor(release.version)} className={classes.release}>
          <h2>
            <a href={`#${releaseAnchor(release.version)}`}>
              {release.version === 'Unreleased' ? 'Next version' : release.version}
            </a>
            {release.date ? (
              <time dateTime={release.date}>{release.date}</time>
            ) : (
              <span>in this build, not yet released</span>
            )}
            {release.isYanked ? <strong>withdrawn</strong> : null}
          </h2>
          <div>
            {release.changes.map((change) => (
              <div key={change.kind} className={classes.change}>
                <h3>{change.kind}</h3>
                <ul>
                  {change.entries.map((html) => (
                    // biome-ignore lint/security/noDangerouslySetInnerHtml: made by the server from our own CHANGELOG.md
                    <li key={html} dangerouslySetInnerHTML={{ __html: html }} />
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
