import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CommandError, cannotRead } from '../plugin/command-error.ts';
import { say } from '../say.ts';

/** Shorter ones can be tried out by anyone who has the backup. */
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
    throw new CommandError(say('cli.backup.passphrase_short', { least: minLength }));
  return passphrase;
}

async function readFirstLine(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).split(/\r?\n/)[0]!;
  } catch (error) {
    throw cannotRead(file, error);
  }
}

async function ask(isNew: boolean): Promise<string> {
  if (!process.stdin.isTTY) throw new CommandError(say('cli.backup.no_terminal'));
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  const prompt = async (text: string) => {
    process.stderr.write(text);
    const answer = await lines.question('');
    process.stderr.write('\n');
    return answer;
  };
  try {
    const passphrase = await prompt(say('cli.backup.passphrase_prompt', {}));
    if (isNew && (await prompt(say('cli.backup.passphrase_prompt', { again: 'yes' }))) !== passphrase)
      throw new CommandError(say('cli.backup.passphrases_differ'));
    return passphrase;
  } finally {
    lines.close();
  }
}
