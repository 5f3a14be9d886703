import { layoutOf } from '../layout.ts';
import type { Line, PluginReading, Point } from '../types.ts';
import { exactly, fold, nearly, type Occurrence, type Part, partsOf, type Run, runOf } from './fold.ts';
import {
  boxOfPart,
  heightOf,
  leftMiddle,
  moved,
  type PlaneMap,
  refine,
  rightMiddle,
  type Similarity,
  similarityOf,
} from './plane.ts';
import type { Template, TemplateAnchor } from './template.ts';

/** A fixed text found in a reading. */
export interface FoundAnchor {
  anchor: TemplateAnchor;
  parts: Part[];
  /** 0 to 1. */
  likeness: number;
  /** Where its left and right ends are once moved into the template. */
  ends: [Point, Point];
}

export interface TemplateFit {
  fits: true;
  /** 0 to 1: how many of the fixed texts stand where they should, and how exactly. */
  confidence: number;
  /** From pixels of the reading to template coordinates. */
  toTemplate: PlaneMap;
  /** The fixed texts that stand where they should. */
  found: FoundAnchor[];
  /** Occurrences of each fixed text anywhere, also of those that moved away from their place; pixels. */
  candidates: Map<TemplateAnchor, FoundAnchor[]>;
  /** How many fixed texts there are. */
  anchors: number;
}

export interface TemplateMisfit {
  fits: false;
  /** One sentence. */
  reason: string;
}

interface Candidate {
  occurrence: Occurrence;
  parts: Part[];
  ends: [Point, Point];
  /** Of the text, pixels of the reading. */
  height: number;
}

interface Target {
  anchor: TemplateAnchor;
  folded: string;
  /** Long texts say more; labels of fields more than texts around them. */
  weight: number;
  ends: [Point, Point];
  height: number;
  candidates: Candidate[];
}

const maxCandidates = 8;
const maxHypotheses = 120;
/** Of all weight, so much has to be in its place. A text that was taken to be fixed and is not costs its share. */
const leastShare = 0.42;

/** All fixed texts of a template: the labels of its fields and the others. */
export function anchorsOf(template: Template): { anchor: TemplateAnchor; isLabel: boolean }[] {
  const labels = new Map<string, TemplateAnchor>();
  for (const { find } of template.fields)
    if (find.by === 'label') labels.set(JSON.stringify(find.label), find.label);
  return [
    ...[...labels.values()].map((anchor) => ({ anchor, isLabel: true })),
    ...template.anchors.map((anchor) => ({ anchor, isLabel: false })),
  ];
}

/**
 * Whether a reading is of the template's kind of document, and how it lies: finds the fixed texts in spite of misread
 * letters, and the one movement of the plane (quarter turn, scale, tilt, mild perspective) that most of them agree on.
 * Deterministic.
 */
export function fitTemplate(
  reading: Pick<PluginReading, 'lines'>,
  template: Template,
): TemplateFit | TemplateMisfit {
  const targets = anchorsOf(template).map((each) => targetOf(each.anchor, each.isLabel));
  const all = targets.reduce((sum, target) => sum + target.weight, 0);
  findTexts(targets, runsOf(reading.lines));
  const there = targets.filter((target) => target.candidates.length > 0);
  const present = there.reduce((sum, target) => sum + target.weight, 0);
  if (present < leastShare * all || there.length < Math.min(2, targets.length))
    return misfit(
      `${there.length === 0 ? 'None' : `Only ${there.length}`} of its ${targets.length} fixed texts ${there.length === 1 ? 'is' : 'are'} on this picture.`,
    );
  const start = bestSimilarity(there);
  if (!start) return misfit('Its fixed texts are here, but lie differently from each other.');
  const unit = Math.hypot(template.page.width, template.page.height);
  let chosen = start.inliers;
  let toTemplate: PlaneMap = (point) => moved(start.map, point);
  for (let round = 0; round < 4; round++) {
    const map = refine(
      start.map,
      chosen.flatMap(({ target, candidate }) => [
        { from: candidate.ends[0], to: target.ends[0] },
        { from: candidate.ends[1], to: target.ends[1] },
      ]),
      unit,
    );
    const next = inliersOf(there, map, round < 2 ? 1.6 : 1.1, round < 2 ? 0.02 : 0);
    if (next.length === 0) break;
    toTemplate = map;
    chosen = next;
  }
  const weight = chosen.reduce(
    (sum, each) => sum + each.target.weight * each.candidate.occurrence.likeness,
    0,
  );
  const share = weight / all;
  const letters = chosen.reduce((sum, { target }) => sum + target.folded.length, 0);
  if (share < leastShare || chosen.length < Math.min(2, targets.length) || letters < Math.min(8, all))
    return misfit(
      `Only ${chosen.length} of its ${targets.length} fixed texts ${chosen.length === 1 ? 'stands' : 'stand'} where ${chosen.length === 1 ? 'it' : 'they'} should.`,
    );
  const error =
    chosen.reduce((sum, { distance, target }) => sum + distance / target.height, 0) / chosen.length;
  return {
    fits: true,
    confidence: Math.min(1, 0.55 + 0.5 * share) * (1 - Math.min(0.2, 0.2 * error)),
    toTemplate,
    found: chosen.map(({ target, candidate }) => foundOf(target.anchor, candidate, toTemplate)),
    candidates: new Map(
      there.map(({ anchor, candidates }) => [
        anchor,
        candidates.map((candidate) => foundOf(anchor, candidate, toTemplate)),
      ]),
    ),
    anchors: targets.length,
  };
}

const misfit = (reason: string): TemplateMisfit => ({ fits: false, reason });

function foundOf(anchor: TemplateAnchor, { occurrence, parts, ends }: Candidate, map: PlaneMap): FoundAnchor {
  return { anchor, parts, likeness: occurrence.likeness, ends: [map(ends[0]), map(ends[1])] };
}

function targetOf(anchor: TemplateAnchor, isLabel: boolean): Target {
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
function runsOf(lines: readonly Line[]): Run[] {
  const layout = layoutOf({ lines: [...lines] });
  return [
    ...layout.rows.map((row) => runOf(row.lines.map(({ line }) => line))),
    ...layout.turned.map((line) => runOf([line])),
  ];
}

function findTexts(targets: readonly Target[], runs: readonly Run[]): void {
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
      if (known >= 0.45 * (target.folded.length - 1))
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
  return shared >= 0.45 * (text.length - 1);
}

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

interface Inlier {
  target: Target;
  candidate: Candidate;
  /** Between where its ends are and where they should be, template coordinates. */
  distance: number;
}

/** For each fixed text the candidate nearest to its place, if it is near enough. */
function inliersOf(
  targets: readonly Target[],
  map: PlaneMap,
  heights: number,
  ofDistance: number,
  from?: Point,
): Inlier[] {
  const inliers: Inlier[] = [];
  for (const target of targets) {
    let best: Inlier | undefined;
    for (const candidate of target.candidates) {
      const left = map(candidate.ends[0]);
      const right = map(candidate.ends[1]);
      const distance =
        (Math.hypot(left[0] - target.ends[0][0], left[1] - target.ends[0][1]) +
          Math.hypot(right[0] - target.ends[1][0], right[1] - target.ends[1][1])) /
        2;
      if (!best || distance < best.distance) best = { target, candidate, distance };
    }
    if (!best) continue;
    const away = from ? Math.hypot(target.ends[0][0] - from[0], target.ends[0][1] - from[1]) : 0;
    // Ends of a long text are as uncertain as its letters are wide.
    const length = target.ends[1][0] - target.ends[0][0];
    if (best.distance <= heights * target.height + 0.03 * length + ofDistance * away) inliers.push(best);
  }
  return inliers;
}

/** Hypotheses from pairs of fixed texts and from long single ones, the telling first; the one most weight agrees with. */
function bestSimilarity(targets: readonly Target[]): { map: Similarity; inliers: Inlier[] } | undefined {
  const ordered = [...targets].sort(
    (a, b) => b.weight / b.candidates.length - a.weight / a.candidates.length,
  );
  const total = targets.reduce((sum, target) => sum + target.weight, 0);
  let best: { map: Similarity; inliers: Inlier[]; score: number } | undefined;
  let tried = 0;
  const attempt = (map: Similarity | undefined, candidate: Candidate, target: Target): boolean => {
    if (!map || !isSensible(map, candidate, target)) return false;
    tried++;
    const inliers = inliersOf(targets, (point) => moved(map, point), 1.2, 0.04, target.ends[0]);
    const score = inliers.reduce(
      (sum, each) =>
        sum +
        each.target.weight *
          each.candidate.occurrence.likeness *
          (1 - 0.3 * Math.min(1, each.distance / (2 * each.target.height))),
      0,
    );
    if (!best || score > best.score) best = { map, inliers, score };
    return score > 0.93 * total;
  };
  for (let sum = 1; sum < 2 * ordered.length - 2 && tried < maxHypotheses; sum++)
    for (let i = Math.max(0, sum - ordered.length + 1); 2 * i < sum; i++) {
      const [first, second] = [ordered[i]!, ordered[sum - i]!];
      const apart = Math.hypot(first.ends[0][0] - second.ends[0][0], first.ends[0][1] - second.ends[0][1]);
      if (apart < 3 * Math.max(first.height, second.height)) continue;
      for (const a of first.candidates)
        for (const b of second.candidates) {
          if (tried >= maxHypotheses) break;
          if (attempt(similarityOf([a.ends[0], b.ends[0]], [first.ends[0], second.ends[0]]), a, first))
            return best;
        }
    }
  for (const target of ordered.slice(0, 6))
    for (const candidate of target.candidates.slice(0, 3))
      if (target.folded.length >= 4)
        if (attempt(similarityOf(candidate.ends, target.ends), candidate, target)) return best;
  return best;
}

/** Text keeps its direction and about its height: most accidental pairs do not. */
function isSensible(map: Similarity, candidate: Candidate, target: Target): boolean {
  const scale = Math.hypot(map.a, map.b);
  const byHeight = target.height / candidate.height;
  if (scale < 0.55 * byHeight || scale > 1.8 * byHeight) return false;
  const [left, right] = candidate.ends.map((end) => moved(map, end)) as [Point, Point];
  const length = Math.hypot(right[0] - left[0], right[1] - left[1]);
  return length < target.height || right[0] - left[0] > 0.9 * length;
}
