import { AppError } from '../../errors.ts';
import { fieldText } from '../../field-text.ts';
import { isPluginId } from '../rules.ts';
import type { DraftContent } from './rules.ts';

/** UTF-8 bytes, as the sandbox takes code. */
const maxSourceBytes = 512 * 1024;
const maxManifestBytes = 256 * 1024;
const maxReadmeLength = 100_000;

export interface CheckedContent {
  manifestText?: string;
  /** What `manifestText` means; absent where it is no JSON object (yet). */
  manifest?: Record<string, unknown>;
  source?: string;
  readme?: string;
}

/** Sizes only: what is being written may be wrong for hours, and is kept. @throws AppError `draft.invalid` with `{fields}` */
export function checkContent({ manifestText, source, readme }: DraftContent): CheckedContent {
  const fields: Record<string, string> = {};
  const checked: CheckedContent = {};
  if (manifestText !== undefined) {
    if (!isText(manifestText) || byteLength(manifestText) > maxManifestBytes)
      fields.manifestText = fieldText('manifest_size');
    else {
      checked.manifestText = manifestText;
      const manifest = parseObject(manifestText);
      if (manifest) checked.manifest = manifest;
    }
  }
  if (source !== undefined) {
    if (!isText(source) || byteLength(source) > maxSourceBytes) fields.source = fieldText('source_size');
    else checked.source = source;
  }
  if (readme !== undefined) {
    if (!isText(readme) || readme.length > maxReadmeLength) fields.readme = fieldText('readme_size');
    else checked.readme = readme;
  }
  if (Object.keys(fields).length > 0)
    throw new AppError('draft.invalid', { message: Object.values(fields).join(' '), fields });
  return checked;
}

/** @throws AppError `draft.invalid` with `{fields}` */
export function checkPluginId(id: unknown): string {
  if (typeof id === 'string' && isPluginId(id)) return id;
  const message = fieldText('plugin_id');
  throw new AppError('draft.invalid', { reason: 'id', fields: { id: message } });
}

// PostgreSQL keeps no NUL, and half of a surrogate pair is no text.
const isText = (value: unknown): value is string =>
  typeof value === 'string' && !value.includes('\0') && value.isWellFormed();

const byteLength = (text: string): number => new TextEncoder().encode(text).length;

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    // A NUL written as an escape is one jsonb does not keep either.
    return typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      !/\\u0000|\\ud[89a-f]/i.test(text)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
