import { flag, text, texts } from '../../forms/form.server.ts';

/** What was chosen in a list: each row by its box, the rows that a preview listed, or everything that the list finds. */
export const chosen = { id: texts, ids: text, everything: flag };

export const chosenIds = ({ id, ids }: { id: string[]; ids: string }): string[] =>
  [...id, ...ids.split(/\s+/)].filter(Boolean);
