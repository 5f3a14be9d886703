import { say } from './say.ts';
import { UsageError } from './usage-error.ts';

/**
 * @param option as it is written, for the sentence
 * @throws UsageError
 */
export function parseWholeNumber(option: string, value: string, least: number, most: number): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < least || number > most)
    throw new UsageError(say('cli.usage.whole_number', { option, least, most, value }));
  return number;
}
