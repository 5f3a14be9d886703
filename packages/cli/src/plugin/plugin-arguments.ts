import { parseArgs } from 'node:util';
import { UsageError } from '../usage-error.ts';

/** What travels with a package of a plugin's fixtures. */
export type PackedFixtures = 'none' | 'readings' | 'pictures';

/** What a call of `readout plugin` asks for. */
export type PluginCommand =
  | { name: 'help' }
  | { name: 'new'; folder: string }
  | { name: 'test'; folder: string; update: boolean }
  | {
      name: 'fixture';
      folder: string;
      pictures: string[];
      fixtureName: string | undefined;
      locale: string;
      /** Day of the capture, ISO 8601; undefined for the day it is now. */
      today: string | undefined;
    }
  | { name: 'keygen'; file: string }
  | {
      name: 'pack';
      folder: string;
      key: string | undefined;
      out: string | undefined;
      fixtures: PackedFixtures;
    }
  | { name: 'inspect'; file: string; publicKeys: string[] }
  | {
      name: 'publish';
      /** A plugin's folder, or a package. */
      source: string;
      /** Address of the Readout. */
      server: URL;
      /** File of the API key; undefined: of the environment. */
      keyFile: string | undefined;
      /** File of the key that signs, and what travels: of a folder only. */
      key: string | undefined;
      fixtures: PackedFixtures | undefined;
      use: boolean;
    };

export const pluginHelp = `Usage: npx --no-install readout plugin COMMAND …

  new FOLDER                     a reader that works, with its manifest and fixtures
  test [FOLDER] [--update]       runs all fixtures in the sandbox and says what is not as expected;
                                 --update then makes what came out the expectation
  fixture FOLDER PICTURE…        reads pictures into new fixtures of the plugin, captured today unless --today says
          [--name NAME] [--locale de-DE] [--today 2026-11-21]
  keygen FILE                    a new key to sign packages with
  pack [FOLDER] --key FILE       tests, bundles and signs the plugin: one file to carry anywhere
          [--out FILE] [--fixtures none|readings|pictures]
  inspect FILE                   what a package holds, asks for and is signed with
          [--public-key KEY]     (may be given again) whether one of these keys signed it

  publish FOLDER|FILE --to URL   brings a plugin, or a package of one, into the company whose API key is in
          [--key-file FILE]      READOUT_API_KEY, or in this file;
          [--use]                also installs it there, or moves the installation to it;
          [--key FILE] [--fixtures none|readings|pictures]  sign and pack a folder, as with pack

FOLDER is this folder unless it is given. Nothing leaves this machine but what publish sends.

Exit status: 0 done, 1 not (a fixture is not as expected, a package is not in order), 2 wrong usage.`;

const options = {
  help: { type: 'boolean', short: 'h' },
  update: { type: 'boolean' },
  name: { type: 'string' },
  locale: { type: 'string' },
  today: { type: 'string' },
  key: { type: 'string' },
  out: { type: 'string' },
  fixtures: { type: 'string' },
  to: { type: 'string' },
  'key-file': { type: 'string' },
  use: { type: 'boolean' },
  'public-key': { type: 'string', multiple: true },
} as const;
type Option = keyof typeof options;

/**
 * @param args arguments behind `plugin`
 * @throws UsageError
 */
export function parsePluginArguments(args: string[]): PluginCommand {
  const { values, positionals } = parse(args);
  if (values.help) return { name: 'help' };
  const [name, ...operands] = positionals;
  /** The operands of this command; options of another are refused. */
  const take = (most: number, allowed: Option[]): string[] => {
    if (operands.length > most)
      throw new UsageError(`readout plugin ${name} takes no "${operands[most]}" behind the rest.`);
    const foreign = Object.keys(values).find((option) => !allowed.includes(option as Option));
    if (foreign !== undefined) throw new UsageError(`readout plugin ${name} takes no --${foreign}.`);
    return operands;
  };
  const demand = (operand: string | undefined, what: string): string => {
    if (operand === undefined) throw new UsageError(`readout plugin ${name}: name the ${what}.`);
    return operand;
  };
  switch (name) {
    case 'new': {
      const [folder] = take(1, []);
      return { name, folder: demand(folder, 'folder to make') };
    }
    case 'test': {
      const [folder = '.'] = take(1, ['update']);
      return { name, folder, update: values.update ?? false };
    }
    case 'fixture': {
      const [folder, ...pictures] = take(Number.POSITIVE_INFINITY, ['name', 'locale', 'today']);
      const named = demand(folder, "plugin's folder");
      demand(pictures[0], 'picture');
      if (values.name !== undefined && pictures.length > 1)
        throw new UsageError('--name names one fixture; of several pictures each is named as its file.');
      if (values.today !== undefined && !isDay(values.today))
        throw new UsageError(`--today: "${values.today}" is no day such as 2026-11-21.`);
      return {
        name,
        folder: named,
        pictures,
        fixtureName: values.name,
        locale: localeOf(values.locale ?? 'en-GB'),
        today: values.today,
      };
    }
    case 'keygen': {
      const [file] = take(1, []);
      return { name, file: demand(file, 'file to write the key to') };
    }
    case 'pack': {
      const [folder = '.'] = take(1, ['key', 'out', 'fixtures']);
      return { name, folder, key: values.key, out: values.out, fixtures: packedFixtures(values.fixtures) };
    }
    case 'inspect': {
      const [file] = take(1, ['public-key']);
      return { name, file: demand(file, 'package'), publicKeys: values['public-key'] ?? [] };
    }
    case 'publish': {
      const [source = '.'] = take(1, ['to', 'key-file', 'use', 'key', 'fixtures']);
      return {
        name,
        source,
        server: serverOf(values.to),
        keyFile: values['key-file'],
        key: values.key,
        fixtures: values.fixtures === undefined ? undefined : packedFixtures(values.fixtures),
        use: values.use ?? false,
      };
    }
    case undefined:
      throw new UsageError(
        'Say what to do: npx --no-install readout plugin new|test|fixture|keygen|pack|inspect|publish.',
      );
    default:
      throw new UsageError(`There is no command "plugin ${name}".`);
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}

function packedFixtures(text: string | undefined): PackedFixtures {
  if (text === undefined) return 'readings';
  if (text === 'none' || text === 'readings' || text === 'pictures') return text;
  throw new UsageError(`--fixtures takes none, readings or pictures, not "${text}".`);
}

/** Where a key may be sent to: nobody on the way may read it. */
function serverOf(text: string | undefined): URL {
  if (text === undefined)
    throw new UsageError(
      'readout plugin publish: say where, --to https://your-readout. Without a network, pack the plugin and carry the file in: Settings, Plugins, Carry in a package.',
    );
  const server = URL.parse(text);
  if (!server || !/^https?:$/.test(server.protocol))
    throw new UsageError(`--to: "${text}" is no address such as https://readout.example.`);
  if (server.username || server.password)
    throw new UsageError('--to: an address with a password in it is not used; the API key is all there is.');
  const isThisMachine = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(server.hostname);
  if (server.protocol === 'http:' && !isThisMachine)
    throw new UsageError(
      `--to: everybody on the way to ${server.host} could read the key. Use https://; http:// is for localhost.`,
    );
  return server;
}

function isDay(text: string): boolean {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  return day !== undefined && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

function localeOf(text: string): string {
  try {
    return Intl.getCanonicalLocales(text)[0]!;
  } catch (error) {
    throw new UsageError(`--locale: "${text}" is no locale such as de-DE or en-GB.`, { cause: error });
  }
}
