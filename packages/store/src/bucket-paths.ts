/** Between a key and the mark of one writing of it; no key has it. */
export const copyMark = '~';

/** The key of `objects/KEY~MARK` or `quarantine/KEY~MARK.DAY`. */
export function keyOf(path: string): string {
  return path.slice(path.indexOf('/') + 1).split(copyMark)[0]!;
}

/** The latest time that a mark can hold. */
export const latestTime = 0x0fff_ffff_ffff;

const keyAndMark = '(?!.*\\.\\.)[a-z0-9][a-z0-9./-]*~0[0-9a-f]{27}';
const copy = new RegExp(`^objects/${keyAndMark}$`);
const quarantined = new RegExp(`^quarantine/${keyAndMark}\\.\\d{4}-\\d\\d-\\d\\d$`);

/** A copy that a store wrote: its mark has 12 digits of time and 16 of chance. Whatever else lies there is nobody's. */
export const isCopy = (path: string): boolean => copy.test(path);
/** A copy that a store set aside. */
export const isQuarantined = (path: string): boolean => quarantined.test(path);

/** When the mark of a copy was made, in ms. */
export const timeOf = (path: string): number => Number.parseInt(path.split(copyMark)[1]!.slice(0, 12), 16);
