// Made by scripts/generate-texts.js from languages/*/*.po; `npm run check` holds the two in step.
// biome-ignore-all format: a message a line
import type { NoValues } from '../message.ts';

export interface ExportValues {
  'export.column': { column: 'captured' | 'file' | 'page' | 'source' | 'reader' | 'type' | 'state' | 'confirmed' | 'rejected' | 'confidence' | 'checks' | 'latitude' | 'longitude' | 'record' | 'capture' | 'kinds' | 'item' };
  'export.sheet.records': NoValues;
}
