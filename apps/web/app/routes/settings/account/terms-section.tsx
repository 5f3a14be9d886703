import { Link } from 'react-router';
import { When } from '../../../ui/when.tsx';
import classes from '../settings.module.css';

export function TermsSection({
  account,
  timeZone,
}: {
  account: {
    termsVersion: string | null;
    privacyVersion: string | null;
    acceptedAt: string;
    createdAt: string;
  };
  timeZone: string;
}) {
  const accepted = (version: string | null, to: string, label: string) =>
    version === null ? (
      'not accepted'
    ) : (
      <>
        <Link to={to}>
          {label}, version {version}
        </Link>
        , accepted <When iso={account.acceptedAt} exact />
      </>
    );
  return (
    <section className={classes.section}>
      <h2>Agreements and times</h2>
      <p>Where a new version comes, you are asked again.</p>
      <dl className={classes.facts}>
        <dt>Terms of service</dt>
        <dd>{accepted(account.termsVersion, '/tos', 'Terms')}</dd>
        <dt>Privacy policy</dt>
        <dd>{accepted(account.privacyVersion, '/privacy-policy', 'Privacy policy')}</dd>
        <dt>Account since</dt>
        <dd>
          <When iso={account.createdAt} exact />
        </dd>
        <dt>Time zone</dt>
        <dd>{timeZone.replaceAll('_', ' ')}, as this browser says</dd>
      </dl>
    </section>
  );
}
