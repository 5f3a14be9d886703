import { chmod, mkdir, open, readFile, rename } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { apiKey } from '../plugin/api-key.ts';
import { CommandError, cannotRead } from '../plugin/command-error.ts';
import { say } from '../say.ts';
import { serverOf } from './server-arguments.ts';

export interface Credentials {
  server: URL;
  key: string;
}

/**
 * Where and with which key: `READOUT_URL` and `READOUT_API_KEY`, else what `login` kept. A kept key is sent to the server it
 * was kept for, and to no other.
 * @throws CommandError, UsageError
 */
export async function findCredentials(environment: NodeJS.ProcessEnv): Promise<Credentials> {
  const { READOUT_URL: url, READOUT_API_KEY: given } = environment;
  const server = url ? serverOf(url, 'READOUT_URL') : undefined;
  if (given) {
    if (!server) throw new CommandError(say('cli.server.no_url'));
    return { server, key: await apiKey(undefined, environment) };
  }
  const kept = await readKept(environment);
  if (!kept || (server && server.href !== kept.server.href))
    throw new CommandError(
      say('cli.server.no_key', {
        ...(server ? { server: server.origin } : { server: '', for: 'none' }),
        command: `npx --no-install readout login ${server?.origin ?? 'https://your-readout'}`,
      }),
    );
  return kept;
}

/** Replaces what was kept before; only its user can read the file. @returns where it is */
export async function keepCredentials(
  { server, key }: Credentials,
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  const file = fileOf(environment);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const unfinished = `${file}.${process.pid}`;
  const handle = await open(unfinished, 'w', 0o600);
  try {
    // Where it was left over from a run that broke off, with whatever mode.
    await chmod(unfinished, 0o600);
    await handle.writeFile(`${JSON.stringify({ server: server.origin, key })}\n`);
  } finally {
    await handle.close();
  }
  await rename(unfinished, file);
  return file;
}

async function readKept(environment: NodeJS.ProcessEnv): Promise<Credentials | undefined> {
  const file = fileOf(environment);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw cannotRead(file, error);
  }
  try {
    const { server, key } = JSON.parse(text) as { server: string; key: string };
    return { server: new URL(server), key: await apiKey(undefined, { READOUT_API_KEY: key }) };
  } catch (error) {
    throw new CommandError(say('cli.server.bad_kept_key', { file }), { cause: error });
  }
}

const fileOf = ({ XDG_CONFIG_HOME: home }: NodeJS.ProcessEnv): string =>
  join(home || join(homedir(), '.config'), 'readout', 'credentials.json');
