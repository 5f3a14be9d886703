import { say } from './say.ts';
import { UsageError } from './usage-error.ts';

/**
 * @returns BCP 47 tags in their canonical form, most important first
 * @throws UsageError
 */
export function parseLanguages(list: string): string[] {
  const tags = list.split(',').map((tag) => tag.trim());
  return tags.map((tag) => {
    try {
      return Intl.getCanonicalLocales(tag)[0]!;
    } catch (error) {
      throw new UsageError(say('cli.usage.no_language', { option: '--languages', value: tag }), {
        cause: error,
      });
    }
  });
}
