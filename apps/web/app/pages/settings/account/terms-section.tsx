import { Link } from 'react-router';
import classes from '../../../ui/settings.module.css';
import { FormattedText, useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';

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
  const text = useText();
  const accepted = (document: 'terms' | 'privacy', version: string | null) =>
    version === null ? (
      text('settings.account.not_accepted')
    ) : (
      <FormattedText
        id="settings.account.accepted"
        values={{
          document,
          version,
          when: <When iso={account.acceptedAt} exact />,
          link: (inside) => <Link to={document === 'terms' ? '/tos' : '/privacy-policy'}>{inside}</Link>,
        }}
      />
    );
  return (
    <section className={classes.section}>
      <h2>{text('settings.account.agreements')}</h2>
      <p>{text('settings.account.agreements_hint')}</p>
      <dl className={classes.facts}>
        <dt>{text('settings.account.terms')}</dt>
        <dd>{accepted('terms', account.termsVersion)}</dd>
        <dt>{text('settings.account.privacy')}</dt>
        <dd>{accepted('privacy', account.privacyVersion)}</dd>
        <dt>{text('settings.account.since')}</dt>
        <dd>
          <When iso={account.createdAt} exact />
        </dd>
        <dt>{text('settings.account.time_zone')}</dt>
        <dd>{text('settings.account.time_zone_from', { zone: timeZone.replaceAll('_', ' ') })}</dd>
      </dl>
    </section>
  );
}
