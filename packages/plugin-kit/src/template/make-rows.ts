import type { PluginReading } from '../types.ts';
import { fitTemplate } from './fit-template.ts';
import {
  anchorOf,
  around,
  type LevelExample,
  type MarkedPart,
  type MarkedRows,
  stretchesOf,
  type TemplateMark,
} from './marks.ts';
import { readPlaces } from './read-places.ts';
import type { ItemRow } from './read-rows.ts';
import type { Template, TemplateColumn, TemplateField } from './template.ts';
import { shapeOf } from './typed-value.ts';

/** How rows like the one that was marked are found. */
export function rowsFind(
  level: LevelExample,
  value: MarkedRows,
  by: TemplateMark['by'],
): TemplateField['find'] | undefined {
  const columns = value.columns.flatMap(({ parts, ...column }): TemplateColumn[] => {
    const stretches = stretchesOf(level, parts);
    if (stretches.length === 0) return [];
    const shape = column.type === 'code' ? shapeOf(stretches.map(({ text }) => text).join(' ')) : undefined;
    return [{ ...column, ...(shape ? { shape } : {}), box: around(stretches.map(({ box }) => box)) }];
  });
  if (columns.length === 0) return undefined;
  const until = stretchesOf(level, value.until ?? []);
  const heads = by === 'place' ? [] : by.label.flatMap((part) => level.stretchOf(part) ?? []);
  return {
    by: 'rows',
    heads: heads.map((head) => anchorOf([head])),
    columns,
    box: around(columns.map(({ box }) => box)),
    ...(until.length > 0 ? { until: anchorOf(until) } : {}),
  };
}

/**
 * The fields with columns as wide as all rows of the example need and the distance of its rows, and the stretches those
 * rows take up; undefined where no field has rows.
 */
export function rowsOfExample(
  reading: PluginReading,
  template: Template,
): { fields: TemplateField[]; parts: MarkedPart[] } | undefined {
  if (!template.fields.some(({ find }) => find.by === 'rows')) return undefined;
  // Texts below the first row may be in rows themselves.
  const tops = template.fields.flatMap(({ find }) => (find.by === 'rows' ? [find.box[1]] : []));
  const anchors = template.anchors.filter(({ box }) => tops.every((top) => box[3] < top));
  const bare = { ...template, anchors };
  const fit = fitTemplate(reading, bare, 0);
  if (!fit.fits) return undefined;
  const input = { reading, settings: {}, locale: 'en', today: '2026-01-01' };
  const { rows } = readPlaces(input, bare, fit);
  const parts = [...rows.values()].flatMap((items) =>
    items.flatMap(({ cells }) =>
      [...cells.values()].flat().map(({ line, start, end }) => ({ line: line.id, start, end })),
    ),
  );
  const fields = template.fields.map((field): TemplateField => {
    const items = rows.get(field.name) ?? [];
    const { find } = field;
    if (find.by !== 'rows' || items.length === 0) return field;
    const pitch = pitchOf(items);
    return {
      ...field,
      find: {
        ...find,
        columns: find.columns.map((column) => widened(column, items)),
        ...(pitch === undefined ? {} : { pitch: Math.round(pitch * 10) / 10 }),
      },
    };
  });
  return { fields, parts };
}

function widened(column: TemplateColumn, items: readonly ItemRow[]): TemplateColumn {
  const tokens = items.flatMap(({ cells }) => cells.get(column.name) ?? []);
  const [left, top, right, bottom] = column.box;
  const round = (value: number) => Math.round(value * 10) / 10;
  return {
    ...column,
    box: [
      round(Math.min(left, ...tokens.map((token) => token.left))),
      top,
      round(Math.max(right, ...tokens.map((token) => token.right))),
      bottom,
    ],
  };
}

function pitchOf(items: readonly ItemRow[]): number | undefined {
  const distances = items.slice(1).map(({ y }, index) => y - items[index]!.y);
  return distances.sort((a, b) => a - b)[distances.length >> 1];
}
