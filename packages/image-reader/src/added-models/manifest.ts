import { type ModelRole, modelRoles } from '../text/scripts.ts';
import { ModelError } from './model-error.ts';

/** One file of a model. */
export interface ModelFile {
  /** Name in the folder it comes from; no path. */
  file: string;
  bytes: number;
  /** 64 hex digits. */
  sha256: string;
}

/** What is known of a text model before it is fetched, and kept beside it afterwards. */
export interface ModelManifest {
  /** Letters, digits and hyphens, at most 64. */
  name: string;
  role: ModelRole;
  /** What it reads, for people; at most 200 characters. */
  about: string;
  /** Where it comes from, for people. */
  source: string;
  /** SPDX identifier, or what its makers say. */
  licence: string;
  /** The ONNX file. */
  model: ModelFile;
  /** One character a line, in the order of the classes between blank and space; a detector has none. */
  characters: ModelFile | null;
}

/** Bytes that a model may have at most. */
export const maxModelBytes = 100_000_000;
/** Bytes that a list of characters may have at most. */
export const maxCharacterBytes = 1_000_000;

export const isModelName = (name: string): boolean => /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/.test(name);

/**
 * @param name as the caller asked for it, for the error.
 * @throws ModelError `model.no_manifest` where the text is no manifest.
 */
export function parseManifest(text: string, name: string): ModelManifest {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    throw new ModelError('model.no_manifest', { name });
  }
  if (!isManifest(found)) throw new ModelError('model.no_manifest', { name });
  return found;
}

function isManifest(found: unknown): found is ModelManifest {
  if (typeof found !== 'object' || found === null) return false;
  const { name, role, about, source, licence, model, characters } = found as Record<string, unknown>;
  const isText = (value: unknown, most: number) => typeof value === 'string' && value.length <= most;
  return (
    typeof name === 'string' &&
    isModelName(name) &&
    (modelRoles as readonly unknown[]).includes(role) &&
    isText(about, 200) &&
    isText(source, 500) &&
    isText(licence, 100) &&
    isFile(model, maxModelBytes) &&
    (role === 'detect' ? characters === null : isFile(characters, maxCharacterBytes))
  );
}

function isFile(found: unknown, most: number): found is ModelFile {
  if (typeof found !== 'object' || found === null) return false;
  const { file, bytes, sha256 } = found as Record<string, unknown>;
  return (
    typeof file === 'string' &&
    /^[A-Za-z0-9_][A-Za-z0-9._-]{0,120}$/.test(file) &&
    Number.isSafeInteger(bytes) &&
    (bytes as number) > 0 &&
    (bytes as number) <= most &&
    typeof sha256 === 'string' &&
    /^[0-9a-f]{64}$/.test(sha256)
  );
}
