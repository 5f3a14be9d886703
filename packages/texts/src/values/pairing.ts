// Made by scripts/generate-texts.js from languages/*/*.po; `npm run check` holds the two in step.
// biome-ignore-all format: a message a line
import type { NoValues, Tag } from '../message.ts';

export interface PairingValues {
  'pairing.title': NoValues;
  'pairing.captures': NoValues;
  'pairing.capture_state': { state: 'received' | 'reading' | 'read' | 'failed' };
  'pairing.making': NoValues;
  'pairing.scan': NoValues;
  'pairing.qr_code': NoValues;
  'pairing.works_once': { remaining: string | number };
  'pairing.remaining': { count: number; time: Tag };
  'pairing.same_number': NoValues;
  'pairing.rights': { company: string | number };
  'pairing.confirm': NoValues;
  'pairing.refuse': NoValues;
  'pairing.paired': { strong: Tag; name: string | number };
  'pairing.no_captures': NoValues;
  'pairing.ended': { state: 'refused' | 'over' };
  'pairing.new_code': NoValues;
  'pairing.phone.title': NoValues;
  'pairing.phone.lead': NoValues;
  'pairing.phone.name': NoValues;
  'pairing.phone.replaces': { email: string | number };
  'pairing.phone.confirm': NoValues;
  'pairing.phone.same_number': NoValues;
  'pairing.phone.waiting': { name: string | number; company: string | number };
  'pairing.phone.open_again': NoValues;
  'pairing.phone.confirmed': NoValues;
  'pairing.phone.opening': NoValues;
  'pairing.phone.open': NoValues;
  'pairing.phone.end': { end: 'refused' | 'over' };
  'pairing.phone.end_detail': { end: 'refused' | 'over' };
}
