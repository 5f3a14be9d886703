import { readFile } from 'node:fs/promises';
import { CommandError } from './command-error.ts';

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
      file === undefined
        ? `There is no API key. An owner or admin makes one in Readout under Settings, API keys; put it into ${variable}, or into a file for --key-file.`
        : `${file} is empty. Put the API key into it, and nothing else.`,
    );
  if (shape.test(text.trim())) return text.trim();
  throw new CommandError(
    `${from} holds no API key: one starts with readout_ and has 51 characters. (--key is the key that signs, --key-file the one that lets in.)`,
  );
}

async function readKey(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new CommandError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`, {
      cause: error,
    });
  }
}
