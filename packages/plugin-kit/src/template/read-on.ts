import type { Field } from '../types.ts';
import type { FoundAnchor, TemplateFit } from './fit-template.ts';
import { goesOn } from './goes-on.ts';
import type { ReadText } from './read-text.ts';
import { leftOver, middleOf, shiftOf } from './shifts.ts';
import type { Template, TemplateBox, TemplateField } from './template.ts';
import type { Token } from './tokens.ts';

/** Texts and addresses that go on below or behind their place take what is free there: `fields` are changed. */
export function readOn(
  texts: readonly [wanted: TemplateField, text: ReadText][],
  fields: Map<string, Field>,
  {
    template,
    fit,
    tokens,
    placed,
    labels,
    used,
  }: {
    template: Template;
    fit: TemplateFit;
    tokens: readonly Token[];
    placed: readonly FoundAnchor[];
    labels: ReadonlyMap<string, FoundAnchor>;
    /** Words that belong to a value already; what is read on with is added. */
    used: Set<Token>;
  },
): void {
  const fixed = [...placed, ...fit.found.filter((found) => !placed.includes(found))];
  const isFixed = ({ line, start, end }: Token) =>
    fixed.some(({ parts }) =>
      parts.some((part) => part.line === line && part.start < end && part.end > start),
    );
  const free = tokens.filter((token) => !used.has(token) && !isFixed(token));
  const missing = template.fields.filter(({ name }) => !fields.has(name));
  const isTaken = (token: Token) =>
    missing.some(({ find }) => {
      if (find.by === 'barcode' || find.by === 'rows') return false;
      const label = find.by === 'label' ? labels.get(JSON.stringify(find.label)) : undefined;
      const [dx, dy] = label ? shiftOf(label) : leftOver(middleOf(find.box), template, fit);
      return (
        Math.abs(token.at[1] - dy - middleOf(find.box)[1]) < 0.9 * template.lineHeight &&
        token.left - dx < find.box[2] + template.lineHeight &&
        token.right - dx > find.box[0] - template.lineHeight
      );
    });
  const pageRight = Math.max(...tokens.map(({ right }) => right));
  // How wide the column of a value is: as wide as any that begins where it begins, in the example and here.
  const reachOf = (box: TemplateBox, dx: number) =>
    Math.max(
      ...template.fields.flatMap(({ find }) =>
        find.by !== 'barcode' && find.by !== 'rows' && Math.abs(find.box[0] - box[0]) < template.lineHeight
          ? [find.box[2] + dx]
          : [],
      ),
      ...texts.flatMap(([other, { rows }]) =>
        Math.abs(other.find.box[0] - box[0]) < template.lineHeight
          ? rows.flat().map(({ right }) => right)
          : [],
      ),
    );
  for (const [{ name, type, find }, { rows, label, shift, make }] of texts) {
    const left = free.filter((token) => !used.has(token));
    const isBroken = type === 'address' || rows.length > 1;
    const columnRight = find.by === 'rows' ? 0 : reachOf(find.box, shift[0]);
    const more = goesOn(rows, {
      tokens: left,
      placed: fixed,
      label,
      fit,
      columnRight,
      pageRight,
      isBroken,
      isTaken,
    });
    for (const token of more.rows.flat()) used.add(token);
    const made = more.rows.length > 0 ? make([...rows, ...more.rows]) : fields.get(name);
    if (!made) continue;
    const trust = (more.rows.length > 0 ? 0.97 : 1) * (more.doubt ? 0.7 : 1);
    fields.set(name, {
      ...made,
      confidence: made.confidence * trust,
      checks: [...made.checks, ...(more.doubt ? [more.doubt] : [])],
    });
  }
}
