/** Something in a plugin's source that keeps it from becoming a script. */
export interface BundleProblem {
  message: string;
  /** From 1; absent where the problem is of the source as a whole. */
  line?: number;
  /** From 1, in UTF-16 code units. */
  column?: number;
}

export type BundleResult = { code: string } | { problems: BundleProblem[] };

/** Source of one plugin, UTF-8 bytes: as much as a package holds. */
export const maxSourceBytes = 512 * 1024;

/** More than an author looks at. */
export const maxProblems = 20;

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
