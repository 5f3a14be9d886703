import { Button } from '@mantine/core';
import { Link, NavLink, Outlet } from 'react-router';
import { useViewer } from '../../shell/viewer.ts';
import { Wordmark } from '../../ui/reticle.tsx';
import { useText } from '../../ui/texts.tsx';
import classes from './layout.module.css';

/** Frame of the pages that everyone may see. */
export default function PublicLayout() {
  const viewer = useViewer();
  const text = useText();
  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#content">
        Skip to content
      </a>
      <header className={classes.header}>
        <div className={classes.bar}>
          <Link to="/" className={classes.logo} aria-label="Readout, start page">
            <Wordmark />
          </Link>
          <nav className={classes.nav} aria-label="Main">
            <Link to="/#how" reloadDocument={false}>
              How it works
            </Link>
            <Link to="/#plugins">Plugins</Link>
            <Link to="/#host">Self-hosting</Link>
            <NavLink to="/changelog">Changelog</NavLink>
          </nav>
          <div className={classes.actions}>
            {viewer ? (
              <Button component={Link} to="/app">
                Open the workspace
              </Button>
            ) : (
              <>
                <Button component={Link} to="/auth/sign-in" variant="subtle">
                  Sign in
                </Button>
                <Button component={Link} to="/auth/sign-up">
                  Sign up
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
          <nav aria-label="About">
            <Link to="/#how">How it works</Link>
            <Link to="/#security">Security</Link>
            <Link to="/#questions">Questions</Link>
            <Link to="/docs">{text('common.guides')}</Link>
            <Link to="/changelog">Changelog</Link>
            <Link to="/docs/api">API</Link>
            <Link to="/privacy-policy">Privacy policy</Link>
            <Link to="/tos">Terms of service</Link>
            <Link to="/licences">Licences</Link>
          </nav>
        </div>
      </footer>
    </div>
  );
}
