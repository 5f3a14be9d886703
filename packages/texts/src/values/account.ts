// Made by scripts/generate-texts.js from languages/*/*.po; `npm run check` holds the two in step.
// biome-ignore-all format: a message a line
import type { NoValues } from '../message.ts';

export interface AccountValues {
  'account.deleted.title': NoValues;
  'account.deleted.heading': NoValues;
  'account.deleted.lead': NoValues;
  'account.deleted.to_start': NoValues;
}
