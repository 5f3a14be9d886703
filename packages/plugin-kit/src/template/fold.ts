import type { Line } from '../types.ts';

/** Characters a recogniser confuses, as one of them. */
const lookalikes: Record<string, string> = {
  '0': 'o',
  '1': 'l',
  i: 'l',
  '|': 'l',
  '5': 's',
  '8': 'b',
  '2': 'z',
  ß: 'b',
};

/** Letters and digits of a text in one case, without marks, lookalikes as one; `at` holds where each one stood. */
export function fold(text: string): { folded: string; at: number[] } {
  let folded = '';
  const at: number[] = [];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    let plain = text[index]!.toLowerCase();
    if (code > 127) plain = plain.normalize('NFD').replace(/\p{M}/gu, '');
    for (const character of plain) {
      const known = lookalikes[character] ?? character;
      if (!/[\p{L}\p{N}]/u.test(known)) continue;
      folded += known;
      at.push(index);
    }
  }
  return { folded, at };
}

/** A stretch of a line's text, `end` excluded. */
export interface Part {
  line: Line;
  start: number;
  end: number;
}

/** Text of lines side by side, in which a fixed text may be split over lines or be next to something else. */
export interface Run {
  folded: string;
  /** For each character of `folded`: its line and where it stands in the line's text. */
  lines: Line[];
  at: number[];
}

export function runOf(lines: readonly Line[]): Run {
  const run: Run = { folded: '', lines: [], at: [] };
  for (const line of lines) {
    const { folded, at } = fold(line.text);
    run.folded += folded;
    for (const index of at) {
      run.lines.push(line);
      run.at.push(index);
    }
  }
  return run;
}

/** A fixed text found in a run: characters `from` to `to` (excluded) of its `folded`. */
export interface Occurrence {
  run: Run;
  from: number;
  to: number;
  /** 1: letter by letter; less for every difference and where it begins or ends inside a word. */
  likeness: number;
}

/** Where a folded text stands in a run letter by letter. */
export function exactly(run: Run, text: string): Occurrence[] {
  const found: Occurrence[] = [];
  for (let from = run.folded.indexOf(text); from >= 0; from = run.folded.indexOf(text, from + 1)) {
    const to = from + text.length;
    found.push({ run, from, to, likeness: boundary(run, from) * boundary(run, to) });
  }
  return found;
}

/** The best place of a folded text in a run with at most a quarter of its characters misread (Sellers' algorithm). */
export function nearly(run: Run, text: string): Occurrence | undefined {
  const most = Math.floor(text.length / 4);
  if (most === 0 || run.folded.length < text.length - most) return undefined;
  const width = text.length + 1;
  let costs = Array.from({ length: width }, (_, index) => index);
  let starts = new Array<number>(width).fill(0);
  let best: { cost: number; from: number; to: number } | undefined;
  for (let end = 0; end < run.folded.length; end++) {
    const nextCosts = [0];
    const nextStarts = [end + 1];
    for (let index = 1; index < width; index++) {
      const replace = costs[index - 1]! + (run.folded[end] === text[index - 1] ? 0 : 1);
      const skip = costs[index]! + 1;
      const add = nextCosts[index - 1]! + 1;
      const cost = Math.min(replace, skip, add);
      nextCosts.push(cost);
      nextStarts.push(
        cost === replace ? starts[index - 1]! : cost === skip ? starts[index]! : nextStarts[index - 1]!,
      );
    }
    [costs, starts] = [nextCosts, nextStarts];
    // The character before is part of a start that lies at it.
    if (costs[width - 1]! <= most && (!best || costs[width - 1]! < best.cost))
      best = { cost: costs[width - 1]!, from: starts[width - 1]!, to: end + 1 };
  }
  if (!best || best.from >= best.to) return undefined;
  const { cost, from, to } = best;
  return {
    run,
    from,
    to,
    likeness: (1 - cost / text.length) * boundary(run, from) * boundary(run, to),
  };
}

/** Less than 1 where a cut before character `index` goes through a word. */
function boundary(run: Run, index: number): number {
  if (index === 0 || index >= run.folded.length || run.lines[index] !== run.lines[index - 1]) return 1;
  const [before, after] = [run.at[index - 1]!, run.at[index]!];
  if (after - before > 1) return 1;
  const { text } = run.lines[index]!;
  // Recognisers drop spaces between a label and its number.
  return /\p{L}/u.test(text[before]!) === /\p{L}/u.test(text[after]!) ? 0.6 : 0.95;
}

/** The stretches of lines an occurrence covers. */
export function partsOf({ run, from, to }: Occurrence): Part[] {
  const parts: Part[] = [];
  for (let index = from; index < to; index++) {
    const line = run.lines[index]!;
    const last = parts.at(-1);
    if (last?.line === line) last.end = run.at[index]! + 1;
    else parts.push({ line, start: run.at[index]!, end: run.at[index]! + 1 });
  }
  return parts;
}
