import { Button } from '@mantine/core';
import { PasswordAgain, type Proof } from '../security/password-again.tsx';
import classes from '../settings.module.css';

export function ExportSection({ account, isRefused }: { account: Proof; isRefused: boolean }) {
  return (
    <section className={classes.section} id="export">
      <h2>Your data</h2>
      <p>
        Everything kept about you, as one JSON file: your account, companies, sessions, events, notifications
        and mails, and which captures and records you made. Pictures and what was read belong to the company;
        its owners export them.
      </p>
      {/* A form of the browser's own: the answer is a file, not a page. */}
      <form method="post" action="/settings/account/export" className={classes.form}>
        <PasswordAgain proof={account} problem={undefined} />
        {account.hasPassword || account.isFresh ? (
          <Button type="submit" variant="default">
            Download my data
          </Button>
        ) : (
          <p className={classes.problem}>
            You signed in a while ago. Sign out and in again to download your data.
          </p>
        )}
        {isRefused ? (
          <p className={classes.problem} role="status">
            Not downloaded: the present password is missing or not right.
          </p>
        ) : null}
      </form>
    </section>
  );
}
