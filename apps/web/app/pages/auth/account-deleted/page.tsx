import { Link } from 'react-router';
import auth from '../../../account/auth.module.css';
import { pageTitle } from '../../../texts/page-title.ts';
import { Reticle } from '../../../ui/reticle.tsx';
import { useText } from '../../../ui/texts.tsx';
import type { Route } from './+types/page';

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(matches, 'account.deleted.title'),
  { name: 'robots', content: 'noindex' },
];

/** Where one ends after deleting one's account: signed out. */
export default function AccountDeleted() {
  const text = useText();
  return (
    <Reticle className={auth.card ?? ''}>
      <h1 className={auth.title}>{text('account.deleted.heading')}</h1>
      <p className={auth.lead}>{text('account.deleted.lead')}</p>
      <p>
        <Link to="/">{text('account.deleted.to_start')}</Link>
      </p>
    </Reticle>
  );
}
