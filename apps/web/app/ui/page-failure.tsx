import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { isRouteErrorResponse, Link, useRouteLoaderData } from 'react-router';
import { useDigest } from '../digest.ts';
import type { loader as rootLoader } from '../root.tsx';
import classes from './page-failure.module.css';
import { Reticle, Wordmark } from './reticle.tsx';

/** What a loader threw on purpose: `data({code, title?, detail?, action?}, {status})`. */
interface Foreseen {
  code?: string;
  title?: string;
  detail?: string;
  action?: string;
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
  const signedIn = useRouteLoaderData<typeof rootLoader>('root')?.session != null;
  if (isRouteErrorResponse(error)) {
    const foreseen: Foreseen = typeof error.data === 'object' && error.data !== null ? error.data : {};
    if (error.status === 404) return <NotFound signedIn={signedIn} foreseen={foreseen} />;
    if (error.status === 403) return <Forbidden foreseen={foreseen} />;
    return (
      <Message
        tone="notice"
        code={foreseen.code ?? String(error.status)}
        title={foreseen.title ?? `This did not work (${error.status})`}
      >
        <p>{foreseen.detail ?? 'The request could not be answered.'}</p>
        {foreseen.action ? <p>{foreseen.action}</p> : null}
        <Actions>
          <Button component="a" href="">
            Try again
          </Button>
        </Actions>
      </Message>
    );
  }
  return <Unforeseen error={error} />;
}

function NotFound({ signedIn, foreseen }: { signedIn: boolean; foreseen: Foreseen }) {
  return (
    <Message tone="plain" code="404" title={foreseen.title ?? 'There is no page at this address'}>
      <p>
        {foreseen.detail ??
          'The address may have been typed wrongly, or what it named is gone. Nothing was changed by opening it.'}
      </p>
      <Actions>
        <Button component={Link} to={signedIn ? '/app' : '/'}>
          {signedIn ? 'Open the workspace' : 'Go to the start page'}
        </Button>
        <Button component={Link} variant="default" to={signedIn ? '/dashboard' : '/auth/sign-in'}>
          {signedIn ? 'Dashboard' : 'Sign in'}
        </Button>
      </Actions>
    </Message>
  );
}

const FORBIDDEN: Record<string, { title: string; detail: string }> = {
  'platform.admin_only': {
    title: 'This page is for platform administrators',
    detail:
      'It shows all companies and users of this installation. Your account may work in its own company, but not administer the platform. Ask the person who runs this installation if you need it.',
  },
  'company.none': {
    title: 'You belong to no company yet',
    detail:
      'Captures and records always belong to a company. Ask an owner or admin of yours for an invitation, or sign up with a new company.',
  },
};

function Forbidden({ foreseen }: { foreseen: Foreseen }) {
  const known = FORBIDDEN[foreseen.code ?? ''];
  return (
    <Message
      tone="notice"
      code={foreseen.code ?? '403'}
      title={foreseen.title ?? known?.title ?? 'You may not open this page'}
    >
      <p>{foreseen.detail ?? known?.detail ?? 'Your role in this company does not include it.'}</p>
      {foreseen.action ? <p>{foreseen.action}</p> : null}
      <Actions>
        <Button component={Link} to="/app">
          Open the workspace
        </Button>
        <Button component={Link} variant="default" to="/settings/account">
          Your account
        </Button>
      </Actions>
    </Message>
  );
}

function Unforeseen({ error }: { error: unknown }) {
  const origin = useRouteLoaderData<typeof rootLoader>('root')?.origin;
  const digest = useDigest();
  const host =
    typeof location === 'undefined' ? (origin ? new URL(origin).host : 'this page') : location.host;
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
      <p className={classes.code}>{code}</p>
      <h1 className={classes.title}>{title}</h1>
      {children}
    </Reticle>
  );
}

function Actions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>;
}
