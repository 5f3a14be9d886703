/** Bytes as they were captured, by content. */
export function originalKey(companyId: string, sha256: string): string {
  return `${companyId}/originals/${sha256.slice(0, 2)}/${sha256}`;
}

/** Pictures made from a page: small for lists, whole for looking at, its document seen from straight above. */
export const derivedKinds = ['thumbnail', 'view', 'flattened'] as const;
export type DerivedKind = (typeof derivedKinds)[number];

/** Where a derived picture is kept. WebP. */
export function derivedKey(companyId: string, captureId: string, kind: DerivedKind): string {
  return `${companyId}/derived/${captureId.slice(0, 2)}/${captureId}.${kind}.webp`;
}

/** The file of an export, by the export's id. */
export function exportKey(companyId: string, exportId: string): string {
  return `${companyId}/exports/${exportId.slice(0, 2)}/${exportId}`;
}

/** @throws TypeError for what would lead out of the store */
export function demandKey(key: string): string {
  if (!/^[a-z0-9][a-z0-9./-]*$/.test(key) || key.includes('..'))
    throw new TypeError(`Not a key of the object store: ${key}`);
  return key;
}

export interface ParsedKey {
  companyId: string;
  kind: 'originals' | 'derived' | 'exports';
  name: string;
}

const pattern =
  /^(?<companyId>[0-9a-f-]{36})\/(?<kind>originals|derived|exports)\/[0-9a-f]{2}\/(?<name>[0-9a-f-]{36,64})/;

/** Whose object a key names: an original by its SHA-256, a derived picture by its capture, an export by its id. */
export function parseKey(key: string): ParsedKey | undefined {
  const groups = pattern.exec(key)?.groups;
  return groups as ParsedKey | undefined;
}
