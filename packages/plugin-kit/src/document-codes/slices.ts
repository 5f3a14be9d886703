/** A stretch of a code's text and where it is. */
export interface Slice {
  text: string;
  /** In UTF-16 code units, as evidence counts. */
  from: number;
  to: number;
}

export const sliceOf = (text: string, from = 0): Slice => ({ text, from, to: from + text.length });

/** Parted at a mark, as `String.split` does. */
export function partsOf(slice: Slice, mark: string): Slice[] {
  let at = slice.from;
  return slice.text.split(mark).map((text) => {
    const part = sliceOf(text, at);
    at = part.to + mark.length;
    return part;
  });
}

/** Lines, whatever ends them (LF, or CR and LF); those that are empty at the end are left out. */
export function linesOf(text: string): Slice[] {
  const lines = partsOf(sliceOf(text), '\n').map((line) =>
    line.text.endsWith('\r') ? sliceOf(line.text.slice(0, -1), line.from) : line,
  );
  const last = lines.findLastIndex((line) => line.text.trim() !== '');
  return lines.slice(0, last + 1);
}

/** A part of a slice, without the characters before and after it. */
export const within = (slice: Slice, from: number, length: number): Slice =>
  sliceOf(slice.text.slice(from, from + length), slice.from + from);
