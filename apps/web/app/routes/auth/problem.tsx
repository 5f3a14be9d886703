import { statusOf } from '@readout/domain/error-catalogue';
import { AppError } from '@readout/domain/errors';
import type { ReactNode } from 'react';
import { data } from 'react-router';
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

/** Turns a foreseen refusal into the answer of an action; rethrows what was not foreseen. */
export function refused<Typed>(error: unknown, typed: Typed) {
  if (!(error instanceof AppError)) throw error;
  const fields = error.detail.fields;
  const answer: Refused<Typed> = {
    message: error.message,
    code: error.code,
    fields: typeof fields === 'object' && fields !== null ? (fields as Record<string, string>) : {},
    typed,
  };
  return data(answer, { status: statusOf[error.kind] });
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
