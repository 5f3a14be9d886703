export type Path = readonly (string | number)[];

/** What stands at a path of a JSON value; undefined where nothing does. */
export function valueAt(whole: unknown, path: Path): unknown {
  let value = whole;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string | number, unknown>)[key];
  }
  return value;
}

/** The same with something else at a path; undefined takes it away. What is missing on the way is made. */
export function withValueAt(whole: unknown, path: Path, next: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return next;
  if (typeof key === 'number') {
    const list = Array.isArray(whole) ? [...whole] : [];
    if (rest.length === 0 && next === undefined) list.splice(key, 1);
    else list[key] = withValueAt(list[key], rest, next);
    return list;
  }
  const isObject = typeof whole === 'object' && whole !== null && !Array.isArray(whole);
  const object: Record<string, unknown> = isObject ? { ...whole } : {};
  const value = withValueAt(object[key], rest, next);
  if (value === undefined) delete object[key];
  else object[key] = value;
  return object;
}

export const isSamePath = (a: Path, b: Path): boolean =>
  a.length === b.length && a.every((key, index) => key === b[index]);
