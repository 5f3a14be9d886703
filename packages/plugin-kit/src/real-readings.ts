import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PluginReading } from './types.ts';

/** What the engine read of a fixture's picture, for tests of this kit. */
export function readingOf(fixture: string): PluginReading {
  const file = join(import.meta.dirname, '../../../plugins', fixture, 'reading.json');
  return JSON.parse(readFileSync(file, 'utf8')) as PluginReading;
}
