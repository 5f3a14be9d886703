import { Button } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { isRouteErrorResponse, Link, useLocation } from 'react-router';
import { useDigest } from '../digest.ts';
import { Reticle, Wordmark } from '../ui/reticle.tsx';
import { nearestPages } from './nearest-page.ts';
import { useRootData } from './page-data.ts';
import classes from './page-failure.module.css';
import { sectionOf } from './section-of.ts';
import { SwitchCompanyForm } from './switch-company-form.tsx';
import { useViewer } from './viewer.ts';

/** What a loader threw on purpose: `data({code, title?, detail?, action?}, {status})`. */
interface Foreseen {
  code?: string;
  title?: string;
  detail?: string;
  action?: string;
  /** Of `company.other`: the company the page was about. */
  about?: { id: string; name: string };
}

/** The whole page of an error that no nearer boundary took. */
export function PageFailure({ error }: { error: unknown }) {
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <Link to="/" aria-label="Readout, start page">
          <Wordmark />
        </Link>
      </header>
      <main className={classes.main} id="content">
        <FailureMessage error={error} />
      </main>
    </div>
  );
}

/** The same inside a page that keeps its frame. */
export function FailureMessage({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error)) {
    const foreseen: Foreseen = typeof error.data === 'object' && error.data !== null ? error.data : {};
    if (error.status === 404) return <NotFound foreseen={foreseen} />;
    if (error.status === 403) return <Forbidden foreseen={foreseen} />;
    return (
      <Message
        tone="notice"
        code={foreseen.code ?? String(error.status)}
        title={foreseen.title ?? `This did not work (${error.status})`}
      >
        <p>{foreseen.detail ?? 'The request could not be answered.'}</p>
        {foreseen.action ? <p>{foreseen.action}</p> : null}
        {foreseen.about ? <OtherCompany about={foreseen.about} /> : <TryAgain />}
      </Message>
    );
  }
  return isWithoutAnswer(error) ? <NoAnswer /> : <Unforeseen error={error} />;
}

function TryAgain() {
  return (
    <Actions>
      <Button component="a" href="">
        Try again
      </Button>
    </Actions>
  );
}

/** A form was sent before the page's scripts were there: the browser still has what was typed one page back. */
function OtherCompany({ about }: { about: { id: string; name: string } }) {
  const { pathname } = useLocation();
  return (
    <>
      <p>What you typed is still there when you go back with your browser.</p>
      <Actions>
        <SwitchCompanyForm companyId={about.id} to={pathname}>
          Back to&nbsp;<bdi>{about.name}</bdi>
        </SwitchCompanyForm>
        <Button component={Link} variant="default" to={sectionOf(pathname)} reloadDocument>
          Go on
        </Button>
      </Actions>
    </>
  );
}

function NotFound({ foreseen }: { foreseen: Foreseen }) {
  const viewer = useViewer();
  const { pathname } = useLocation();
  // What names something that is gone has a page of its own that says so.
  const near = foreseen.code ? [] : nearestPages(pathname, viewer?.user ?? null);
  return (
    <Message tone="plain" code="404" title={foreseen.title ?? 'There is no page at this address'}>
      <p>
        {foreseen.detail ??
          'The address may have been typed wrongly, or what it named is gone. Nothing was changed by opening it.'}
      </p>
      {near.length > 0 ? (
        <p>
          Did you mean{' '}
          {near.map(({ path, label }, index) => (
            <Fragment key={path}>
              {index === 0 ? null : index === near.length - 1 ? ' or ' : ', '}
              <Link to={path}>{label}</Link> <code>{path}</code>
            </Fragment>
          ))}
          ?
        </p>
      ) : null}
      {viewer?.company ? (
        <form action="/app" className={classes.search}>
          <label className={classes.searchText}>
            Or search what was read
            <input name="q" type="search" placeholder="A name, a number, a word in the picture" />
          </label>
          <Button type="submit" variant="default">
            Search
          </Button>
        </form>
      ) : null}
      <Actions>
        <Button component={Link} to={viewer ? '/app' : '/'}>
          {viewer ? 'Open the workspace' : 'Go to the start page'}
        </Button>
        <Button component={Link} variant="default" to={viewer ? '/dashboard' : '/auth/sign-in'}>
          {viewer ? 'Dashboard' : 'Sign in'}
        </Button>
      </Actions>
    </Message>
  );
}

const FORBIDDEN: Record<string, { title: string; detail: string }> = {
  'platform.admin_only': {
    title: 'This page is for those who look after the installation',
    detail:
      'This page shows every company and user of the installation, and only people with a role in the installation may see it. Ask the person who runs it if you need one.',
  },
  'company.none': {
    title: 'You belong to no company yet',
    detail:
      'Captures and records always belong to a company. Ask an owner or admin of yours for an invitation, or make a new company.',
  },
};

function Forbidden({ foreseen }: { foreseen: Foreseen }) {
  const viewer = useViewer();
  const known = FORBIDDEN[foreseen.code ?? ''];
  const isAboutCompany = !foreseen.code?.startsWith('platform.') && viewer?.company && viewer.role;
  return (
    <Message
      tone="notice"
      code={foreseen.code ?? '403'}
      title={foreseen.title ?? known?.title ?? 'You may not open this page'}
    >
      <p>{foreseen.detail ?? known?.detail ?? 'Your role in this company does not include it.'}</p>
      {foreseen.action ? <p>{foreseen.action}</p> : null}
      {isAboutCompany ? (
        <p>
          You are here as {viewer.role} of{' '}
          <b dir="auto" className={classes.name}>
            {viewer.company?.name}
          </b>
          {viewer.companies.length > 1
            ? '; in another of your companies it may be different: choose it at the top.'
            : '.'}
        </p>
      ) : null}
      <Actions>
        {foreseen.code === 'platform.role_not_allowed' ? (
          <Button component={Link} to="/admin">
            Administration
          </Button>
        ) : foreseen.code === 'company.none' ? (
          <Button component={Link} to="/settings/new-company">
            New company
          </Button>
        ) : (
          <Button component={Link} to="/app">
            Open the workspace
          </Button>
        )}
        <Button component={Link} variant="default" to="/settings/account">
          Your account
        </Button>
      </Actions>
    </Message>
  );
}

/**
 * The page's data did not come, or what came was not ours: no network, a server or database that starts again, a proxy
 * in between. The router has no error of its own for it.
 */
function isWithoutAnswer(error: unknown): boolean {
  if (typeof navigator !== 'undefined' && navigator.onLine === false) return true;
  return (
    error instanceof Error &&
    /^(Failed to fetch|NetworkError|Load failed|Unable to decode turbo-stream response|No .*response)/i.test(
      error.message,
    )
  );
}

function NoAnswer() {
  const host = useHost();
  const isOffline = typeof navigator !== 'undefined' && navigator.onLine === false;
  return (
    <Message
      tone="notice"
      code={isOffline ? 'offline' : 'no answer'}
      title={isOffline ? 'You are offline' : 'No answer at the moment'}
    >
      <p>
        {isOffline
          ? `This page needs ${host}, and your device has no connection.`
          : `${host} could not be reached, or is just starting again.`}{' '}
        Nothing that was already accepted is affected.
      </p>
      <p>{isOffline ? 'Load it again once you are connected.' : 'Wait a few seconds, then load it again.'}</p>
      <Actions>
        <Button component="a" href="">
          Load the page again
        </Button>
      </Actions>
    </Message>
  );
}

function useHost(): string {
  const origin = useRootData()?.origin;
  if (typeof location !== 'undefined') return location.host;
  return origin && URL.canParse(origin) ? new URL(origin).host : 'this page';
}

function Unforeseen({ error }: { error: unknown }) {
  const host = useHost();
  const digest = useDigest();
  const isServerSide = digest !== '' || typeof document === 'undefined' || isSanitised(error);
  return (
    <Message tone="alarm" code={isServerSide ? 'server' : 'client'} title="Something broke that should not">
      <p data-digest={digest}>
        {isServerSide
          ? `Application error: a server-side exception has occurred while loading ${host} (see the server logs for more information).`
          : `Application error: a client-side exception has occurred while loading ${host} (see the browser console for more information).`}
      </p>
      {isServerSide && digest ? (
        <p>
          Digest: <code>{digest}</code>. Whoever runs this installation finds the cause in its logs by this
          digest.
        </p>
      ) : null}
      <p>Nothing that was already accepted is affected.</p>
      <Actions>
        <Button component="a" href="">
          Load the page again
        </Button>
        <Button component="a" variant="default" href="/">
          Start page
        </Button>
      </Actions>
    </Message>
  );
}

/** The router replaces a server's error by this one before it reaches the browser. */
function isSanitised(error: unknown): boolean {
  return error instanceof Error && error.message === 'Unexpected Server Error';
}

function Message({
  tone,
  code,
  title,
  children,
}: {
  tone: 'plain' | 'notice' | 'alarm';
  code: string;
  title: string;
  children: ReactNode;
}) {
  return (
    <Reticle tone={tone} className={classes.message ?? ''}>
      {/* A route whose loader failed is left without its own; the document needs one to be announced by. */}
      <title>{`${title} · Readout`}</title>
      <p className={classes.code}>{code}</p>
      <h1 className={classes.title}>{title}</h1>
      {children}
    </Reticle>
  );
}

function Actions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>;
}
