import type { Manifest } from '@readout/plugin-kit/manifest';
import { inLanguageOf } from '@readout/plugin-kit/manifest-languages';
import {
  type OpenedPackage,
  openPackage,
  PackageError,
  packageLimits,
  type TrustedKey,
  verifyPackage,
} from '@readout/plugin-kit/package';
import type { TextValues } from '@readout/texts';
import { permissionsInWords } from '../plugins/words.ts';
import type { SayText } from '../ui/texts.tsx';

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
export async function inspect(
  file: File,
  trusted: readonly NamedKey[],
  { text, locale }: { text: SayText; locale: string },
): Promise<Inspected> {
  if (file.size > packageLimits.maxFileBytes) return { problem: text('settings.packages.too_large') };
  let opened: OpenedPackage;
  try {
    opened = await openPackage(new Uint8Array(await file.arrayBuffer()));
  } catch (error) {
    if (error instanceof PackageError) return { problem: error.message };
    return { problem: text('settings.packages.unreadable') };
  }
  const manifest = inLanguageOf(opened.content.manifest, locale);
  const seen = {
    pluginId: manifest.id,
    version: manifest.version,
    title: `${manifest.name} ${manifest.version}`,
    description: manifest.description,
    facts: factsOf(opened, manifest, text),
    fixtures: opened.content.fixtures.map(({ name }) => name),
    sha256: opened.sha256,
  };
  try {
    const { keyId } = await verifyPackage(opened, trusted);
    const key = trusted.find((each) => each.keyId === keyId);
    return {
      ...seen,
      problem: '',
      signedBy: text('settings.packages.signed_by_key', {
        key: key?.name ?? text('settings.packages.a_trusted_key'),
        id: keyId,
      }),
    };
  } catch (error) {
    if (!(error instanceof PackageError)) throw error;
    return { ...seen, problem: error.message, signedBy: '' };
  }
}

function factsOf(
  { content }: OpenedPackage,
  manifest: Manifest,
  text: SayText,
): { label: string; values: string[] }[] {
  const fact = (name: TextValues['settings.packages.fact']['fact'], ...values: string[]) => ({
    label: text('settings.packages.fact', { fact: name }),
    values,
  });
  const notSaid = text('settings.packages.not_said');
  return [
    fact('id', manifest.id),
    fact('kind', text('settings.plugins.kind', { kind: manifest.kind })),
    fact('author', manifest.author ?? notSaid),
    fact('licence', manifest.licence ?? notSaid),
    fact('makes', ...madeOf(manifest, text)),
    fact(
      'settings',
      manifest.settings.map(({ label }) => label).join(', ') || text('settings.packages.no_settings'),
    ),
    fact('may', ...permissionsInWords(manifest, text)),
    fact(
      'source',
      text('settings.packages.code', {
        size: Math.ceil(new TextEncoder().encode(content.source).length / 1024),
        made: content.template !== undefined ? 'template' : undefined,
      }),
    ),
  ];
}

function madeOf({ records, accepts }: Manifest, text: SayText): string[] {
  const made = records.map(
    ({ label, fields }) => `${label}: ${fields.map((field) => field.label).join(', ')}`,
  );
  return made.length > 0 ? made : [text('settings.packages.sends', { records: accepts.join(', ') })];
}
