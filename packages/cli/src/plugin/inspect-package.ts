import {
  keyIdOf,
  type OpenedPackage,
  openPackage,
  PackageError,
  verifyPackage,
} from '@readout/plugin-kit/package';
import type { TextValues } from '@readout/texts';
import { visible } from '../format-table.ts';
import { fileSize } from '../format-units.ts';
import { say } from '../say.ts';
import { CommandError } from './command-error.ts';

/**
 * What a package holds and asks for, for a person, and who signed it as far as the given keys tell.
 * @param publicKeys base64
 * @param withoutKeys what to say of the signature where there are none
 * @throws CommandError where it is not a package, or none of the keys signed it
 */
export async function inspectPackage(
  file: Uint8Array,
  publicKeys: readonly string[],
  withoutKeys = say('cli.plugin.signature_not_checked'),
): Promise<string> {
  try {
    const opened = await openPackage(file);
    const keys = await Promise.all(
      publicKeys.map(async (publicKey) => ({ publicKey, keyId: await keyIdOf(publicKey) })),
    );
    const verdict =
      keys.length === 0
        ? withoutKeys
        : say('cli.plugin.signed_by', { key: (await verifyPackage(opened, keys)).keyId });
    return describe(opened, verdict);
  } catch (error) {
    if (error instanceof PackageError)
      throw new CommandError(`${error.code} ${packageErrorInWords(error)}`, { cause: error });
    throw error;
  }
}

type Row = TextValues['cli.plugin.row']['row'] | 'SHA-256';

/** What a package is refused for, by its code; what its reader found is quoted. */
export function packageErrorInWords({ code, message }: PackageError): string {
  const title = `error.${code}.title` as const;
  return `${say(title)}: ${message} ${say(`error.${code}.action`)}`;
}

function describe({ content, sha256, payload, signatures }: OpenedPackage, verdict: string): string {
  const { manifest, source, template, fixtures } = content;
  const { hosts } = manifest.permissions;
  const pictures = fixtures.filter(({ picture }) => picture).length;
  const made = template !== undefined ? 'pointing' : undefined;
  const rows: [Row, string][] = [
    ['plugin', `${manifest.name} ${manifest.version} (${manifest.id}, ${manifest.kind})`],
    ['what', manifest.description],
    ['author', manifest.author ?? say('cli.plugin.not_said')],
    ['licence', manifest.licence ?? say('cli.plugin.not_said')],
    ['reads', manifest.reads.join(', ') || manifest.accepts.join(', ')],
    ...manifest.records.map(({ type, fields }): [Row, string] => [
      'makes',
      `${type}: ${fields.map((field) => `${field.name} (${field.type})`).join(', ')}`,
    ]),
    ['settings', manifest.settings.map(({ name }) => name).join(', ') || say('cli.plugin.none')],
    [
      'permissions',
      hosts.length === 0
        ? say('cli.plugin.no_permissions')
        : say('cli.plugin.may_send', { hosts: hosts.join(', ') }),
    ],
    ['source', say('cli.plugin.code', { size: fileSize(new TextEncoder().encode(source).length), made })],
    ['fixtures', say('cli.plugin.fixtures', { fixtures: fixtures.length, pictures })],
    ['SHA-256', `${sha256} (${fileSize(payload.length)})`],
    ['keys', signatures.map(({ keyId }) => keyId).join(', ') || say('cli.plugin.none')],
    [undefined, verdict],
  ];
  const labelled = rows.map(([row, value]): [string, string] => [
    row === 'SHA-256' ? row : say('cli.plugin.row', { row }),
    value,
  ]);
  const width = Math.max(...labelled.map(([label]) => label.length));
  return labelled.map(([label, value]) => `${label.padEnd(width)}  ${visible(value)}`).join('\n');
}
