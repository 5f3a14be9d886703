import { readFile } from 'node:fs/promises';
import { say } from '../say.ts';
import { CommandError, cannotRead } from './command-error.ts';

const variable = 'READOUT_API_KEY';
const shape = /^readout_[A-Za-z0-9_-]{43}$/;

/**
 * The key a command acts with: of the named file, else of the environment. Never an argument, which every process of the
 * machine can see. What is refused is not repeated: it may be a secret of something else.
 * @throws CommandError
 */
export async function apiKey(file: string | undefined, environment: NodeJS.ProcessEnv): Promise<string> {
  const from = file ?? variable;
  const text = file === undefined ? environment[variable] : await readKey(file);
  if (text === undefined || text.trim() === '')
    throw new CommandError(
      file === undefined ? say('cli.key.none', { variable }) : say('cli.key.empty', { file }),
    );
  if (shape.test(text.trim())) return text.trim();
  throw new CommandError(say('cli.key.malformed', { from }));
}

async function readKey(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw cannotRead(file, error);
  }
}
