// Made by scripts/generate-texts.js from languages/*/*.po; `npm run check` holds the two in step.
// biome-ignore-all format: a message a line
import type { NoValues } from '../message.ts';

export interface DocsValues {
  'docs.title': NoValues;
  'docs.description': NoValues;
  'docs.picture_alt': NoValues;
  'docs.lead': NoValues;
  'docs.in_english': NoValues;
  'docs.search_label': NoValues;
  'docs.search_hint': NoValues;
  'docs.search': NoValues;
  'docs.reference': NoValues;
  'docs.api': NoValues;
  'docs.openapi': NoValues;
  'docs.group': { group: 'using' | 'company' | 'building' | 'running' };
  'docs.found': { count: number; query: string | number };
  'docs.found_nothing': NoValues;
  'docs.all': NoValues;
  'docs.contents': NoValues;
  'docs.others': NoValues;
}
