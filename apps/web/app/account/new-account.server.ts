import { flag, secret, text } from '../forms/form.server.ts';

/** What a form with `NewAccount` sends. */
export const newAccount = {
  name: text,
  email: text,
  password: secret,
  accept: flag,
  // The versions that were shown, so that nobody accepts a text published while they were typing.
  termsVersion: text,
  privacyVersion: text,
};

export const nothingAccepted = { termsVersion: '', privacyVersion: '' };
