/** Between a key and the mark of one writing of it; no key has it. */
export const copyMark = '~';

/** The key of `objects/KEY~MARK` or `quarantine/KEY~MARK.DAY`. */
export function keyOf(path: string): string {
  return path.slice(path.indexOf('/') + 1).split(copyMark)[0]!;
}
