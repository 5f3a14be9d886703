import {
  keyIdOf,
  type OpenedPackage,
  openPackage,
  PackageError,
  verifyPackage,
} from '@readout/plugin-kit/package';
import { visible } from '../format-table.ts';
import { CommandError } from './command-error.ts';
import { sizeInWords } from './pack-plugin.ts';

/**
 * What a package holds and asks for, for a person, and who signed it as far as the given keys tell.
 * @param publicKeys base64
 * @param withoutKeys what to say of the signature where there are none
 * @throws CommandError where it is not a package, or none of the keys signed it
 */
export async function inspectPackage(
  file: Uint8Array,
  publicKeys: readonly string[],
  withoutKeys = 'not looked at: give --public-key KEY',
): Promise<string> {
  try {
    const opened = await openPackage(file);
    const keys = await Promise.all(
      publicKeys.map(async (publicKey) => ({ publicKey, keyId: await keyIdOf(publicKey) })),
    );
    const verdict =
      keys.length === 0
        ? withoutKeys
        : `key ${(await verifyPackage(opened, keys)).keyId} signed exactly this`;
    return describe(opened, verdict);
  } catch (error) {
    if (error instanceof PackageError)
      throw new CommandError(`${error.code} ${error.message}`, { cause: error });
    throw error;
  }
}

function describe({ content, sha256, payload, signatures }: OpenedPackage, verdict: string): string {
  const { manifest, code, source, template, fixtures } = content;
  const { hosts } = manifest.permissions;
  const pictures = fixtures.filter(({ picture }) => picture).length;
  const made =
    template !== undefined
      ? 'made by pointing'
      : source === undefined
        ? 'without its source'
        : 'with its source';
  const rows: [string, string][] = [
    ['plugin', `${manifest.name} ${manifest.version} (${manifest.id}, ${manifest.kind})`],
    ['what it is', manifest.description],
    ['author', manifest.author ?? 'not said'],
    ['licence', manifest.licence ?? 'not said'],
    ['reads', manifest.reads.join(', ') || manifest.accepts.join(', ')],
    ...manifest.records.map(({ type, fields }): [string, string] => [
      'makes',
      `${type}: ${fields.map((field) => `${field.name} (${field.type})`).join(', ')}`,
    ]),
    ['settings', manifest.settings.map(({ name }) => name).join(', ') || 'none'],
    [
      'permissions',
      hosts.length === 0 ? 'none: it computes and reaches nothing' : `may send to ${hosts.join(', ')}`,
    ],
    ['code', `${sizeInWords(new TextEncoder().encode(code).length)}, ${made}`],
    ['fixtures', `${fixtures.length}, ${pictures} with a picture`],
    ['SHA-256', `${sha256} (${sizeInWords(payload.length)})`],
    ['signed with', signatures.map(({ keyId }) => keyId).join(', ')],
    ['signature', verdict],
  ];
  return rows.map(([label, value]) => `${label.padEnd(12)}  ${visible(value)}`).join('\n');
}
