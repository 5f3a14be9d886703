import { type ModelRole, modelRoles } from '@readout/image-reader/added-models';
import { parseOptions } from '../parse-options.ts';
import { parseWholeNumber } from '../parse-whole-number.ts';
import { say } from '../say.ts';
import { UsageError } from '../usage-error.ts';

export type ModelsCommand =
  | { name: 'help' }
  | { name: 'list'; json: boolean }
  /** `from`: a folder, or the address of one. Without `yes` it is only said what would be added. */
  | { name: 'add'; model: string; from: string | undefined; yes: boolean }
  | { name: 'remove'; model: string }
  /** `company` undefined: captures of every company. */
  | { name: 'try'; model: string; limit: number; company: string | undefined; json: boolean }
  /** `model` undefined: the packaged ones. */
  | { name: 'use'; role: ModelRole; model: string | undefined };

const usualLimit = 50;
const mostCaptures = 1000;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const isModelsCommand = (name: string | undefined): name is 'models' => name === 'models';

/**
 * @param args arguments behind `models`
 * @throws UsageError
 */
export function parseModelsArguments(args: string[]): ModelsCommand {
  const { values, positionals } = parseOptions({
    args,
    allowPositionals: true,
    options: {
      from: { type: 'string' },
      yes: { type: 'boolean' },
      json: { type: 'boolean' },
      limit: { type: 'string' },
      company: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const [command, ...operands] = positionals;
  if (values.help || command === undefined) return { name: 'help' };
  const flags: Record<string, readonly string[]> = {
    list: ['json'],
    add: ['from', 'yes'],
    remove: [],
    try: ['limit', 'company', 'json'],
    use: [],
  };
  const allowed = flags[command];
  if (!allowed) throw new UsageError(say('cli.usage.no_command', { command: `models ${command}` }));
  const named = `readout models ${command}`;
  const foreign = Object.keys(values).find((flag) => !allowed.includes(flag));
  if (foreign) throw unexpected(named, `--${foreign}`);
  const take = (count: number): string[] => {
    const extra = operands[count];
    if (extra !== undefined) throw unexpected(named, extra);
    if (operands.length < count) throw new UsageError(say('cli.models.name_one', { command }));
    return operands;
  };
  if (command === 'list') {
    take(0);
    return { name: 'list', json: values.json ?? false };
  }
  if (command === 'use') {
    const [role = '', model = ''] = take(2);
    if (!isRole(role))
      throw new UsageError(
        say('cli.usage.choice', { option: named, choices: modelRoles.join(', '), value: role }),
      );
    return { name: 'use', role, model: model === 'packaged' ? undefined : model };
  }
  const [model = ''] = take(1);
  if (command === 'try') {
    const { limit, company, json = false } = values;
    if (company !== undefined && !uuid.test(company))
      throw new UsageError(say('cli.models.try_no_company', { value: company }));
    return {
      name: 'try',
      model,
      limit: limit === undefined ? usualLimit : parseWholeNumber('--limit', limit, 1, mostCaptures),
      company,
      json,
    };
  }
  return command === 'add'
    ? { name: 'add', model, from: values.from, yes: values.yes ?? false }
    : { name: 'remove', model };
}

const isRole = (role: string): role is ModelRole => (modelRoles as readonly string[]).includes(role);

const unexpected = (command: string, argument: string): UsageError =>
  new UsageError(say('cli.usage.unexpected', { command, argument }));
