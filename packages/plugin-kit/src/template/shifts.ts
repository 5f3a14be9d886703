import type { Point } from '../types.ts';
import { anchorsOf } from './find-texts.ts';
import type { FoundAnchor, TemplateFit } from './fit-template.ts';
import type { Template, TemplateBox } from './template.ts';

/**
 * Fixed texts with where they are: those in their place, and labels that moved up or down with what stands above them.
 */
export function placeLabels(template: Template, fit: TemplateFit) {
  const texts = anchorsOf(template);
  const names = new Set(texts.filter(({ isLabel }) => isLabel).map(({ anchor }) => JSON.stringify(anchor)));
  // A text that moved and names nothing may be what somebody filled in.
  const placed = fit.found.filter(({ anchor, isMoved }) => !isMoved || names.has(JSON.stringify(anchor)));
  const labels = new Map<string, FoundAnchor>();
  for (const found of fit.found) labels.set(JSON.stringify(found.anchor), found);
  for (const { anchor, isLabel } of texts) {
    const key = JSON.stringify(anchor);
    if (!isLabel || labels.has(key)) continue;
    let best: { found: FoundAnchor; distance: number } | undefined;
    for (const found of fit.candidates.get(anchor) ?? []) {
      const [dx, dy] = shiftOf(found);
      const height = anchor.box[3] - anchor.box[1];
      // In a line of several values it gives way to a longer one before it.
      const aside = Math.abs(dy) < 0.8 * height ? 15 : 3;
      if (Math.abs(dx) > aside * height || found.likeness < 0.7) continue;
      const distance = Math.abs(dy) + 4 * Math.abs(dx);
      if (!best || distance < best.distance) best = { found, distance };
    }
    if (best && best.distance < 0.6 * template.page.height) {
      labels.set(key, best.found);
      placed.push(best.found);
    }
  }
  return { placed, labels };
}

/** By how much a fixed text lies beside its place, after the movement of the page. */
export function shiftOf({ anchor, ends }: FoundAnchor): Point {
  const [left, top, , bottom] = anchor.box;
  return [ends[0][0] - left, (ends[0][1] + ends[1][1]) / 2 - (top + bottom) / 2];
}

export function middleShift(found: readonly FoundAnchor[]): Point {
  const shifts = found.map(shiftOf);
  const middle = (values: number[]) => values.sort((p, q) => p - q)[values.length >> 1]!;
  return [middle(shifts.map(([x]) => x)), middle(shifts.map(([, y]) => y))];
}

/** What the movement of the whole page leaves over at a place: curl and perspective, told by the fixed texts around it. */
export function leftOver(at: Point, template: Template, fit: TemplateFit): Point {
  const near = (4 * template.lineHeight) ** 2;
  let [dx, dy, sum] = [0, 0, 1 / (near * 8)];
  for (const found of fit.found) {
    const [left, top, right, bottom] = found.anchor.box;
    // What moved away downwards says nothing about what stands above it.
    if (found.isMoved && top > at[1] - 0.3 * template.lineHeight) continue;
    const square = (at[0] - (left + right) / 2) ** 2 + (at[1] - (top + bottom) / 2) ** 2;
    const weight = 1 / (square + near);
    const shift = shiftOf(found);
    dx += weight * shift[0];
    dy += weight * shift[1];
    sum += weight;
  }
  return [dx / sum, dy / sum];
}

export const middleOf = (box: TemplateBox): Point => [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
