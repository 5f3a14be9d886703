// cspell:ignore abcdef abdeg abcdg bcfg acdfg acdefg abcdefg abcdfg cdefg abcf abcfg
/**
 * Segments as everybody names them: a top, b upper right, c lower right, d bottom, e lower left, f upper left,
 * g middle. A pattern is a bit set, a in bit 0.
 */
export const segmentNames = 'abcdefg';

const bits = (names: string): number =>
  [...names].reduce((set, name) => set | (1 << segmentNames.indexOf(name)), 0);

/** What each character may look like. Some displays draw 6, 7 and 9 with one segment more or less. */
export const patterns: readonly { character: string; set: number; prior: number }[] = [
  { character: '0', set: bits('abcdef'), prior: 0 },
  { character: '1', set: bits('bc'), prior: 0 },
  { character: '2', set: bits('abdeg'), prior: 0 },
  { character: '3', set: bits('abcdg'), prior: 0 },
  { character: '4', set: bits('bcfg'), prior: 0 },
  { character: '5', set: bits('acdfg'), prior: 0 },
  { character: '6', set: bits('acdefg'), prior: 0 },
  { character: '7', set: bits('abc'), prior: 0 },
  { character: '8', set: bits('abcdefg'), prior: 0 },
  { character: '9', set: bits('abcdfg'), prior: 0 },
  { character: '6', set: bits('cdefg'), prior: -0.7 },
  { character: '7', set: bits('abcf'), prior: -0.3 },
  { character: '9', set: bits('abcfg'), prior: -0.7 },
  { character: '-', set: bits('g'), prior: -1 },
];

/** Names of the segments a character is usually drawn with. */
export function litSegments(character: string): string[] {
  const set = patterns.find((pattern) => pattern.character === character)?.set ?? 0;
  return [...segmentNames].filter((_, bit) => ((set >> bit) & 1) === 1);
}
