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
  'common.capture_waits': NoValues;
  'common.capture_reading': NoValues;
  'common.capture_failed': NoValues;
  'common.capture_to_review': { count: number };
  'common.no_record_found': NoValues;
  'common.record_state': { state: 'needs_review' } | { state: 'confirmed' } | { state: 'rejected' };
  'common.percent': { share: 'no_data' } | { share: 'below_one' } | { share: 'above_99' } | { share: 'known'; percent: number };
  'common.previous': NoValues;
  'common.next': NoValues;
  'common.choice_all': { label: string | number };
  'common.list_total': { total: number; what: string | number };
  'common.list_total_page': { total: number; what: string | number; page: number; pages: number };
  'common.browser_on': { browser: string | number; system: string | number };
  'common.a_browser': NoValues;
  'common.another_program': NoValues;
}
