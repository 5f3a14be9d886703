import { writeFile } from 'node:fs/promises';
import { generateKey, keyIdOf, type SigningKey } from '@readout/plugin-kit/package';
import { say } from '../say.ts';
import { CommandError, cannotWrite } from './command-error.ts';
import { readJson } from './plugin-folder.ts';

/** Makes a key and writes it where nothing is yet, readable by its owner only. @throws CommandError */
export async function writeKeyFile(file: string): Promise<SigningKey> {
  const key = await generateKey();
  const about = say('cli.plugin.key_about');
  try {
    await writeFile(file, `${JSON.stringify({ about, ...key }, null, 2)}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EEXIST'
      ? new CommandError(say('cli.plugin.kept_file', { file, what: 'signing_key' }), { cause: error })
      : cannotWrite(file, error);
  }
  return key;
}

/** The key of a file. @throws CommandError where none is named, or it holds none */
export async function signingKey(file: string | undefined): Promise<SigningKey> {
  if (file === undefined)
    throw new CommandError(
      say('cli.plugin.no_key', { command: 'npx --no-install readout plugin keygen my-key.json' }),
    );
  const { keyId, publicKey, privateKey } = ((await readJson(file)) ?? {}) as Partial<SigningKey>;
  const isKey =
    typeof publicKey === 'string' &&
    typeof privateKey === 'string' &&
    (await keyIdOf(publicKey).catch(() => undefined)) === keyId;
  if (!isKey || keyId === undefined)
    throw new CommandError(
      say('cli.plugin.bad_key', { file, command: 'npx --no-install readout plugin keygen FILE' }),
    );
  return { keyId, publicKey, privateKey };
}
