import { type DateOptions, type FoundDate, findDates } from '@readout/plugin-kit';
import { smallWords } from './words.ts';

/** The date a text begins with, but for small words: behind its label, not somewhere later in the line. */
export function leadingDate(text: string, options: DateOptions): FoundDate | undefined {
  const [found] = findDates(text, options);
  return found && !/[\p{L}\d]/u.test(text.slice(0, found.index).replace(smallWords, ' ')) ? found : undefined;
}
