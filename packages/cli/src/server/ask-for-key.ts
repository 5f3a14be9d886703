import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { apiKey } from '../plugin/api-key.ts';
import { say } from '../say.ts';

/**
 * The API key on standard input: typed without being shown, or the first line of what is piped in.
 * @throws CommandError where it is none
 */
export async function askForKey(
  input: NodeJS.ReadStream = process.stdin,
  error: NodeJS.WriteStream = process.stderr,
): Promise<string> {
  if (input.isTTY) error.write(say('cli.server.key_prompt'));
  // A terminal would be told each character again.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: silent, terminal: input.isTTY ?? false });
  lines.on('SIGINT', () => process.exit(130));
  try {
    for await (const line of lines) return await apiKey(undefined, { READOUT_API_KEY: line });
    return await apiKey(undefined, {});
  } finally {
    lines.close();
    if (input.isTTY) error.write('\n');
  }
}
