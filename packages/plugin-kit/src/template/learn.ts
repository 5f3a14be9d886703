import type { PluginReading } from '../types.ts';
import { looksTelling } from './anchors.ts';
import { anchorsOf } from './find-texts.ts';
import { fitTemplate } from './fit-template.ts';
import { exactly, fold, runOf } from './fold.ts';
import { anchorOf, levelExample, remainders } from './marks.ts';
import { readPlaces } from './read-places.ts';
import type { Template, TemplateAnchor } from './template.ts';

/** What further examples showed about a template's fixed texts. */
export interface Learned {
  template: Template;
  /** Texts that are the same on all examples, first of all those that were not known to be. */
  kept: string[];
  added: string[];
  /** Texts that were taken to be fixed and are not. */
  dropped: string[];
  /** Indices of examples that do not look like the first one at all; nothing was learned from them. */
  unlike: number[];
}

/** Known to be of the kind, so that a little is enough to see how they lie. */
const leastShare = 0.25;
const fewestAnchors = 3;
const maxAnchors = 40;

/** Keeps the fixed texts that stand where they should on further examples, drops the others, adds those it had missed. */
export function learn(template: Template, first: PluginReading, examples: readonly PluginReading[]): Learned {
  const unlike: number[] = [];
  const fits = examples.flatMap((reading, index) => {
    const fit = fitTemplate(reading, template, leastShare);
    if (fit.fits) return [{ reading, fit }];
    unlike.push(index);
    return [];
  });
  const textsOf = (anchors: readonly TemplateAnchor[]) => anchors.map(({ text }) => text);
  if (fits.length === 0) return { template, kept: textsOf(template.anchors), added: [], dropped: [], unlike };
  const isSeen = (anchor: TemplateAnchor) => {
    const key = JSON.stringify(anchor);
    const times = fits.filter(({ fit }) => fit.found.some((found) => JSON.stringify(found.anchor) === key));
    return times.length > fits.length / 2 || times.length === fits.length;
  };
  const labels = template.fields.filter(({ find }) => find.by === 'label' || find.by === 'rows').length;
  let kept = template.anchors.filter(isSeen);
  if (kept.length + labels < fewestAnchors) kept = template.anchors;
  const added = furtherAnchors(template, first, fits).slice(0, maxAnchors - kept.length);
  return {
    template: {
      ...template,
      anchors: [...kept, ...added].sort((a, b) => a.box[1] - b.box[1]),
      examples: Math.min(20, fits.length + 1),
    },
    kept: textsOf(kept),
    added: textsOf(added),
    dropped: textsOf(template.anchors.filter((anchor) => !kept.includes(anchor))),
    unlike,
  };
}

/** Texts that stand letter by letter at the same place of all examples and did not look fixed by themselves. */
function furtherAnchors(
  template: Template,
  first: PluginReading,
  fits: readonly {
    reading: PluginReading;
    fit: Extract<ReturnType<typeof fitTemplate>, { fits: true }>;
  }[],
): TemplateAnchor[] {
  const level = levelExample(first);
  const own = fitTemplate(first, template, 0);
  // What is an anchor, a label, or a value already.
  const taken = [
    ...anchorsOf(template).map(({ anchor }) => anchor.box),
    ...template.fields.map(({ find }) => find.box),
  ];
  if (!own.fits) return [];
  const input = { reading: first, settings: {}, locale: 'en', today: '2026-01-01' };
  const inRows = new Set(
    [...readPlaces(input, template, own).rows.values()].flatMap((rows) =>
      rows.flatMap(({ cells }) => [...cells.values()].flatMap((tokens) => tokens.map(({ line }) => line.id))),
    ),
  );
  const isFree = (box: TemplateAnchor['box']) =>
    taken.every(
      (other) => box[2] < other[0] || box[0] > other[2] || box[3] < other[1] + 2 || box[1] > other[3] - 2,
    );
  return remainders(level.lines, [], level)
    .filter(({ text, box, line }) => looksTelling(text) && isFree(box) && !inRows.has(line.id))
    .map((stretch) => anchorOf([stretch]))
    .filter((anchor) =>
      fits.every(({ reading, fit }) => {
        const { folded } = fold(anchor.text);
        const middle = (anchor.box[1] + anchor.box[3]) / 2;
        return reading.lines.some((line) => {
          if (exactly(runOf([line]), folded).length === 0) return false;
          const [x, y] = fit.toTemplate([
            (line.box[0][0] + line.box[3][0]) / 2,
            (line.box[0][1] + line.box[3][1]) / 2,
          ]);
          const height = anchor.box[3] - anchor.box[1];
          return Math.abs(x - anchor.box[0]) < 1.5 * height && Math.abs(y - middle) < 1.2 * height;
        });
      }),
    );
}
