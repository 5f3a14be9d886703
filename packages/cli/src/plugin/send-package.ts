import { fileSize } from '../format-units.ts';
import { locale, say } from '../say.ts';
import { redirected } from '../server/connect.ts';
import { CommandError } from './command-error.ts';

/** What the server has now. */
export interface PublishedPlugin {
  company: string;
  pluginId: string;
  version: string;
  sha256: string;
  isUsed: boolean;
}

/** Answers are a few hundred bytes; what sends more is not Readout. */
const maxAnswerBytes = 64 * 1024;
const maxShownCharacters = 1000;

/**
 * Sends a package to a Readout. Follows no redirect: the key would be shown to those it leads to.
 * @param server its address; path and query are not looked at
 * @throws CommandError with what the server said, or why nobody answered
 */
export async function sendPackage(
  file: Uint8Array<ArrayBuffer>,
  { server, key, use, timeoutMs }: { server: URL; key: string; use: boolean; timeoutMs: number },
): Promise<PublishedPlugin> {
  const address = new URL(`/api/v1/plugin-packages?use=${use ? 'yes' : 'no'}`, server);
  let status: number;
  let type: string;
  let text: string;
  try {
    const answer = await fetch(address, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/octet-stream',
        'accept-language': locale,
      },
      body: file,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (answer.status >= 300 && answer.status < 400) {
      await answer.body?.cancel();
      throw redirected(server.host, answer);
    }
    status = answer.status;
    type = answer.headers.get('content-type')?.split(';')[0]?.trim() ?? '';
    text = await readAnswer(answer);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(unanswered(error, server, timeoutMs), { cause: error });
  }
  const answer = jsonOf(text);
  if (status === 201 && type === 'application/json' && isPublished(answer)) return answer;
  if (type === 'application/problem+json' && isProblem(answer))
    throw new CommandError(
      [
        say('cli.plugin.not_published', { why: `${shown(answer.code)} ${shown(answer.detail)}` }),
        ...(typeof answer.action === 'string' ? [shown(answer.action)] : []),
      ].join('\n'),
    );
  throw new CommandError(say('cli.server.not_readout', { status }));
}

/** @throws CommandError beyond what an answer can be */
async function readAnswer(answer: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body ?? []) {
    size += part.length;
    if (size > maxAnswerBytes)
      throw new CommandError(say('cli.plugin.answer_too_large', { most: fileSize(maxAnswerBytes) }));
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function unanswered(error: unknown, { host }: URL, timeoutMs: number): string {
  if ((error as Error).name === 'TimeoutError')
    return say('cli.plugin.no_answer', { host, seconds: timeoutMs / 1000 });
  const cause = (error as Error).cause as { code?: string; message?: string } | undefined;
  const why = cause?.code ?? cause?.message ?? (error as Error).message;
  const isUntrusted = /CERT|SIGNATURE|ISSUER/.test(why);
  return isUntrusted
    ? say('cli.plugin.untrusted_certificate', { host, why })
    : say('cli.server.not_reached', { why: `${host}: ${why}` });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isPublished(answer: unknown): answer is PublishedPlugin {
  const { company, pluginId, version, sha256, isUsed } = (answer ?? {}) as Partial<PublishedPlugin>;
  return (
    [company, pluginId, version, sha256].every((each) => typeof each === 'string') &&
    typeof isUsed === 'boolean'
  );
}

function isProblem(answer: unknown): answer is { code: string; detail: string; action?: unknown } {
  const { code, detail } = (answer ?? {}) as { code?: unknown; detail?: unknown };
  return typeof code === 'string' && typeof detail === 'string';
}

/** What a server said, on one line. Control characters are made visible where it is printed. */
const shown = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, maxShownCharacters);
