import { writeFile } from 'node:fs/promises';
import { generateKey, keyIdOf, type SigningKey } from '@readout/plugin-kit/package';
import { CommandError } from './command-error.ts';
import { readJson } from './plugin-folder.ts';

/** Makes a key and writes it where nothing is yet, readable by its owner only. @throws CommandError */
export async function writeKeyFile(file: string): Promise<SigningKey> {
  const key = await generateKey();
  const about = 'Signs plugins of Readout (Ed25519). Whoever has this file can sign as you: keep it secret.';
  try {
    await writeFile(file, `${JSON.stringify({ about, ...key }, null, 2)}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(
      code === 'EEXIST'
        ? `${file} is there already and is left as it is: what a lost key signed cannot be signed again.`
        : `${file} cannot be written (${code}).`,
      { cause: error },
    );
  }
  return key;
}

/** The key of a file. @throws CommandError where none is named, or it holds none */
export async function signingKey(file: string | undefined): Promise<SigningKey> {
  if (file === undefined)
    throw new CommandError(
      'A package without a signature is taken by nobody. Make a key once with "npx --no-install readout plugin keygen my-key.json", then give it here: --key my-key.json',
    );
  const { keyId, publicKey, privateKey } = ((await readJson(file)) ?? {}) as Partial<SigningKey>;
  const isKey =
    typeof publicKey === 'string' &&
    typeof privateKey === 'string' &&
    (await keyIdOf(publicKey).catch(() => undefined)) === keyId;
  if (!isKey || keyId === undefined)
    throw new CommandError(`${file} is no key. Make one with: npx --no-install readout plugin keygen FILE`);
  return { keyId, publicKey, privateKey };
}
