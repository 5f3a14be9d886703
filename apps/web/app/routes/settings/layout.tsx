import { NavLink, Outlet } from 'react-router';
import page from '../../ui/page.module.css';
import classes from './settings.module.css';

export default function SettingsLayout() {
  return (
    <div className={`${page.page} ${classes.page}`}>
      <nav className={classes.nav} aria-label="Settings">
        <NavLink to="/settings/account">Account</NavLink>
        <NavLink to="/settings/company">Company</NavLink>
      </nav>
      <div className={classes.content}>
        <Outlet />
      </div>
    </div>
  );
}
