// Made by scripts/generate-texts.js from languages/*/*.po; `npm run check` holds the two in step.
// biome-ignore-all format: a message a line
import type { NoValues } from '../message.ts';

export interface CommonValues {
  'common.cancel': NoValues;
  'common.close': NoValues;
  'common.copied': NoValues;
  'common.copy': NoValues;
  'common.delete': NoValues;
  'common.save': NoValues;
  'common.guides': NoValues;
  'common.guide_to_page': NoValues;
  'common.name': NoValues;
  'common.role_label': NoValues;
  'common.role_name': { role: 'owner' } | { role: 'admin' } | { role: 'reviewer' } | { role: 'operator' };
  'common.saved': NoValues;
  'common.pages_of_list': NoValues;
  'common.undo': NoValues;
  'common.search': NoValues;
  'common.email': NoValues;
}
