import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { servicesContext } from '../../../../server/request/context.ts';
import type { ScriptsHandle } from '../../../shell/page-scripts.tsx';
import { useViewer } from '../../../shell/viewer.ts';
import { pageMeta } from '../page-meta.ts';
import type { Route } from './+types/page';
import { Demonstration } from './demonstration.tsx';
import classes from './landing.module.css';
import { HOSTING, QUESTIONS, SAFEGUARDS, STEPS } from './landing-text.ts';

export function loader({ context, request }: Route.LoaderArgs) {
  const { firstParty, config } = context.get(servicesContext);
  return {
    origin: config.baseUrl ?? new URL(request.url).origin,
    sampleId: new URL(request.url).searchParams.get('sample') ?? '',
    readers: firstParty.map(({ manifest }) => ({
      id: manifest.id,
      name: manifest.name,
      description: manifest.description,
      fields: manifest.records.flatMap(({ fields }) => fields.map(({ label }) => label)),
    })),
  };
}

const TITLE = 'Readout: point a camera or a screen at it, get a record';
const DESCRIPTION =
  'Reads photos, scans and PDFs into typed, checked records on your own server. Every value points at the pixels it came from.';

export const handle: ScriptsHandle = { scripts: 'interaction' };

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  ...pageMeta(matches, {
    title: TITLE,
    description: DESCRIPTION,
    path: '/',
    picture: 'og.png',
    pictureAlt: 'Readout beside a till receipt it reads',
  }),
  {
    'script:ld+json': {
      '@context': 'https://schema.org',
      '@type': 'SoftwareApplication',
      name: 'Readout',
      description: DESCRIPTION,
      url: `${loaderData?.origin ?? ''}/`,
      image: `${loaderData?.origin ?? ''}/og.png`,
      applicationCategory: 'BusinessApplication',
      operatingSystem: 'Any with a current browser; the server runs on Linux and macOS',
      featureList: loaderData?.readers.map(({ name, description }) => `${name}: ${description}`) ?? [],
    },
  },
];

export default function Landing({ loaderData }: Route.ComponentProps) {
  const viewer = useViewer();
  return (
    <>
      <div className={classes.hero}>
        <div className={classes.claim}>
          <h1>
            Point a camera or a screen at it. <em>Get a record.</em>
          </h1>
          <p>
            Typing off labels, receipts and documents is slow, and nobody can prove later what was there.
            Readout reads photos, scans and PDFs into typed, checked records on your own server. Every value
            points at the pixels it came from.
          </p>
          <div className={classes.actions}>
            {viewer ? (
              <Button component={Link} to="/app" size="md">
                Open the workspace
              </Button>
            ) : (
              <>
                <Button component={Link} to="/auth/sign-up" size="md">
                  Sign up
                </Button>
                <Button component={Link} to="/auth/sign-in" size="md" variant="default">
                  Sign in
                </Button>
              </>
            )}
          </div>
        </div>
        <Demonstration sampleId={loaderData.sampleId} />
      </div>

      <section id="how" className={classes.section}>
        <h2>How it works</h2>
        <ol className={classes.steps}>
          {STEPS.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </section>

      <section id="plugins" className={classes.section}>
        <h2>Plugins say what the lines mean</h2>
        <p className={classes.lead}>
          The engine reports facts: lines, barcodes, where they are, how sure it is. Reader plugins turn them
          into records. They run in a sandbox that can compute but reach nothing. These come with this
          installation:
        </p>
        <div className={classes.readers}>
          {loaderData.readers.map((reader) => (
            <article key={reader.id}>
              <h3>{reader.name}</h3>
              <p>{reader.description}</p>
              <p className={classes.fields}>{reader.fields.join(' · ')}</p>
            </article>
          ))}
        </div>
      </section>

      <section id="host" className={`${classes.section} ${classes.host}`}>
        <div>
          <h2>One command, one runtime, one database</h2>
          <p className={classes.lead}>
            From a fresh checkout on Linux or macOS this installs what is missing, builds the pages, starts
            its own PostgreSQL and prints the address. Reading needs no network and no graphics card.
          </p>
          <ul className={classes.facts}>
            {HOSTING.map(({ what, how }) => (
              <li key={what}>
                <b>{what}</b> {how}
              </li>
            ))}
          </ul>
        </div>
        <div className={classes.terminals}>
          <figure>
            <figcaption>Start it</figcaption>
            <pre className={classes.terminal}>
              <code>
                <span aria-hidden>$ </span>npm start
              </code>
            </pre>
          </figure>
          <figure>
            <figcaption>Or look at it first, with a company and sample captures</figcaption>
            <pre className={classes.terminal}>
              <code>
                <span aria-hidden>$ </span>npm start -- --demo
              </code>
            </pre>
          </figure>
          <figure>
            <figcaption>Or read files without a server</figcaption>
            <pre className={classes.terminal}>
              <code>
                <span aria-hidden>$ </span>npx --no-install readout read receipt.jpg
              </code>
            </pre>
          </figure>
        </div>
      </section>

      <section id="security" className={classes.section}>
        <h2>Security</h2>
        <dl className={classes.safeguards}>
          {SAFEGUARDS.map(({ title, text }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </section>

      <section id="questions" className={classes.section}>
        <h2>Questions</h2>
        <div className={classes.questions}>
          {QUESTIONS.map(({ question, answer }) => (
            <details key={question}>
              <summary>{question}</summary>
              <p>{answer}</p>
            </details>
          ))}
        </div>
      </section>

      <section className={`${classes.section} ${classes.last}`}>
        <h2>Read the first one</h2>
        <p className={classes.lead}>
          {viewer
            ? 'Drop a photo, a scan or a PDF anywhere in the workspace.'
            : 'Make an account, drop a photo, a scan or a PDF, and see what was read beside the picture it was read from.'}
        </p>
        <div className={classes.actions}>
          {viewer ? (
            <Button component={Link} to="/app" size="md">
              Open the workspace
            </Button>
          ) : (
            <Button component={Link} to="/auth/sign-up" size="md">
              Sign up
            </Button>
          )}
        </div>
      </section>
    </>
  );
}
