/** `{name}`, or `{one|other}` for the first that is not empty. */
const hole = /\{([A-Za-z][\w-]{0,59}(?:\|[A-Za-z][\w-]{0,59}){0,4})\}/g;

/** Whether every brace belongs to a placeholder. */
export const isPattern = (text: string): boolean => !/[{}]/.test(text.replaceAll(hole, ''));

/** What stands in a pattern besides its placeholders. */
export const literalsOf = (pattern: string): string => pattern.replaceAll(hole, '');

/** Whether the pattern names it. */
export const hasPlaceholder = (pattern: string, name: string): boolean =>
  [...pattern.matchAll(hole)].some(([, names]) => names!.split('|').includes(name));

/** @param valueFor empty where there is none */
export const fillPattern = (pattern: string, valueFor: (name: string) => string): string =>
  pattern.replaceAll(hole, (_, names: string) => {
    for (const name of names.split('|')) {
      const value = valueFor(name);
      if (value !== '') return value;
    }
    return '';
  });
