/** The text at a key, empty where there is none. */
export const textOf = (value: unknown, key: string): string => {
  const found =
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
  return typeof found === 'string' ? found : '';
};

/** Names a part of a list by one of its keys, else by its place. */
export const partName =
  (key: string) =>
  (value: unknown, index: number): string =>
    textOf(value, key) || String(index + 1);
