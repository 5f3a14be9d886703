import { PackageError } from './package-error.ts';
import { packageLimits } from './package-limits.ts';

const { maxDepth, maxContainers } = packageLimits;

/**
 * The one way to write a value down: keys in the order of their UTF-16 code units, no space, numbers and strings as
 * `JSON.stringify` writes them (RFC 8785). Properties that are undefined are left out.
 * @throws PackageError `package.malformed` for what JSON cannot hold, or too deep
 */
export function canonicalJson(value: unknown): Uint8Array<ArrayBuffer> {
  const parts: string[] = [];
  write(value, parts, 0);
  return new TextEncoder().encode(parts.join(''));
}

function write(value: unknown, parts: string[], depth: number): void {
  if (depth > maxDepth) throw malformed(`is nested deeper than ${maxDepth} levels`);
  if (Array.isArray(value)) {
    parts.push('[');
    for (const [index, item] of value.entries()) {
      if (index > 0) parts.push(',');
      write(item, parts, depth + 1);
    }
    parts.push(']');
  } else if (typeof value === 'object' && value !== null) {
    parts.push('{');
    let isFirst = true;
    for (const key of Object.keys(value).sort()) {
      const item = (value as Record<string, unknown>)[key];
      if (item === undefined) continue;
      if (key === '__proto__') throw malformed('has a key "__proto__"');
      if (!isFirst) parts.push(',');
      isFirst = false;
      parts.push(quoted(key), ':');
      write(item, parts, depth + 1);
    }
    parts.push('}');
  } else if (typeof value === 'string') parts.push(quoted(value));
  else if (value === null || typeof value === 'boolean') parts.push(JSON.stringify(value));
  else if (typeof value === 'number' && Number.isFinite(value)) parts.push(JSON.stringify(value));
  else throw malformed(`holds something JSON cannot write (${typeof value})`);
}

/** Halves of letters survive in JSON as escapes, and neither UTF-8 nor a database has a place for them. */
function quoted(text: string): string {
  if (!text.isWellFormed()) throw malformed('holds half of a letter (a surrogate without the other)');
  return JSON.stringify(text);
}

/**
 * Parses JSON that {@link canonicalJson} wrote, and nothing else: no repeated keys, no other spelling of the same value,
 * so that two programs cannot read two things from the same signed bytes.
 * @throws PackageError `package.malformed`
 */
export function parseCanonicalJson(bytes: Uint8Array): unknown {
  demandBounded(bytes);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (error) {
    throw malformed('is not JSON in UTF-8', { cause: error });
  }
  if (!equalBytes(canonicalJson(value), bytes))
    throw malformed('is not written in the one canonical way (sorted keys, each once, no spaces)');
  return value;
}

/** Counts brackets outside of strings, before a parser builds anything of them. */
function demandBounded(bytes: Uint8Array): void {
  let depth = 0;
  let containers = 0;
  let isString = false;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index];
    if (isString) {
      if (byte === 0x5c) index++;
      else if (byte === 0x22) isString = false;
    } else if (byte === 0x22) isString = true;
    else if (byte === 0x7b || byte === 0x5b) {
      if (++depth > maxDepth) throw malformed(`is nested deeper than ${maxDepth} levels`);
      if (++containers > maxContainers)
        throw new PackageError(
          'package.too_large',
          `The package holds more than ${maxContainers} lists and objects.`,
        );
    } else if (byte === 0x7d || byte === 0x5d) depth--;
  }
}

function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index++) if (a[index] !== b[index]) return false;
  return true;
}

function malformed(what: string, options?: ErrorOptions): PackageError {
  return new PackageError('package.malformed', `This is not a package of Readout: it ${what}.`, options);
}
