import type { ReactNode } from 'react';
import classes from './auth.module.css';

/** What an account form shows again after it was refused. */
export interface Refused<Typed> {
  message: string;
  /** The permanent code of what went wrong. */
  code: string;
  /** Sentences beside the fields they are about. */
  fields: Record<string, string>;
  /** What was typed, without passwords. */
  typed: Typed;
}

/** `children`: what to do about it. */
export function Problem({ message, children }: { message: string | undefined; children?: ReactNode }) {
  if (!message) return null;
  return (
    <div className={classes.problem} role="alert">
      <p>{message}</p>
      {children}
    </div>
  );
}
