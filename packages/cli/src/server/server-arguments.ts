import { parseOptions } from '../parse-options.ts';
import { parseWholeNumber } from '../parse-whole-number.ts';
import { say } from '../say.ts';
import { UsageError } from '../usage-error.ts';

/** What is asked of a Readout that runs elsewhere. */
export type ServerCommand =
  | { name: 'help' }
  | { name: 'login'; server: URL }
  | { name: 'send'; files: string[]; wait: boolean; json: boolean }
  | { name: 'list'; query: ListQuery; limit: number; json: boolean }
  | { name: 'watch'; everySeconds: number; json: boolean }
  | { name: 'export'; format: ExportFormat; file: string | undefined; query: ListQuery };

const formats = ['csv', 'xlsx', 'json'] as const;
export type ExportFormat = (typeof formats)[number];

const places = ['inbox', 'archive', 'trash', 'kept', 'all'] as const;
const reviews = ['needs_review', 'confirmed', 'rejected', 'any'] as const;

/** Which captures are meant. */
export interface ListQuery {
  place?: (typeof places)[number];
  review?: (typeof reviews)[number];
  type?: string;
  q?: string;
}

const commands = ['login', 'send', 'list', 'watch', 'export'] as const;
type Name = (typeof commands)[number];

export const isServerCommand = (name: string | undefined): name is Name => commands.includes(name as Name);

/** Which options each takes. */
const takes: Record<Name, string[]> = {
  login: [],
  send: ['wait', 'json'],
  list: ['place', 'review', 'type', 'q', 'limit', 'json'],
  watch: ['every', 'json'],
  export: ['place', 'review', 'type', 'q', 'format', 'output'],
};

/**
 * @param args arguments behind the command's name
 * @throws UsageError
 */
export function parseServerArguments(name: Name, args: string[]): ServerCommand {
  const { values, positionals } = parse(args);
  if (values.help) return { name: 'help' };
  for (const option of Object.keys(values))
    if (!takes[name].includes(option))
      throw new UsageError(
        say('cli.usage.unexpected', { command: `readout ${name}`, argument: `--${option}` }),
      );
  const [extra] = name === 'send' || name === 'login' ? [] : positionals;
  if (extra !== undefined)
    throw new UsageError(say('cli.usage.unexpected', { command: `readout ${name}`, argument: extra }));
  const json = values.json ?? false;
  switch (name) {
    case 'login': {
      const [server, key] = positionals;
      if (key !== undefined) throw new UsageError(say('cli.usage.key_as_argument'));
      if (server === undefined) throw new UsageError(say('cli.usage.login'));
      return { name, server: serverOf(server, 'login') };
    }
    case 'send':
      if (positionals.length === 0) throw new UsageError(say('cli.usage.name_files'));
      return { name, files: positionals, wait: values.wait ?? false, json };
    case 'list':
      return {
        name,
        query: queryOf(values),
        limit: parseWholeNumber('--limit', values.limit ?? '50', 1, 10_000),
        json,
      };
    case 'watch':
      return { name, everySeconds: parseWholeNumber('--every', values.every ?? '5', 1, 3600), json };
    case 'export':
      return {
        name,
        format: choice('format', values.format ?? 'csv', formats),
        file: values.output,
        query: queryOf(values),
      };
  }
}

/**
 * @param from what names it, for the sentence
 * @throws UsageError
 */
export function serverOf(text: string, from: string): URL {
  const server = URL.parse(text);
  if (!server || !/^https?:$/.test(server.protocol))
    throw new UsageError(say('cli.usage.no_address', { from, value: text }));
  if (server.username || server.password)
    throw new UsageError(say('cli.usage.address_with_password', { from }));
  const isThisMachine = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(server.hostname);
  if (server.protocol === 'http:' && !isThisMachine)
    throw new UsageError(say('cli.usage.address_not_encrypted', { from, host: server.host }));
  return new URL(server.origin);
}

const parse = (args: string[]) =>
  parseOptions({
    args,
    allowPositionals: true,
    options: {
      wait: { type: 'boolean' },
      json: { type: 'boolean' },
      format: { type: 'string' },
      output: { type: 'string', short: 'o' },
      limit: { type: 'string' },
      every: { type: 'string' },
      place: { type: 'string' },
      review: { type: 'string' },
      type: { type: 'string' },
      q: { type: 'string', short: 'q' },
      help: { type: 'boolean', short: 'h' },
    },
  });

type Values = ReturnType<typeof parse>['values'];

function queryOf({ place, review, type, q }: Values): ListQuery {
  return {
    ...(place === undefined ? {} : { place: choice('place', place, places) }),
    ...(review === undefined ? {} : { review: choice('review', review, reviews) }),
    ...(type === undefined ? {} : { type }),
    ...(q === undefined ? {} : { q }),
  };
}

function choice<Choice extends string>(name: string, value: string, choices: readonly Choice[]): Choice {
  const found = choices.find((each) => each === value);
  if (found === undefined)
    throw new UsageError(
      say('cli.usage.choice', { option: `--${name}`, choices: choices.join(', '), value }),
    );
  return found;
}
