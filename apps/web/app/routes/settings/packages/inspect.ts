import type { Manifest } from '@readout/plugin-kit/manifest';
import {
  type OpenedPackage,
  openPackage,
  PackageError,
  packageLimits,
  type TrustedKey,
  verifyPackage,
} from '@readout/plugin-kit/package';

export interface NamedKey extends TrustedKey {
  name: string;
}

/** What a package is, in words; `problem` says why it is not taken in. Without `facts` it is no package at all. */
export type Inspected =
  | { problem: string; facts?: undefined }
  | {
      problem: string;
      title: string;
      description: string;
      facts: { label: string; value: string }[];
      sha256: string;
      signedBy: string;
    };

/** Looks into a package without running or sending anything of it. */
export async function inspect(file: File, trusted: readonly NamedKey[]): Promise<Inspected> {
  if (file.size > packageLimits.maxFileBytes)
    return { problem: 'The file is larger than the 20 MB a package may have.' };
  let opened: OpenedPackage;
  try {
    opened = await openPackage(new Uint8Array(await file.arrayBuffer()));
  } catch (error) {
    if (error instanceof PackageError) return { problem: error.message };
    return { problem: 'The file cannot be read.' };
  }
  const { manifest } = opened.content;
  const seen = {
    title: `${manifest.name} ${manifest.version}`,
    description: manifest.description,
    facts: factsOf(opened),
    sha256: opened.sha256,
  };
  try {
    const { keyId } = await verifyPackage(opened, trusted);
    const key = trusted.find((each) => each.keyId === keyId);
    return { ...seen, problem: '', signedBy: `${key?.name ?? 'a trusted key'} (${keyId})` };
  } catch (error) {
    if (!(error instanceof PackageError)) throw error;
    return { ...seen, problem: error.message, signedBy: '' };
  }
}

function factsOf({ content }: OpenedPackage): { label: string; value: string }[] {
  const { manifest, fixtures } = content;
  return [
    { label: 'Id', value: manifest.id },
    { label: 'Author', value: manifest.author ?? 'not said' },
    { label: 'Licence', value: manifest.licence ?? 'not said' },
    { label: 'Makes', value: madeOf(manifest) },
    { label: 'Settings', value: manifest.settings.map(({ label }) => label).join(', ') || 'none' },
    { label: 'May', value: permissionsInWords(manifest) },
    {
      label: 'Fixtures',
      value: `${fixtures.length}${fixtures.length === 0 ? ': nothing shows how well it reads' : ''}`,
    },
    { label: 'Code', value: `${Math.ceil(new TextEncoder().encode(content.code).length / 1024)} KB` },
  ];
}

function madeOf({ records, accepts }: Manifest): string {
  return (
    records
      .map(({ label, fields }) => `${label}: ${fields.map((field) => field.label).join(', ')}`)
      .join('; ') || `sends ${accepts.join(', ')}`
  );
}

function permissionsInWords({ kind, permissions: { hosts } }: Manifest): string {
  if (kind === 'reader')
    return 'compute only: it sees the text and barcodes of a capture, its settings, the locale and the day, and reaches nothing';
  return hosts.length === 0 ? 'reach nothing' : `have Readout send to ${hosts.join(', ')}`;
}
