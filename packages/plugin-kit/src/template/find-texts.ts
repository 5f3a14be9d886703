import { layoutOf } from '../layout.ts';
import type { Line, Point } from '../types.ts';
import { exactly, fold, nearly, type Occurrence, type Part, partsOf, type Run, runOf } from './fold.ts';
import { boxOfPart, heightOf, leftMiddle, rightMiddle } from './plane.ts';
import type { Template, TemplateAnchor } from './template.ts';

const maxCandidates = 8;

export interface Candidate {
  occurrence: Occurrence;
  parts: Part[];
  ends: [Point, Point];
  /** Of the text, pixels of the reading. */
  height: number;
}

export interface Target {
  anchor: TemplateAnchor;
  folded: string;
  /** Long texts say more; labels of fields more than texts around them. */
  weight: number;
  ends: [Point, Point];
  height: number;
  candidates: Candidate[];
}

/** All fixed texts of a template: the labels of its fields and the others. */
export function anchorsOf(template: Template): { anchor: TemplateAnchor; isLabel: boolean }[] {
  const labels = new Map<string, TemplateAnchor>();
  for (const { find } of template.fields) {
    if (find.by === 'label') labels.set(JSON.stringify(find.label), find.label);
    if (find.by === 'rows')
      for (const anchor of [...find.heads, ...(find.until ? [find.until] : [])])
        labels.set(JSON.stringify(anchor), anchor);
  }
  return [
    ...[...labels.values()].map((anchor) => ({ anchor, isLabel: true })),
    ...template.anchors
      .filter((anchor) => !labels.has(JSON.stringify(anchor)))
      .map((anchor) => ({ anchor, isLabel: false })),
  ];
}

export function targetOf(anchor: TemplateAnchor, isLabel: boolean): Target {
  const { folded } = fold(anchor.text);
  const [left, top, right, bottom] = anchor.box;
  const middle = (top + bottom) / 2;
  return {
    anchor,
    folded,
    weight: Math.min(20, folded.length) * (isLabel ? 1.5 : 1),
    ends: [
      [left, middle],
      [right, middle],
    ],
    height: Math.max(1, bottom - top),
    candidates: [],
  };
}

/** Lines side by side together, so that a fixed text split in two is found as well; turned lines for themselves. */
export function runsOf(lines: readonly Line[]): Run[] {
  const layout = layoutOf({ lines: [...lines] });
  return [
    ...layout.rows.map((row) => runOf(row.lines.map(({ line }) => line))),
    ...layout.turned.map((line) => runOf([line])),
  ];
}

export function findTexts(targets: readonly Target[], runs: readonly Run[]): void {
  // Pairs of letters that occur at all: a cheap look before the expensive one.
  let pairs: Set<string> | undefined;
  for (const target of targets) {
    if (target.folded.length < 2) continue;
    let occurrences = runs.flatMap((run) => exactly(run, target.folded));
    if (occurrences.length === 0 && target.folded.length >= 4) {
      pairs ??= pairsOf(runs);
      let known = 0;
      for (let index = 1; index < target.folded.length; index++)
        if (pairs.has(target.folded.slice(index - 1, index + 1))) known++;
      if (known >= leastPairs(target.folded))
        occurrences = runs.flatMap((run) =>
          sharesPairs(run, target.folded) ? (nearly(run, target.folded) ?? []) : [],
        );
    }
    target.candidates = occurrences
      .sort((a, b) => b.likeness - a.likeness)
      .slice(0, maxCandidates)
      .map(candidateOf);
  }
}

function pairsOf(runs: readonly Run[]): Set<string> {
  const pairs = new Set<string>();
  for (const { folded } of runs)
    for (let index = 1; index < folded.length; index++) pairs.add(folded.slice(index - 1, index + 1));
  return pairs;
}

function sharesPairs(run: Run, text: string): boolean {
  let shared = 0;
  for (let index = 1; index < text.length; index++)
    if (run.folded.includes(text.slice(index - 1, index + 1))) shared++;
  return shared >= leastPairs(text);
}

/** Every misread letter costs two pairs. */
const leastPairs = (text: string): number => text.length - 1 - 2 * Math.floor(text.length / 4);

function candidateOf(occurrence: Occurrence): Candidate {
  const parts = partsOf(occurrence);
  const boxes = parts.map(({ line, start, end }) => boxOfPart(line, start, end));
  return {
    occurrence,
    parts,
    ends: [leftMiddle(boxes[0]!), rightMiddle(boxes.at(-1)!)],
    height: Math.max(1, heightOf(boxes[0]!)),
  };
}
