import { Button } from '@mantine/core';
import { PasswordAgain, type Proof } from '../../../account/password-again.tsx';
import classes from '../../../ui/settings.module.css';
import { useText } from '../../../ui/texts.tsx';

export function ExportSection({ account, isRefused }: { account: Proof; isRefused: boolean }) {
  const text = useText();
  return (
    <section className={classes.section} id="export">
      <h2>{text('settings.account.data')}</h2>
      <p>{text('settings.account.data_hint')}</p>
      {/* A form of the browser's own: the answer is a file, not a page. */}
      <form method="post" action="/settings/account/export" className={classes.form}>
        <PasswordAgain proof={account} problem={undefined} />
        {account.hasPassword || account.isFresh ? (
          <Button type="submit" variant="default">
            {text('settings.account.download')}
          </Button>
        ) : (
          <p className={classes.problem}>{text('settings.account.sign_in_first')}</p>
        )}
        {isRefused ? (
          <p className={classes.problem} role="status">
            {text('settings.account.not_downloaded')}
          </p>
        ) : null}
      </form>
    </section>
  );
}
