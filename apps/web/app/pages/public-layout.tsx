import { Button } from '@mantine/core';
import { Link, NavLink, Outlet } from 'react-router';
import { LanguageChoice } from '../shell/language-choice.tsx';
import frame from '../ui/frame.module.css';
import { Wordmark } from '../ui/reticle.tsx';
import { useText } from '../ui/texts.tsx';
import { useViewer } from '../viewer.ts';
import classes from './public-layout.module.css';

/** Frame of the pages that everyone may see. */
export default function PublicLayout() {
  const viewer = useViewer();
  const text = useText();
  return (
    <div className={frame.frame}>
      <a className={frame.skip} href="#content">
        {text('common.skip')}
      </a>
      <header className={classes.header}>
        <div className={classes.bar}>
          <Link to="/" className={classes.logo} aria-label={text('common.logo')}>
            <Wordmark />
          </Link>
          <nav className={classes.nav} aria-label={text('common.main_navigation')}>
            <Link to="/#how" reloadDocument={false}>
              {text('public.layout.how')}
            </Link>
            <Link to="/#plugins">{text('common.page_name', { page: 'plugins' })}</Link>
            <Link to="/#host">{text('public.layout.hosting')}</Link>
            <NavLink to="/changelog">{text('common.page_name', { page: 'changelog' })}</NavLink>
          </nav>
          <div className={classes.actions}>
            {viewer ? (
              <Button component={Link} to="/app">
                {text('common.open_workspace')}
              </Button>
            ) : (
              <>
                <Button component={Link} to="/auth/sign-in" variant="subtle">
                  {text('common.page_name', { page: 'sign_in' })}
                </Button>
                <Button component={Link} to="/auth/sign-up">
                  {text('common.page_name', { page: 'sign_up' })}
                </Button>
              </>
            )}
          </div>
        </div>
      </header>
      <main id="content" tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
      <footer className={classes.footer}>
        <div className={classes.bar}>
          <Wordmark size={18} />
          <nav aria-label={text('public.layout.about')}>
            <Link to="/#how">{text('public.layout.how')}</Link>
            <Link to="/#security">{text('public.layout.security')}</Link>
            <Link to="/#questions">{text('public.layout.questions')}</Link>
            <Link to="/docs">{text('common.guides')}</Link>
            <Link to="/changelog">{text('common.page_name', { page: 'changelog' })}</Link>
            <Link to="/docs/api">{text('public.layout.api')}</Link>
            <Link to="/privacy-policy">{text('common.page_name', { page: 'privacy' })}</Link>
            <Link to="/tos">{text('common.page_name', { page: 'terms' })}</Link>
            <Link to="/licences">{text('common.page_name', { page: 'licences' })}</Link>
          </nav>
          <LanguageChoice />
        </div>
      </footer>
    </div>
  );
}
