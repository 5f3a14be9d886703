import type { Line, PluginReading, Point } from '../types.ts';
import { anchorsOf, type Candidate, findTexts, runsOf, type Target, targetOf } from './find-texts.ts';
import type { Part } from './fold.ts';
import {
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
  /** It lies above or below its place, as the text around it does. */
  isMoved?: boolean;
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
  /** Too few of the fixed texts are on the picture, or too few stand where they should. */
  why: 'none_there' | 'few_there' | 'lie_differently' | 'few_in_place';
  /** How many of the fixed texts are there, of `few_in_place` those in their place. */
  there: number;
  /** How many fixed texts there are. */
  anchors: number;
  /** Fixed texts that are nowhere on the picture, most telling first. */
  missing: string[];
}

const maxHypotheses = 120;
/** Of all weight, so much has to be in its place. A text that was taken to be fixed and is not costs its share. */
const leastShare = 0.46;
/** Where several examples have shown which texts are fixed. */
const leastShareLearned = 0.6;
/** What moved up or down with the text around it says less than what stands in its place. */
const movedShare = 0.8;

/**
 * Whether a reading is of the template's kind of document, and how it lies: finds the fixed texts in spite of misread
 * letters, and the one movement of the plane (quarter turn, scale, tilt, mild perspective) that most of them agree on.
 * Deterministic.
 */
export function fitTemplate(
  reading: Pick<PluginReading, 'lines'>,
  template: Template,
  /** Less where it is known to be of the kind, and asked is only how it lies. */
  least = (template.examples ?? 1) > 1 ? leastShareLearned : leastShare,
): TemplateFit | TemplateMisfit {
  const targets = anchorsOf(template).map((each) => targetOf(each.anchor, each.isLabel));
  const all = targets.reduce((sum, target) => sum + target.weight, 0);
  findTexts(targets, runsOf(reading.lines));
  const there = targets.filter((target) => target.candidates.length > 0);
  const missing = targets.filter((target) => !there.includes(target));
  const misfit = (why: TemplateMisfit['why'], count: number): TemplateMisfit => ({
    fits: false,
    why,
    there: count,
    anchors: targets.length,
    missing: missing.toSorted((a, b) => b.weight - a.weight).map(({ anchor }) => anchor.text),
  });
  const present = there.reduce((sum, target) => sum + target.weight, 0);
  if (present < least * all || there.length < Math.min(2, targets.length))
    return misfit(there.length === 0 ? 'none_there' : 'few_there', there.length);
  const firm = firmOf(there, template);
  const start = bestSimilarity(firm);
  if (!start) return misfit('lie_differently', there.length);
  const unit = Math.hypot(template.page.width, template.page.height);
  let chosen = start.inliers;
  let toTemplate: PlaneMap = (point) => moved(start.map, point);
  const levels = levelsOf(reading.lines, start.map);
  for (let round = 0; round < 4; round++) {
    const map = refine(
      start.map,
      chosen.flatMap(({ target, candidate }) => [
        { from: candidate.ends[0], to: target.ends[0] },
        { from: candidate.ends[1], to: target.ends[1] },
      ]),
      unit,
      levels,
    );
    const next = inliersOf(firm, map, round < 2 ? 1.6 : 1.1, round < 2 ? 0.02 : 0);
    if (next.length === 0) break;
    toTemplate = map;
    chosen = next;
  }
  const loose = there.filter((target) => !firm.includes(target));
  chosen = [...chosen, ...inliersOf(loose, toTemplate, 1.1, 0)];
  const aside = movedTogether(there, chosen, toTemplate, template.lineHeight);
  const weightOf = (inliers: readonly Inlier[]) =>
    inliers.reduce((sum, each) => sum + each.target.weight * each.candidate.occurrence.likeness, 0);
  const share = (weightOf(chosen) + movedShare * weightOf(aside)) / all;
  const letters = chosen.reduce((sum, { target }) => sum + target.folded.length, 0);
  if (share < least || chosen.length < Math.min(2, targets.length) || letters < Math.min(8, all))
    return misfit('few_in_place', chosen.length + aside.length);
  const error =
    chosen.reduce((sum, { distance, target }) => sum + distance / target.height, 0) / chosen.length;
  return {
    fits: true,
    confidence: Math.min(1, 0.55 + 0.5 * share) * (1 - Math.min(0.2, 0.2 * error)),
    toTemplate,
    found: [
      ...chosen.map(({ target, candidate }) => foundOf(target.anchor, candidate, toTemplate)),
      ...aside.map(({ target, candidate }) => ({
        ...foundOf(target.anchor, candidate, toTemplate),
        isMoved: true,
      })),
    ],
    candidates: new Map(
      there.map(({ anchor, candidates }) => [
        anchor,
        candidates.map((candidate) => foundOf(anchor, candidate, toTemplate)),
      ]),
    ),
    anchors: targets.length,
  };
}

/** Those that lie where they do however long a list between them is; all where these are too few to go by. */
function firmOf(targets: readonly Target[], template: Template): readonly Target[] {
  const ends = template.fields.flatMap(({ find }) => (find.by === 'rows' ? [find.box[3]] : []));
  if (ends.length === 0) return targets;
  const firm = targets.filter(({ anchor }) => anchor.box[1] < Math.min(...ends));
  return firm.length >= 2 ? firm : targets;
}

/** Ends of the longer lines that run about level. */
function levelsOf(lines: readonly Line[], map: Similarity): [Point, Point][] {
  return lines.flatMap(({ box }): [Point, Point][] => {
    const [left, right] = [leftMiddle(box), rightMiddle(box)];
    const [a, b] = [moved(map, left), moved(map, right)];
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const isLong = Math.hypot(right[0] - left[0], right[1] - left[1]) > 2.5 * heightOf(box);
    return isLong && dx > 0 && Math.abs(dy) < 0.15 * dx ? [[left, right]] : [];
  });
}

/**
 * Fixed texts that lie above or below their place by the same distance as another one does: what stands below a list
 * moves with its length.
 */
function movedTogether(
  targets: readonly Target[],
  chosen: readonly Inlier[],
  map: PlaneMap,
  lineHeight: number,
): Inlier[] {
  const inPlace = new Set(chosen.map(({ target }) => target));
  const shifted: { inlier: Inlier; dy: number }[] = [];
  for (const target of targets) {
    if (inPlace.has(target)) continue;
    for (const candidate of target.candidates) {
      if (candidate.occurrence.likeness < 0.75) continue;
      const [left, right] = candidate.ends.map(map) as [Point, Point];
      const length = target.ends[1][0] - target.ends[0][0];
      const [dx, dy] = [left[0] - target.ends[0][0], left[1] - target.ends[0][1]];
      const along = Math.abs(right[0] - left[0] - length);
      if (Math.abs(dx) > 1.5 * lineHeight || along > 1.2 * lineHeight + 0.1 * length) continue;
      // What is left of the movement of the page apart from the common distance.
      shifted.push({ inlier: { target, candidate, distance: Math.abs(dx) }, dy });
    }
  }
  const aside = new Map<Target, Inlier>();
  const near = (a: number, b: number) => Math.abs(a - b) < 0.8 * lineHeight;
  for (const { inlier, dy } of shifted) {
    if (aside.has(inlier.target)) continue;
    const others = new Set(
      shifted.filter((each) => near(each.dy, dy)).map(({ inlier: { target } }) => target),
    );
    if (others.size > 1 || inlier.target.folded.length >= 6) aside.set(inlier.target, inlier);
  }
  return [...aside.values()];
}

function foundOf(anchor: TemplateAnchor, { occurrence, parts, ends }: Candidate, map: PlaneMap): FoundAnchor {
  return { anchor, parts, likeness: occurrence.likeness, ends: [map(ends[0]), map(ends[1])] };
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
