import type { Manifest } from '@readout/plugin-kit/manifest';
import { inLanguageOf } from '@readout/plugin-kit/manifest-languages';
import { type OpenedPackage, openPackage, PackageError, packageLimits } from '@readout/plugin-kit/package';
import type { TextValues } from '@readout/texts';
import { permissionsInWords } from '../plugins/words.ts';
import type { SayText } from '../ui/texts.tsx';

/** What a package is, in words; `problem`: why it is none. */
export type Inspected =
  | { problem: string; facts?: undefined }
  | {
      problem?: undefined;
      pluginId: string;
      version: string;
      title: string;
      description: string;
      facts: { label: string; values: string[] }[];
      /** Names of the fixtures it brings along. */
      fixtures: string[];
      sha256: string;
    };

/** Looks into a package without running or sending anything of it. */
export async function inspect(
  file: File,
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
  return {
    pluginId: manifest.id,
    version: manifest.version,
    title: `${manifest.name} ${manifest.version}`,
    description: manifest.description,
    facts: factsOf(opened, manifest, text),
    fixtures: opened.content.fixtures.map(({ name }) => name),
    sha256: opened.sha256,
  };
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
