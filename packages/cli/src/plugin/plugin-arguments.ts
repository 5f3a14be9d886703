import type { TextValues } from '@readout/texts';
import { parseOptions } from '../parse-options.ts';
import { say } from '../say.ts';
import { serverOf } from '../server/server-arguments.ts';
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
      /** Pictures, or captures of a Readout by id or address. */
      sources: string[];
      from: 'pictures' | 'captures';
      fixtureName: string | undefined;
      locale: string;
      /** Day of the capture, ISO 8601; undefined for the day it is now. */
      today: string | undefined;
    }
  | {
      name: 'pack';
      folder: string;
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
      /** What travels: of a folder only. */
      fixtures: PackedFixtures | undefined;
      use: boolean;
    };

const options = {
  help: { type: 'boolean', short: 'h' },
  update: { type: 'boolean' },
  captures: { type: 'boolean' },
  name: { type: 'string' },
  locale: { type: 'string' },
  today: { type: 'string' },
  out: { type: 'string' },
  fixtures: { type: 'string' },
  to: { type: 'string' },
  'key-file': { type: 'string' },
  use: { type: 'boolean' },
  'public-key': { type: 'string', multiple: true },
} as const;
type Option = keyof typeof options;
type Operand = TextValues['cli.usage.name_operand']['operand'];

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
      throw new UsageError(
        say('cli.usage.unexpected', { command: `readout plugin ${name}`, argument: operands[most]! }),
      );
    const foreign = Object.keys(values).find((option) => !allowed.includes(option as Option));
    if (foreign !== undefined)
      throw new UsageError(
        say('cli.usage.unexpected', { command: `readout plugin ${name}`, argument: `--${foreign}` }),
      );
    return operands;
  };
  const demand = (value: string | undefined, operand: Operand): string => {
    if (value === undefined)
      throw new UsageError(say('cli.usage.name_operand', { command: `readout plugin ${name}`, operand }));
    return value;
  };
  switch (name) {
    case 'new': {
      const [folder] = take(1, []);
      return { name, folder: demand(folder, 'new_folder') };
    }
    case 'test': {
      const [folder = '.'] = take(1, ['update']);
      return { name, folder, update: values.update ?? false };
    }
    case 'fixture': {
      const [folder, ...sources] = take(Number.POSITIVE_INFINITY, ['captures', 'name', 'locale', 'today']);
      const named = demand(folder, 'plugin');
      demand(sources[0], values.captures ? 'capture' : 'picture');
      if (values.name !== undefined && sources.length > 1) throw new UsageError(say('cli.usage.one_name'));
      if (values.today !== undefined && !isDay(values.today))
        throw new UsageError(say('cli.usage.no_day', { option: '--today', value: values.today }));
      return {
        name,
        folder: named,
        sources,
        from: values.captures ? 'captures' : 'pictures',
        fixtureName: values.name,
        locale: localeOf(values.locale ?? 'en-GB'),
        today: values.today,
      };
    }
    case 'pack': {
      const [folder = '.'] = take(1, ['out', 'fixtures']);
      return { name, folder, out: values.out, fixtures: packedFixtures(values.fixtures) };
    }
    case 'inspect': {
      const [file] = take(1, ['public-key']);
      return { name, file: demand(file, 'package'), publicKeys: values['public-key'] ?? [] };
    }
    case 'publish': {
      const [source = '.'] = take(1, ['to', 'key-file', 'use', 'fixtures']);
      if (values.to === undefined) throw new UsageError(say('cli.usage.publish'));
      return {
        name,
        source,
        server: serverOf(values.to, '--to'),
        keyFile: values['key-file'],
        fixtures: values.fixtures === undefined ? undefined : packedFixtures(values.fixtures),
        use: values.use ?? false,
      };
    }
    case undefined:
      throw new UsageError(
        say('cli.usage.say_what', {
          usage: 'npx --no-install readout plugin new|test|fixture|pack|inspect|publish',
        }),
      );
    default:
      throw new UsageError(say('cli.usage.no_command', { command: `plugin ${name}` }));
  }
}

const parse = (args: string[]) => parseOptions({ args, allowPositionals: true, options });

function packedFixtures(text: string | undefined): PackedFixtures {
  if (text === undefined) return 'readings';
  if (text === 'none' || text === 'readings' || text === 'pictures') return text;
  throw new UsageError(
    say('cli.usage.choice', { option: '--fixtures', choices: 'none, readings, pictures', value: text }),
  );
}

function isDay(text: string): boolean {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  return day !== undefined && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

function localeOf(text: string): string {
  try {
    return Intl.getCanonicalLocales(text)[0]!;
  } catch (error) {
    throw new UsageError(say('cli.usage.no_language', { option: '--locale', value: text }), { cause: error });
  }
}
