/** Something in a plugin's source that keeps it from becoming a script. */
export interface BundleProblem {
  message: string;
  /** From 1; absent where the problem is of the source as a whole. */
  line?: number;
  /** From 1, in UTF-16 code units. */
  column?: number;
}

export type BundleResult = { code: string } | { problems: BundleProblem[] };

/** Source of one plugin, UTF-8 bytes. The largest first-party reader is 60 KB in all its files. */
export const maxSourceBytes = 128 * 1024;

export const kitName = '@readout/plugin-kit';

export const onlyTheKit = (path: string): string =>
  `A plugin can import "${kitName}" and nothing else, so not "${path.slice(0, 200)}"`;

/** Undefined where the source may be looked at. */
export function sizeProblem(source: string): BundleProblem | undefined {
  const bytes = new TextEncoder().encode(source).length;
  return bytes > maxSourceBytes
    ? { message: `The source is ${bytes} bytes; at most ${maxSourceBytes} are taken` }
    : undefined;
}
