import { Link, Outlet } from 'react-router';
import { useReadersOwner } from '../../device/use-readers-owner.ts';
import { useViewer } from '../../shell/viewer.ts';
import { Wordmark } from '../../ui/reticle.tsx';
import classes from './auth.module.css';

/** Frame of the pages for signing in and up: the form inside the corner marks and nothing beside it. */
export default function AuthLayout() {
  const viewer = useViewer();
  useReadersOwner(viewer?.company ? { userId: viewer.user.id, companyId: viewer.company.id } : null);
  return (
    <div className={classes.frame}>
      <header className={classes.header}>
        <Link to="/" aria-label="Readout, start page">
          <Wordmark />
        </Link>
      </header>
      <main id="content" className={classes.main}>
        <Outlet />
      </main>
      <footer className={classes.footer}>
        <Link to="/tos">Terms of service</Link>
        <Link to="/privacy-policy">Privacy policy</Link>
      </footer>
    </div>
  );
}
