/** Levenshtein's distance. */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, changed));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** What a slip of the finger, a missing letter or another case makes of a name. */
const maxDistance = 3;

/** The name that was probably meant, of those there are; undefined where none is near. */
export function nearest(asked: string, names: readonly string[]): string | undefined {
  const plain = asked.toLowerCase().replaceAll(/[-_]/g, '');
  return names
    .map((name) => ({ name, distance: editDistance(plain, name.toLowerCase()) }))
    .filter(({ name, distance }) => distance <= maxDistance && distance * 2 <= name.length)
    .toSorted((a, b) => a.distance - b.distance)[0]?.name;
}
