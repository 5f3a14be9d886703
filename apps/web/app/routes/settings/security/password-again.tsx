import { Button, PasswordInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Problem } from '../outcome.tsx';
import classes from '../settings.module.css';

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
  problem: Problem | undefined;
}) {
  if (!proof.hasPassword || (proof.isFresh && !always && !problem?.fields.password)) return null;
  return (
    <PasswordInput
      label="Present password"
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
  if (!proof.hasPassword && !proof.isFresh) {
    return (
      <div>
        <p className={classes.hint}>
          You signed in a while ago. Sign in again, then do this within ten minutes.
        </p>
        <Button type="submit" name="intent" value="sign_in_again" variant="default">
          Sign in again
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
