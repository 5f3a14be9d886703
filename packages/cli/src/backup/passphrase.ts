import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CommandError } from '../plugin/command-error.ts';

/** Shorter ones can be tried out by whoever has the backup. */
const minLength = 12;

/**
 * The passphrase in the first line of a file, or typed in without being shown.
 *
 * @param options.isNew - it protects something from now on: typed twice, and not too short
 * @throws CommandError
 */
export async function getPassphrase(
  file: string | undefined,
  { isNew }: { isNew: boolean },
): Promise<string> {
  const passphrase = file === undefined ? await ask(isNew) : await readFirstLine(file);
  if (isNew && passphrase.length < minLength)
    throw new CommandError(
      `The passphrase needs at least ${minLength} characters: whoever has the backup can try as many as they like.`,
    );
  return passphrase;
}

async function readFirstLine(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).split(/\r?\n/)[0]!;
  } catch (error) {
    throw new CommandError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`, {
      cause: error,
    });
  }
}

async function ask(isNew: boolean): Promise<string> {
  if (!process.stdin.isTTY)
    throw new CommandError('There is no terminal to ask for the passphrase: give it with --passphrase-file.');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  const prompt = async (text: string) => {
    process.stderr.write(text);
    const answer = await lines.question('');
    process.stderr.write('\n');
    return answer;
  };
  try {
    const passphrase = await prompt('Passphrase: ');
    if (isNew && (await prompt('Again: ')) !== passphrase)
      throw new CommandError('The two are not the same. Nothing was done.');
    return passphrase;
  } finally {
    lines.close();
  }
}
