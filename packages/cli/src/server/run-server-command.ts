import { createHash } from 'node:crypto';
import { createWriteStream, openAsBlob } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ReadoutClient, ReadoutProblem } from '@readout/api-client';
import { visible } from '../format-table.ts';
import { CommandError, cannotWrite } from '../plugin/command-error.ts';
import { say } from '../say.ts';
import { askForKey } from './ask-for-key.ts';
import { connect, inWords } from './connect.ts';
import { type Credentials, findCredentials, keepCredentials } from './credentials.ts';
import { captureLine, recordLines } from './lines.ts';
import { listenToServer } from './listen-to-server.ts';
import type { ServerCommand } from './server-arguments.ts';
import { watchServer } from './watch-server.ts';

type Print = (text: string) => Promise<void>;
type Asked<Name extends ServerCommand['name']> = Extract<ServerCommand, { name: Name }>;

/**
 * @param print writes a line to stdout
 * @returns whether all of it was done
 * @throws CommandError with what stood in the way
 */
export async function runServerCommand(command: ServerCommand, print: Print): Promise<boolean> {
  if (command.name === 'help') {
    await print(say('cli.server.help'));
    return true;
  }
  try {
    if (command.name === 'login') return await login(command.server, print);
    const credentials = await findCredentials(process.env);
    const client = connect(credentials);
    switch (command.name) {
      case 'send':
        return await send(client, command, print);
      case 'list':
        return await list(client, command, print);
      case 'watch':
        return await watchServer(client, command, print);
      case 'listen':
        return await listenToServer(client, { ...command, server: credentials.server.origin }, print);
      case 'export':
        return await exportRecords(client, command);
    }
  } catch (error) {
    const words = inWords(error);
    if (words === undefined) throw error;
    throw new CommandError(words, { cause: error });
  }
}

async function login(server: URL, print: Print): Promise<boolean> {
  const credentials: Credentials = { server, key: await askForKey() };
  try {
    await connect(credentials).api.GET('/captures', { params: { query: { limit: 1 } } });
  } catch (error) {
    // It is a key of this server, made for something else.
    if (!(error instanceof ReadoutProblem && error.code === 'api_key.not_for_this')) throw error;
  }
  await print(
    say('cli.server.logged_in', {
      server: server.origin,
      file: await keepCredentials(credentials, process.env),
    }),
  );
  return true;
}

async function send(
  client: ReadoutClient,
  { files, wait, json }: Asked<'send'>,
  print: Print,
): Promise<boolean> {
  let isDone = true;
  for (const file of files) {
    try {
      const { blob, clientId } = await openFile(file);
      const { capture } = await client.send(blob, { fileName: basename(file), clientId });
      if (!wait) {
        await print(json ? JSON.stringify({ file, capture: capture.id }) : `${visible(file)}  ${capture.id}`);
        continue;
      }
      const pages = await client.waitUntilRead(capture.id);
      for (const { pageNumber, failureCode } of pages) {
        if (failureCode === null) continue;
        process.stderr.write(
          `${visible(file)}: ${failureCode} ${say('cli.server.page_failed', { page: pageNumber })}\n`,
        );
        isDone = false;
      }
      if (!json) await print(`${visible(file)}  ${capture.id}`);
      for await (const record of client.records({ capture: capture.id }))
        await print(json ? JSON.stringify({ file, capture: capture.id, record }) : recordLines(record));
    } catch (error) {
      const words = inWords(error);
      if (words === undefined) throw error;
      // Refused for this file, the next may be taken; with a key that is not valid none will.
      if (error instanceof ReadoutProblem && [401, 403].includes(error.status)) throw error;
      process.stderr.write(`${visible(`${file}: ${words}`)}\n`);
      isDone = false;
    }
  }
  return isDone;
}

/**
 * A file with a UUID of its bytes (RFC 9562, version 8): the same again is the same capture.
 * @throws CommandError
 */
async function openFile(file: string): Promise<{ blob: Blob; clientId: string }> {
  const hash = createHash('sha256').update('readout send ');
  let blob: Blob;
  try {
    blob = await openAsBlob(file);
    for await (const chunk of blob.stream()) hash.update(chunk);
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException;
    throw new CommandError(`It cannot be read (${typeof code === 'string' ? code : name}).`, {
      cause: error,
    });
  }
  const bytes = hash.digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const clientId = bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { blob, clientId };
}

async function list(
  client: ReadoutClient,
  { query, limit, json }: Asked<'list'>,
  print: Print,
): Promise<boolean> {
  let shown = 0;
  for await (const capture of client.captures({ ...query, limit: Math.min(limit, 200) })) {
    await print(json ? JSON.stringify(capture) : captureLine(capture));
    if (++shown === limit) break;
  }
  return true;
}

/** A file that is there is whole: until then it has another name. */
async function exportRecords(
  client: ReadoutClient,
  { format, shape, file, query }: Asked<'export'>,
): Promise<boolean> {
  const { data } = await client.api.GET('/export', {
    params: { query: { ...query, ...shape, format } },
    parseAs: 'stream',
  });
  const content = Readable.fromWeb(data as unknown as Parameters<typeof Readable.fromWeb>[0]);
  if (file === undefined) {
    await pipeline(content, process.stdout, { end: false });
    return true;
  }
  const unfinished = `${file}.${process.pid}.part`;
  try {
    await pipeline(content, createWriteStream(unfinished, { flags: 'wx' }));
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (code && syscall) throw cannotWrite(file, error);
    throw error;
  }
  return true;
}
