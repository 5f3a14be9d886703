import { parseArgs } from 'node:util';
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

export const serverHelp = `Usage: npx --no-install readout login https://your-readout
       npx --no-install readout send FILE… [--wait]
       npx --no-install readout list [filters]
       npx --no-install readout watch
       npx --no-install readout export --format csv -o FILE [filters]

Works with the captures and records of a Readout that runs elsewhere, through its API.

login asks for an API key (Settings, API keys; it is not shown while you type) and keeps it in
$XDG_CONFIG_HOME/readout/credentials.json, which only you can read. In place of it, READOUT_URL and READOUT_API_KEY say
where and with which key; READOUT_URL alone is not sent the key of another address.

send sends pictures and PDFs. The same bytes again add nothing.
watch prints what comes in from now on, captures and records, until it is stopped.

Options:
  --wait               send: wait until each file was read, and print its records
  --format csv         export: csv, xlsx or json
  -o, --output FILE    export: where to; without it to standard output
  --limit 50           list: how many at most
  --every 5            watch: seconds between two looks
  --json               one JSON object a line
  --help               show this

Filters of list and export:
  --place inbox        inbox, archive, trash, kept (all but the trash) or all
  --review confirmed   needs_review, confirmed, rejected or any: captures with such a record
  --type receipt       captures with a record of this type
  -q WORDS             words in what was read

Exit status: 0 done, 1 something could not be done (its code is on stderr), 2 wrong usage.`;

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
    if (!takes[name].includes(option)) throw new UsageError(`readout ${name} takes no --${option}.`);
  const [extra] = name === 'send' || name === 'login' ? [] : positionals;
  if (extra !== undefined) throw new UsageError(`readout ${name} takes no "${extra}".`);
  const json = values.json ?? false;
  switch (name) {
    case 'login': {
      const [server, key] = positionals;
      if (key !== undefined)
        throw new UsageError('An API key is not named on the command line, where every program can see it.');
      if (server === undefined) throw new UsageError('Say where: readout login https://your-readout.');
      return { name, server: serverOf(server, 'login') };
    }
    case 'send':
      if (positionals.length === 0) throw new UsageError('Name at least one file to send.');
      return { name, files: positionals, wait: values.wait ?? false, json };
    case 'list':
      return {
        name,
        query: queryOf(values),
        limit: numberOf('limit', values.limit ?? '50', 1, 10_000),
        json,
      };
    case 'watch':
      return { name, everySeconds: numberOf('every', values.every ?? '5', 1, 3600), json };
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
    throw new UsageError(`${from}: "${text}" is no address such as https://readout.example.`);
  if (server.username || server.password)
    throw new UsageError(
      `${from}: an address with a password in it is not used; the API key is all there is.`,
    );
  const isThisMachine = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(server.hostname);
  if (server.protocol === 'http:' && !isThisMachine)
    throw new UsageError(
      `${from}: everybody on the way to ${server.host} could read the key. Use https://; http:// is for localhost.`,
    );
  return new URL(server.origin);
}

function parse(args: string[]) {
  try {
    return parseArgs({
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
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}

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
  if (found === undefined) throw new UsageError(`--${name} takes ${choices.join(', ')}, not "${value}".`);
  return found;
}

function numberOf(name: string, value: string, least: number, most: number): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < least || number > most)
    throw new UsageError(`--${name} takes a whole number from ${least} to ${most}, not "${value}".`);
  return number;
}
