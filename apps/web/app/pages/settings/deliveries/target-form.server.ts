import { flag, lines, secret, secretLines, text, texts } from '../../../forms/form.server.ts';

/** What a target of any kind is asked for; each kind shows its own of it. */
export const targetForm = {
  name: text,
  address: text,
  events: texts,
  method: text,
  headers: lines,
  secretHeaders: secretLines,
  root: text,
  folder: text,
  format: text,
  pattern: text,
  columns: lines,
  withOriginal: flag,
  recipients: lines,
  language: text,
  token: secret,
  title: text,
  correspondent: text,
  tags: lines,
  organization: text,
};
