import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { IconMail } from '../ui/icons.ts';
import { Reticle } from '../ui/reticle.tsx';
import { useText } from '../ui/texts.tsx';
import classes from './auth.module.css';

/** After a mail was asked for: the same for everyone, whether there is an account with the address or not. */
export function LookIntoMailbox({
  email,
  hasMail = true,
  children,
}: {
  /** Empty where the page does not know it. */
  email: string;
  /** Whether this installation sends mail. */
  hasMail?: boolean;
  children: ReactNode;
}) {
  const text = useText();
  return (
    <Reticle tone={hasMail ? 'signal' : 'notice'} className={classes.card ?? ''} role="status">
      <h1 className={classes.title}>
        <IconMail size={22} aria-hidden="true" />{' '}
        {text('account.mailbox.heading', { mail: hasMail ? 'sent' : 'none' })}
      </h1>
      {children}
      {email ? (
        <p className={classes.address} dir="auto">
          {email}
        </p>
      ) : null}
      {hasMail ? <p className={classes.text}>{text('account.mailbox.nothing')}</p> : null}
      <div className={classes.actions}>
        <Button component={Link} to="/auth/sign-in" variant="default">
          {text('account.back_to_sign_in')}
        </Button>
      </div>
    </Reticle>
  );
}
