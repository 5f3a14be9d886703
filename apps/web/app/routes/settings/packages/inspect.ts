import type { Manifest } from '@readout/plugin-kit/manifest';
import {
  type OpenedPackage,
  openPackage,
  PackageError,
  packageLimits,
  type TrustedKey,
  verifyPackage,
} from '@readout/plugin-kit/package';
import { kindInWords, permissionsInWords } from '../plugins/words.ts';

export interface NamedKey extends TrustedKey {
  name: string;
}

/** What a package is, in words; `problem` says why it is not taken in. Without `facts` it is no package at all. */
export type Inspected =
  | { problem: string; facts?: undefined }
  | {
      problem: string;
      pluginId: string;
      version: string;
      title: string;
      description: string;
      facts: { label: string; values: string[] }[];
      /** Names of the fixtures it brings along. */
      fixtures: string[];
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
    pluginId: manifest.id,
    version: manifest.version,
    title: `${manifest.name} ${manifest.version}`,
    description: manifest.description,
    facts: factsOf(opened),
    fixtures: opened.content.fixtures.map(({ name }) => name),
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

function factsOf({ content }: OpenedPackage): { label: string; values: string[] }[] {
  const { manifest, code } = content;
  return [
    { label: 'Id', values: [manifest.id] },
    { label: 'Kind', values: [kindInWords(manifest.kind)] },
    { label: 'Author', values: [manifest.author ?? 'not said'] },
    { label: 'Licence', values: [manifest.licence ?? 'not said'] },
    { label: 'Makes', values: madeOf(manifest) },
    { label: 'Settings', values: [manifest.settings.map(({ label }) => label).join(', ') || 'none'] },
    { label: 'May', values: permissionsInWords(manifest) },
    {
      label: 'Code',
      values: [`${Math.ceil(new TextEncoder().encode(code).length / 1024)} KB${sourceInWords(content)}`],
    },
  ];
}

function madeOf({ records, accepts }: Manifest): string[] {
  const made = records.map(
    ({ label, fields }) => `${label}: ${fields.map((field) => field.label).join(', ')}`,
  );
  return made.length > 0 ? made : [`sends ${accepts.join(', ')}`];
}

const sourceInWords = ({ source, template }: OpenedPackage['content']): string =>
  template !== undefined
    ? ', made of a template that comes with it'
    : source !== undefined
      ? ', its source comes with it'
      : '';
