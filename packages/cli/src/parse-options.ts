import { type ParseArgsConfig, parseArgs } from 'node:util';
import { say } from './say.ts';
import { UsageError } from './usage-error.ts';

/**
 * As `parseArgs` of Node.
 * @throws UsageError in the reader's language
 */
export function parseOptions<Config extends ParseArgsConfig>(
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new UsageError(inWords(error as NodeJS.ErrnoException), { cause: error });
  }
}

function inWords({ code, message }: NodeJS.ErrnoException): string {
  const [, named = ''] = /'([^']*)'/.exec(message) ?? [];
  const [option = ''] = named.split(' ');
  switch (code) {
    case 'ERR_PARSE_ARGS_UNKNOWN_OPTION':
      return say('cli.usage.unknown_option', { option });
    case 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE':
      return message.includes('does not take an argument')
        ? say('cli.usage.value_given', { option })
        : say('cli.usage.value_missing', {
            option: named.split(/[ ,]/).find((each) => each.startsWith('--')) ?? option,
          });
    case 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL':
      return say('cli.usage.unexpected_rest', { argument: named });
    default:
      return message;
  }
}
