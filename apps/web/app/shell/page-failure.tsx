import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { isRouteErrorResponse, Link, useLocation } from 'react-router';
import { useDigest } from '../digest.ts';
import { useRootData } from '../page-data.ts';
import frame from '../ui/frame.module.css';
import { Row, Text } from '../ui/layout.tsx';
import { Reticle, Wordmark } from '../ui/reticle.tsx';
import { FormattedText, useText } from '../ui/texts.tsx';
import { useViewer } from '../viewer.ts';
import { nearestPages } from './nearest-page.ts';
import classes from './page-failure.module.css';
import { sectionOf } from './section-of.ts';
import { isWithoutAnswer } from './shown-data.ts';
import { SwitchCompanyForm } from './switch-company-form.tsx';

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
  const text = useText();
  return (
    <div className={frame.frame}>
      <header className={classes.header}>
        <Link to="/" aria-label={text('common.logo')}>
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
  const text = useText();
  if (isRouteErrorResponse(error)) {
    const foreseen: Foreseen = typeof error.data === 'object' && error.data !== null ? error.data : {};
    if (error.status === 404) return <NotFound foreseen={foreseen} />;
    if (error.status === 403) return <Forbidden foreseen={foreseen} />;
    return (
      <Message
        tone="notice"
        code={foreseen.code ?? String(error.status)}
        title={foreseen.title ?? text('common.failure.title', { status: error.status })}
      >
        <p>{foreseen.detail ?? text('common.failure.detail')}</p>
        {foreseen.action ? <p>{foreseen.action}</p> : null}
        {foreseen.about ? <OtherCompany about={foreseen.about} /> : <TryAgain />}
      </Message>
    );
  }
  return isWithoutAnswer(error) ? <NoAnswer /> : <Unforeseen error={error} />;
}

function TryAgain() {
  const text = useText();
  return (
    <Actions>
      <Button component="a" href="">
        {text('common.try_again')}
      </Button>
    </Actions>
  );
}

/** A form was sent before the page's scripts were there: the browser still has what was typed one page back. */
function OtherCompany({ about }: { about: { id: string; name: string } }) {
  const text = useText();
  const { pathname } = useLocation();
  return (
    <>
      <p>{text('common.failure.typed')}</p>
      <Actions>
        <SwitchCompanyForm companyId={about.id} to={pathname}>
          <FormattedText id="common.question.back_to" values={{ company: <bdi>{about.name}</bdi> }} />
        </SwitchCompanyForm>
        <Button component={Link} variant="default" to={sectionOf(pathname)} reloadDocument>
          {text('common.go_on')}
        </Button>
      </Actions>
    </>
  );
}

function NotFound({ foreseen }: { foreseen: Foreseen }) {
  const text = useText();
  const viewer = useViewer();
  const { pathname } = useLocation();
  // What names something that is gone has a page of its own that says so.
  const near = foreseen.code ? [] : nearestPages(pathname, viewer?.user ?? null);
  return (
    <Message tone="plain" code="404" title={foreseen.title ?? text('common.not_found.title')}>
      <p>{foreseen.detail ?? text('common.not_found.detail')}</p>
      {near.length > 0 ? (
        <>
          <p>{text('common.not_found.near')}</p>
          <ul>
            {near.map(({ path, page }) => (
              <li key={path}>
                <Link to={path}>{text('common.page_name', { page })}</Link> <code>{path}</code>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {viewer?.company ? (
        <form action="/app" className={classes.search}>
          <label className={classes.searchText}>
            {text('common.not_found.search')}
            <input name="q" type="search" placeholder={text('common.not_found.search_hint')} />
          </label>
          <Button type="submit" variant="default">
            {text('common.search')}
          </Button>
        </form>
      ) : null}
      <Actions>
        <Button component={Link} to={viewer ? '/app' : '/'}>
          {viewer ? text('common.open_workspace') : text('common.not_found.start')}
        </Button>
        <Button component={Link} variant="default" to={viewer ? '/dashboard' : '/auth/sign-in'}>
          {text('common.page_name', { page: viewer ? 'dashboard' : 'sign_in' })}
        </Button>
      </Actions>
    </Message>
  );
}

const reasons: Record<string, 'platform' | 'company'> = {
  'platform.admin_only': 'platform',
  'company.none': 'company',
};

function Forbidden({ foreseen }: { foreseen: Foreseen }) {
  const text = useText();
  const viewer = useViewer();
  const reason = reasons[foreseen.code ?? ''];
  const isAboutCompany = !foreseen.code?.startsWith('platform.');
  return (
    <Message
      tone="notice"
      code={foreseen.code ?? '403'}
      title={foreseen.title ?? text('common.forbidden.title', { reason })}
    >
      <p>{foreseen.detail ?? text('common.forbidden.detail', { reason })}</p>
      {foreseen.action ? <p>{foreseen.action}</p> : null}
      {isAboutCompany && viewer?.company && viewer.role ? (
        <p>
          <FormattedText
            id="common.forbidden.here_as"
            values={{
              role: viewer.role,
              company: (
                <Text dir="auto" as="b" tone="plain" weight={560}>
                  {viewer.company.name}
                </Text>
              ),
            }}
          />{' '}
          {viewer.companies.length > 1 ? text('common.forbidden.elsewhere') : ''}
        </p>
      ) : null}
      <Actions>
        {foreseen.code === 'platform.role_not_allowed' ? (
          <Button component={Link} to="/admin">
            {text('common.page_name', { page: 'administration' })}
          </Button>
        ) : foreseen.code === 'company.none' ? (
          <Button component={Link} to="/settings/new-company">
            {text('common.switcher.new')}
          </Button>
        ) : (
          <Button component={Link} to="/app">
            {text('common.open_workspace')}
          </Button>
        )}
        <Button component={Link} variant="default" to="/settings/account">
          {text('common.page_name', { page: 'account' })}
        </Button>
      </Actions>
    </Message>
  );
}

function NoAnswer() {
  const text = useText();
  const host = useHost();
  const isOffline = typeof navigator !== 'undefined' && navigator.onLine === false;
  return (
    <Message
      tone="notice"
      code={isOffline ? 'offline' : 'no answer'}
      title={text('common.no_answer.title', { state: isOffline ? 'offline' : 'silent' })}
    >
      <p>
        {text('common.no_answer.detail', { state: isOffline ? 'offline' : 'silent', host })}{' '}
        {text('common.failure.nothing_lost')}
      </p>
      <p>{text('common.no_answer.what_to_do', { state: isOffline ? 'offline' : 'silent' })}</p>
      <Actions>
        <Button component="a" href="">
          {text('common.failure.load_again')}
        </Button>
      </Actions>
    </Message>
  );
}

function useHost(): string {
  const text = useText();
  const origin = useRootData()?.origin;
  if (typeof location !== 'undefined') return location.host;
  return origin && URL.canParse(origin) ? new URL(origin).host : text('common.failure.this_page');
}

function Unforeseen({ error }: { error: unknown }) {
  const text = useText();
  const host = useHost();
  const digest = useDigest();
  const isServerSide = digest !== '' || typeof document === 'undefined' || isSanitised(error);
  return (
    <Message tone="alarm" code={isServerSide ? 'server' : 'client'} title={text('common.unforeseen.title')}>
      <p data-digest={digest}>
        {text('common.unforeseen.detail', { side: isServerSide ? 'server' : 'client', host })}
      </p>
      {isServerSide && digest ? (
        <p>
          <FormattedText id="common.unforeseen.digest" values={{ digest: <code>{digest}</code> }} />
        </p>
      ) : null}
      <p>{text('common.failure.nothing_lost')}</p>
      <Actions>
        <Button component="a" href="">
          {text('common.failure.load_again')}
        </Button>
        <Button component="a" variant="default" href="/">
          {text('common.page_name', { page: 'start' })}
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
  return (
    <Row gap={8} above={24}>
      {children}
    </Row>
  );
}
