// Made by scripts/generate-texts.js from languages/*/*.po; `npm run check` holds the two in step.
// biome-ignore-all format: a message a line
import type { NoValues } from '../message.ts';

export interface ExportValues {
  'export.column': { column: 'captured' | 'file' | 'page' | 'source' | 'reader' | 'type' | 'state' | 'confirmed' | 'rejected' | 'confidence' | 'checks' | 'tags' | 'notes' | 'latitude' | 'longitude' | 'record' | 'capture' | 'kinds' | 'item' };
  'export.sheet.records': NoValues;
  'export.profile.title': NoValues;
  'export.profile.lead': NoValues;
  'export.profile.none': NoValues;
  'export.profile.none_hint': NoValues;
  'export.profile.list': NoValues;
  'export.profile.add': NoValues;
  'export.profile.type': NoValues;
  'export.profile.added': { name: string | number };
  'export.profile.restored': { name: string | number };
  'export.profile.deleted': NoValues;
  'export.profile.saved': NoValues;
  'export.profile.back': NoValues;
  'export.profile.how': NoValues;
  'export.profile.format': NoValues;
  'export.profile.language': NoValues;
  'export.profile.language_hint': NoValues;
  'export.profile.items': NoValues;
  'export.profile.items_are': { items: 'none' | 'rows' | 'sheet' };
  'export.profile.columns': NoValues;
  'export.profile.columns_hint': NoValues;
  'export.profile.column_in': { name: string | number };
  'export.profile.column_title': { name: string | number };
  'export.profile.up': { name: string | number };
  'export.profile.down': { name: string | number };
  'export.profile.moved': { name: string | number; position: number };
  'export.profile.with_originals': NoValues;
  'export.profile.with_originals_hint': NoValues;
  'export.profile.pattern': NoValues;
  'export.profile.pattern_hint': NoValues;
  'export.profile.originals': NoValues;
  'export.profile.column_count': { count: number };
  'export.profile.import': NoValues;
  'export.profile.import_hint': NoValues;
  'export.profile.file': NoValues;
  'export.profile.download': NoValues;
  'export.profile.delete': NoValues;
  'export.booking.datev': NoValues;
  'export.booking.datev_hint': NoValues;
  'export.booking.hledger': NoValues;
  'export.booking.hledger_hint': NoValues;
  'export.booking.journal_account': { account: 'expenseAccount' | 'taxAccount' | 'balanceAccount' };
  'export.booking.consultant': NoValues;
  'export.booking.client': NoValues;
  'export.booking.fiscal': NoValues;
  'export.booking.length': NoValues;
  'export.booking.contra': NoValues;
  'export.booking.rates': NoValues;
  'export.booking.rate': NoValues;
  'export.booking.account': NoValues;
  'export.booking.key': NoValues;
  'export.booking.rates_hint': NoValues;
}
