import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FieldType } from '@readout/plugin-kit/manifest';
import type { PluginRecord } from '@readout/plugin-sandbox/node';
import { createSandbox, loadFirstPartyPlugins } from '@readout/plugin-sandbox/node';
import { openCachedReadings } from '../fields/cached-readings.ts';
import { drawDocument } from './drawn-documents.ts';

/** What a reader said of one field whose value is known. */
export interface Outcome {
  document: number;
  field: string;
  /** As the reader's manifest declares it. */
  type: FieldType;
  /** As the host left it, 0 to 1. */
  confidence: number;
  hasFailedCheck: boolean;
  isRight: boolean;
}

/** Reads the documents of these numbers and says of each field that was found whether it is right. */
export async function outcomesOf(
  documents: Iterable<number>,
  folder: string,
  isVerbose = false,
): Promise<Outcome[]> {
  await mkdir(folder, { recursive: true });
  const sandbox = await createSandbox();
  const plugins = await loadFirstPartyPlugins();
  const readings = await openCachedReadings();
  const typeOf = (reader: string, field: string) =>
    plugins
      .find(({ manifest }) => manifest.id === reader)!
      .manifest.records.flatMap(({ fields }) => fields)
      .find(({ name }) => name === field)!.type;
  const outcomes: Outcome[] = [];
  for (const document of documents) {
    const { reader, locale, bytes, truth } = await drawDocument(document);
    const file = join(folder, `${document}.jpg`);
    await writeFile(file, bytes);
    const reading = await readings.read(file, { languages: [...new Set(['en', locale.slice(0, 2)])] });
    const { records } = sandbox.runReaders(plugins, { reading, settings: {}, locale, today: '2026-06-01' });
    const record = records.find(({ type }) => type === reader);
    for (const [field, value] of Object.entries(truth)) {
      const found = record?.fields[field];
      if (!found) continue;
      const isRight = comparable(found.value) === comparable(value);
      if (!isRight && isVerbose)
        console.log(document, reader, field, JSON.stringify(found.value), 'is', value, found.confidence);
      outcomes.push({
        document,
        field: `${reader}.${field}`,
        type: typeOf(reader, field),
        confidence: found.confidence,
        hasFailedCheck: found.checks.some(({ passed }) => !passed),
        isRight,
      });
    }
  }
  await readings.close();
  await sandbox.close();
  return outcomes;
}

/** Letters and digits; of an amount, a date or a number its value is exact anyway. */
const comparable = (value: PluginRecord['fields'][string]['value'] | string): string =>
  (Array.isArray(value) ? value.join(' ') : String(value))
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}.@]/gu, '');
