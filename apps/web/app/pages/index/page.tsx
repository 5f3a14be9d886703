import { Button } from '@mantine/core';
import { inLanguageOf, languageShown } from '@readout/plugin-kit/manifest-languages';
import { Link } from 'react-router';
import { servicesContext } from '../../../server/http/context.ts';
import { currentLocale } from '../../../server/request/locale.ts';
import { languageName, READING_LANGUAGES } from '../../languages.ts';
import { pageMeta } from '../../shell/page-meta.ts';
import type { ScriptsHandle } from '../../shell/page-scripts.tsx';
import { localeOfMatches } from '../../texts/page-title.ts';
import { FormattedText, textsIn, useLocale, useText } from '../../ui/texts.tsx';
import { useViewer } from '../../viewer.ts';
import type { Route } from './+types/page';
import { Demonstration } from './demonstration.tsx';
import classes from './landing.module.css';
import { QUESTIONS, SAFEGUARDS, SHOTS } from './landing-text.ts';
import { ShotPicture } from './shot-picture.tsx';
import type { ShownReader } from './shown-reader.ts';

export function loader({ context, request }: Route.LoaderArgs) {
  const { firstParty, config } = context.get(servicesContext);
  return {
    origin: config.baseUrl ?? new URL(request.url).origin,
    sampleId: new URL(request.url).searchParams.get('sample') ?? '',
    readers: firstParty.map(({ manifest }): ShownReader => {
      const { id, name, description, records } = inLanguageOf(manifest, currentLocale());
      const fields = records.flatMap((record) =>
        record.fields.map(({ name: field, label }) => ({ name: field, label })),
      );
      return { id, name, description, fields, language: languageShown(manifest, currentLocale()) };
    }),
  };
}

export const handle: ScriptsHandle = { scripts: 'interaction' };

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const text = textsIn(localeOfMatches(matches));
  const description = text('public.landing.description');
  return [
    ...pageMeta(matches, {
      title: text('public.landing.title'),
      description,
      path: '/',
      picture: 'og.png',
      pictureAlt: text('public.picture_alt'),
    }),
    {
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@type': 'SoftwareApplication',
        name: 'Readout',
        description,
        url: `${loaderData?.origin ?? ''}/`,
        image: `${loaderData?.origin ?? ''}/og.png`,
        applicationCategory: 'BusinessApplication',
        operatingSystem: text('public.landing.operating_system'),
        featureList: loaderData?.readers.map(({ name, description: about }) => `${name}: ${about}`) ?? [],
      },
    },
  ];
};

export default function Landing({ loaderData }: Route.ComponentProps) {
  const viewer = useViewer();
  const text = useText();
  const locale = useLocale();
  const languages = new Intl.ListFormat(locale).format(
    READING_LANGUAGES.map(({ tag }) => languageName(tag, locale)),
  );
  return (
    <>
      <div className={classes.hero}>
        <div className={classes.claim}>
          <h1>
            <FormattedText id="public.landing.claim" />
          </h1>
          <p>{text('public.landing.lead')}</p>
          <div className={classes.actions}>
            {viewer ? (
              <Button component={Link} to="/app" size="md">
                {text('common.open_workspace')}
              </Button>
            ) : (
              <>
                <Button component={Link} to="/auth/sign-up" size="md">
                  {text('common.page_name', { page: 'sign_up' })}
                </Button>
                <Button component={Link} to="/auth/sign-in" size="md" variant="default">
                  {text('common.page_name', { page: 'sign_in' })}
                </Button>
              </>
            )}
          </div>
        </div>
        <Demonstration sampleId={loaderData.sampleId} readers={loaderData.readers} />
      </div>

      <section id="how" className={classes.section}>
        <h2>{text('public.layout.how')}</h2>
        <div className={classes.shots}>
          {SHOTS.map((shot) => (
            <figure key={shot}>
              <ShotPicture shot={shot} />
              <figcaption>
                <h3>{text(`public.landing.shot_${shot}`)}</h3>
                <p>{text(`public.landing.shot_${shot}_text`)}</p>
              </figcaption>
            </figure>
          ))}
          <div id="plugins" className={classes.readers}>
            <h3>{text('public.landing.plugins')}</h3>
            <ul>
              {loaderData.readers.map(({ id, name, language }) => (
                <li key={id} lang={language}>
                  {name}
                </li>
              ))}
            </ul>
            <p>{text('public.landing.plugins_lead')}</p>
          </div>
        </div>
      </section>

      <section id="host" className={`${classes.section} ${classes.host}`}>
        <div>
          <h2>{text('public.landing.hosting')}</h2>
          <p className={classes.lead}>{text('public.landing.hosting_lead')}</p>
          <div className={classes.terminals}>
            <Terminal title={text('public.landing.start_it')} command="npm start" />
            <Terminal title={text('public.landing.start_demo')} command="npm start -- --demo" />
          </div>
        </div>
        <div id="security">
          <h2>{text('public.layout.security')}</h2>
          <dl className={classes.safeguards}>
            {SAFEGUARDS.map((guard) => (
              <div key={guard}>
                <dt>{text(`public.landing.guard_${guard}`)}</dt>
                <dd>{text(`public.landing.guard_${guard}_text`)}</dd>
              </div>
            ))}
          </dl>
        </div>
      </section>

      <section id="questions" className={`${classes.section} ${classes.last}`}>
        <h2>{text('public.layout.questions')}</h2>
        <div className={classes.questions}>
          {QUESTIONS.map((question) => (
            <details key={question}>
              <summary>{text(`public.landing.question_${question}`)}</summary>
              <p>{text(`public.landing.answer_${question}`, { languages })}</p>
            </details>
          ))}
        </div>
      </section>
    </>
  );
}

function Terminal({ title, command }: { title: string; command: string }) {
  return (
    <figure>
      <figcaption>{title}</figcaption>
      <pre className={classes.terminal}>
        <code>
          <span aria-hidden>$ </span>
          {command}
        </code>
      </pre>
    </figure>
  );
}
