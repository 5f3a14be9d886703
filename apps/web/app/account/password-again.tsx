import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Problem } from '../forms/answer.ts';
import { PasswordInput } from '../ui/password-input.tsx';
import classes from '../ui/settings.module.css';
import { useText } from '../ui/texts.tsx';

export interface Proof {
  hasPassword: boolean;
  /** Whether the person proved who they are within the last ten minutes. */
  isFresh: boolean;
}

/** What has to be given before something sensitive is done; nothing where the person proved themselves just now. */
export function PasswordAgain({
  proof,
  always = false,
  problem,
}: {
  proof: Proof;
  /** Asked for even right after signing in. */
  always?: boolean;
  problem: Pick<Problem, 'fields'> | undefined;
}) {
  const text = useText();
  if (!proof.hasPassword || (proof.isFresh && !always && !problem?.fields.password)) return null;
  return (
    <PasswordInput
      label={text('settings.security.present_password')}
      name="password"
      autoComplete="current-password"
      error={problem?.fields.password}
    />
  );
}

/** The button of a sensitive form; who has no password and signed in long ago gets the way to sign in again instead. */
export function SensitiveButton({
  proof,
  intent,
  isBusy,
  color,
  variant,
  children,
}: {
  proof: Proof;
  intent: string;
  isBusy: boolean;
  color?: string;
  variant?: string;
  children: ReactNode;
}) {
  const text = useText();
  if (!proof.hasPassword && !proof.isFresh) {
    return (
      <div>
        <p className={classes.hint}>{text('settings.security.signed_in_long_ago')}</p>
        <Button type="submit" name="intent" value="sign_in_again" variant="default">
          {text('settings.security.sign_in_again')}
        </Button>
      </div>
    );
  }
  return (
    <Button
      type="submit"
      name="intent"
      value={intent}
      loading={isBusy}
      {...(color ? { color } : {})}
      {...(variant ? { variant } : {})}
    >
      {children}
    </Button>
  );
}
