// Made by scripts/generate-texts.js from languages/*/*.po; `npm run check` holds the two in step.
// biome-ignore-all format: a message a line
import type { NoValues, Tag } from '../message.ts';

export interface SettingsValues {
  'settings.api_keys.state': { state: 'revoked' } | { state: 'expired' } | { state: 'maker_gone' } | { state: 'maker_demoted' };
  'settings.api_keys.scopes_as': { scopes: string | number; role: string | number };
  'settings.api_keys.made_as': { role: string | number };
  'settings.api_keys.only_from': { addresses: string | number };
  'settings.api_keys.made': { when: string | number };
  'settings.api_keys.made_by': { when: string | number; name: string | number };
  'settings.api_keys.revoked': { when: string | number };
  'settings.api_keys.worked_until': { when: string | number };
  'settings.api_keys.works_until': { when: string | number };
  'settings.api_keys.never_used': NoValues;
  'settings.api_keys.last_used': { when: string | number };
  'settings.api_keys.last_used_from': { when: string | number; address: string | number };
  'settings.api_keys.revoke': NoValues;
  'settings.api_keys.revoke_hint': NoValues;
  'settings.api_keys.revoke_this': { prefix: string | number };
  'settings.api_keys.title': NoValues;
  'settings.api_keys.how_to_give': { code: Tag };
}
