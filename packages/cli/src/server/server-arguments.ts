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
  | ({ name: 'listen' } & ListenCommand)
  | { name: 'export'; format: ExportFormat; shape: ExportShape; file: string | undefined; query: ListQuery };

export interface ListenCommand {
  /** The number of the last event that is known; undefined: from now on, or from where the state file says. */
  after: number | undefined;
  /** File that keeps the place. */
  state: string | undefined;
  everySeconds: number;
  /** Where each event is posted, and what it is signed with; a secret is made where none is given. */
  forward: { address: URL; secret: string | undefined } | undefined;
  json: boolean;
}

const formats = ['csv', 'xlsx', 'json'] as const;
export type ExportFormat = (typeof formats)[number];

const exported = ['confirmed', 'all'] as const;
const itemPlaces = ['none', 'rows', 'sheet'] as const;
const languages = ['en', 'de', 'es', 'fr'] as const;

/** How the file is made; what is left out is as the server has it. */
interface ExportShape {
  records?: (typeof exported)[number];
  language?: (typeof languages)[number];
  items?: (typeof itemPlaces)[number];
}

const places = ['inbox', 'archive', 'trash', 'kept', 'all'] as const;
const reviews = ['needs_review', 'confirmed', 'rejected', 'any'] as const;

/** Which captures are meant. */
export interface ListQuery {
  place?: (typeof places)[number];
  review?: (typeof reviews)[number];
  type?: string;
  q?: string;
}

const commands = ['login', 'send', 'list', 'watch', 'listen', 'export'] as const;
type Name = (typeof commands)[number];

export const isServerCommand = (name: string | undefined): name is Name => commands.includes(name as Name);

/** Which options each takes. */
const takes: Record<Name, string[]> = {
  login: [],
  send: ['wait', 'json'],
  list: ['place', 'review', 'type', 'q', 'limit', 'json'],
  watch: ['every', 'json'],
  listen: ['after', 'state', 'every', 'forward', 'secret', 'json'],
  export: ['place', 'review', 'type', 'q', 'format', 'output', 'records', 'language', 'items'],
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
    case 'listen':
      return {
        name,
        after:
          values.after === undefined
            ? undefined
            : parseWholeNumber('--after', values.after, 0, Number.MAX_SAFE_INTEGER),
        state: values.state,
        everySeconds: parseWholeNumber('--every', values.every ?? '2', 1, 3600),
        forward: forwardOf(values),
        json,
      };
    case 'export':
      return {
        name,
        format: choice('format', values.format ?? 'csv', formats),
        shape: shapeOf(values),
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
  return new URL(addressOf(text, from, 'cli.usage.address_not_encrypted').origin);
}

/** @param inTheOpen says what others could read on the way, where it is not encrypted and not this machine */
function addressOf(
  text: string,
  from: string,
  inTheOpen: 'cli.usage.address_not_encrypted' | 'cli.usage.forward_not_encrypted',
): URL {
  const address = URL.parse(text);
  if (!address || !/^https?:$/.test(address.protocol))
    throw new UsageError(say('cli.usage.no_address', { from, value: text }));
  if (address.username || address.password)
    throw new UsageError(say('cli.usage.address_with_password', { from }));
  const isThisMachine = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(address.hostname);
  if (address.protocol === 'http:' && !isThisMachine)
    throw new UsageError(say(inTheOpen, { from, host: address.host }));
  return address;
}

function forwardOf({ forward, secret }: Values): ListenCommand['forward'] {
  if (forward === undefined) {
    if (secret !== undefined) throw new UsageError(say('cli.usage.secret_without_forward'));
    return undefined;
  }
  // As Standard Webhooks has it: 24 to 64 bytes.
  const [, key] = /^whsec_([A-Za-z0-9+/]{32,86}={0,2})$/.exec(secret ?? '') ?? [];
  if (secret !== undefined && key === undefined) throw new UsageError(say('cli.usage.no_secret'));
  return { address: addressOf(forward, '--forward', 'cli.usage.forward_not_encrypted'), secret };
}

const parse = (args: string[]) =>
  parseOptions({
    args,
    allowPositionals: true,
    options: {
      wait: { type: 'boolean' },
      json: { type: 'boolean' },
      format: { type: 'string' },
      records: { type: 'string' },
      language: { type: 'string' },
      items: { type: 'string' },
      output: { type: 'string', short: 'o' },
      limit: { type: 'string' },
      every: { type: 'string' },
      after: { type: 'string' },
      state: { type: 'string' },
      forward: { type: 'string' },
      secret: { type: 'string' },
      place: { type: 'string' },
      review: { type: 'string' },
      type: { type: 'string' },
      q: { type: 'string', short: 'q' },
      help: { type: 'boolean', short: 'h' },
    },
  });

type Values = ReturnType<typeof parse>['values'];

function shapeOf({ records, language, items }: Values): ExportShape {
  return {
    ...(records === undefined ? {} : { records: choice('records', records, exported) }),
    ...(language === undefined ? {} : { language: choice('language', language, languages) }),
    ...(items === undefined ? {} : { items: choice('items', items, itemPlaces) }),
  };
}

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
