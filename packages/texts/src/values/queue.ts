// Made by scripts/generate-texts.js from languages/*/*.po; `npm run check` holds the two in step.
// biome-ignore-all format: a message a line
import type { NoValues, Tag } from '../message.ts';

export interface QueueValues {
  'queue.page.title': NoValues;
  'queue.page.lead': NoValues;
  'queue.panel.headline': { state: 'none' } | { state: 'waiting'; waiting: number } | { state: 'failed'; failed: number } | { state: 'both'; waiting: number; failed: number };
  'queue.panel.empty': NoValues;
  'queue.panel.received': NoValues;
  'queue.panel.clear': NoValues;
  'queue.panel.try_all': NoValues;
  'queue.panel.export_all': NoValues;
  'queue.panel.delete_all': NoValues;
  'queue.panel.hold': { hold: 'offline' | 'server' | 'maintenance' } | { hold: 'signed_out'; link: Tag; count: number } | { hold: 'demands'; link: Tag };
  'queue.panel.left_company': NoValues;
  'queue.panel.elsewhere': { count: number; companies: string | number };
  'queue.panel.deleted': { count: number };
  'queue.panel.bring_back': NoValues;
  'queue.panel.bring_file_back': { name: string | number };
  'queue.panel.delete_for_good': NoValues;
  'queue.panel.reader_kept': NoValues;
  'queue.panel.reader_not_kept': NoValues;
  'queue.panel.reader_progress': { kept: number; all: number; size: string | number };
  'queue.panel.files_kept': NoValues;
  'queue.panel.keeps_nothing': { address?: 'plain' | undefined; strong: Tag };
  'queue.panel.storage': NoValues;
  'queue.panel.storage_used': { used: string | number; quota: string | number };
  'queue.panel.storage_in_use': NoValues;
  'queue.panel.room_short': { strong: Tag };
  'queue.panel.promised': NoValues;
  'queue.panel.not_promised': NoValues;
  'queue.panel.locked': { link: Tag };
  'queue.row.page': { page: number };
  'queue.row.try_again': { name: string | number };
  'queue.row.export': NoValues;
  'queue.row.export_file': { name: string | number };
  'queue.row.delete_from_device': NoValues;
  'queue.row.delete_file': { name: string | number };
  'queue.row.sending_file': { name: string | number };
  'queue.row.on_this_device': NoValues;
  'queue.row.keeping': NoValues;
  'queue.row.waiting': { why: 'known'; problem: string | number } | { why: 'known_next'; problem: string | number; time: string | number } | { why: 'next'; time: string | number } | { why?: undefined };
  'queue.row.sending': { share: string | number };
  'queue.row.received': { wait: 'known'; when: string | number } | { wait?: undefined };
  'queue.row.read': NoValues;
  'queue.row.not_accepted': NoValues;
  'queue.row.deleted': { count: number; name: string | number };
  'queue.arriving.list': NoValues;
  'queue.arriving.all_captures': NoValues;
  'queue.arriving.state': { state: 'keeping' | 'stored' | 'failed' | 'waiting' | 'sending' | 'unread' | 'reading' | 'received' } | { state: 'read'; count: number };
  'queue.arriving.no_new_captures': NoValues;
}
