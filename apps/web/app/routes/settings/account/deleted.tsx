import { Link } from 'react-router';
import { Reticle } from '../../../ui/reticle.tsx';
import auth from '../../auth/auth.module.css';
import type { Route } from './+types/deleted';

export const meta: Route.MetaFunction = () => [
  { title: 'Account deleted · Readout' },
  { name: 'robots', content: 'noindex' },
];

/** Where one ends after deleting one's account: signed out. */
export default function AccountDeleted() {
  return (
    <Reticle className={auth.card ?? ''}>
      <h1 className={auth.title}>Your account is deleted</h1>
      <p className={auth.lead}>
        Your name, address and everything you signed in with are gone, on every device. What you did for
        companies stays with them, under a pseudonym for a year, then under “deleted user”.
      </p>
      <p>
        <Link to="/">To the start page</Link>
      </p>
    </Reticle>
  );
}
