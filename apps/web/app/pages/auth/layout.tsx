import { Link, Outlet } from 'react-router';
import classes from '../../account/auth.module.css';
import { useReadersOwner } from '../../device/use-readers-owner.ts';
import { LanguageChoice } from '../../shell/language-choice.tsx';
import frame from '../../ui/frame.module.css';
import { Wordmark } from '../../ui/reticle.tsx';
import { useText } from '../../ui/texts.tsx';
import { useViewer } from '../../viewer.ts';

/** Frame of the pages for signing in and up: the form inside the corner marks and nothing beside it. */
export default function AuthLayout() {
  const text = useText();
  const viewer = useViewer();
  useReadersOwner(viewer?.company ? { userId: viewer.user.id, companyId: viewer.company.id } : null);
  return (
    <div className={frame.frame}>
      <header className={classes.header}>
        <Link to="/" aria-label={text('common.logo')}>
          <Wordmark />
        </Link>
      </header>
      <main id="content" className={classes.main}>
        <Outlet />
      </main>
      <footer className={classes.footer}>
        <Link to="/tos">{text('common.page_name', { page: 'terms' })}</Link>
        <Link to="/privacy-policy">{text('common.page_name', { page: 'privacy' })}</Link>
        <LanguageChoice />
      </footer>
    </div>
  );
}
