import type { FieldData } from '@readout/plugin-kit';
import { sql } from 'kysely';
import type { Trx } from '../in-scope.ts';
import type { ProposedRecord } from './proposal-rows.ts';
import { type Corrections, doubtfulBelow, type RecordField } from './rules.ts';

/** Records of one kind a company's own experience is told from: the last ones that people confirmed. */
const mostLookedAt = 50;
/** With fewer a single slip would count for much. */
const fewestLookedAt = 5;
/** Of the standard normal distribution: one in twenty lies beyond it. */
const z = 1.645;

/**
 * How sure a value can be at most, 0 to 1, where so many of its kind had to be corrected: the upper end of Wilson's interval for the share
 * that was right, which the truth exceeds once in twenty. 1 where nothing was corrected, or too little is known.
 */
export function mostSure({ of, corrected }: Corrections): number {
  if (corrected === 0 || of < fewestLookedAt) return 1;
  const right = (of - corrected) / of;
  const middle = right + z ** 2 / (2 * of);
  const half = z * Math.sqrt((right * (1 - right)) / of + z ** 2 / (4 * of ** 2));
  return Math.round(((middle + half) / (1 + z ** 2 / of)) * 1000) / 1000;
}

/**
 * The records, no surer of a field than is likely by how often the company's people corrected it in the last ones of the same reader and type
 * that they confirmed. They make nothing surer: what nobody corrected may not have been looked at. What a code or a file says is
 * left as it is.
 */
export async function boundByCorrections(
  trx: Trx,
  companyId: string,
  records: readonly ProposedRecord[],
): Promise<ProposedRecord[]> {
  const found = await findCorrections(trx, companyId, records);
  if (found.size === 0) return [...records];
  return records.map((record) => {
    const lowered = Object.entries(record.fields).flatMap(([name, field]): [string, RecordField][] => {
      const corrections = found.get(keyOf(record.plugin, record.type, name));
      if (!corrections || !isReadFromPixels(field)) return [];
      const confidence = mostSure(corrections);
      return confidence < field.confidence ? [[name, { ...field, confidence, corrections }]] : [];
    });
    if (lowered.length === 0) return record;
    return {
      ...record,
      fields: { ...record.fields, ...Object.fromEntries(lowered) },
      confidence: Math.min(record.confidence, ...lowered.map(([, { confidence }]) => confidence)),
    };
  });
}

const keyOf = (...parts: string[]) => parts.join(' ');

const isReadFromPixels = ({ evidence }: FieldData): boolean =>
  evidence.every(({ file, barcode }) => file === undefined && barcode === undefined);

/** By plugin, type and field; only fields that were corrected. A value that was in doubt anyway says nothing about those that were not. */
async function findCorrections(
  trx: Trx,
  companyId: string,
  records: readonly ProposedRecord[],
): Promise<Map<string, Corrections>> {
  const kinds = [...new Map(records.map((each) => [keyOf(each.plugin, each.type), each])).values()];
  if (kinds.length === 0) return new Map();
  // Which fields a record had at first costs more to find out than which were changed: asked only where some were.
  const { rows } = await sql<{ plugin: string; type: string; field: string } & Corrections>`
    with looked_at as materialized (
      select l.* from unnest(${kinds.map(({ plugin }) => plugin)}::text[], ${kinds.map(({ type }) => type)}::text[]) as k (plugin, type)
      cross join lateral (
        select r.id, r.plugin_id, r.type, r.edited_fields from app.records r
        where r.company_id = ${companyId}::uuid and r.plugin_id = k.plugin and r.type = k.type
          and r.state = 'confirmed' and r.confirmed_by is not null and r.read_as is null
        order by r.confirmed_at desc limit ${mostLookedAt}
      ) as l
    ), corrected as (
      select distinct plugin_id, type from looked_at where edited_fields <> '{}'
    )
    select l.plugin_id as plugin, l.type, f.key as field, count(*)::int as of,
      (count(*) filter (where f.key = any (l.edited_fields)))::int as corrected
    from corrected c join looked_at l on l.plugin_id = c.plugin_id and l.type = c.type
    join app.records r on r.company_id = ${companyId}::uuid and r.id = l.id
    cross join lateral jsonb_each(r.original_fields) as f (key, value)
    where f.value->'value' <> 'null' and (f.value->'confidence' >= to_jsonb(${doubtfulBelow}::float8) or f.value ? 'corrections')
    group by 1, 2, 3 having bool_or(f.key = any (l.edited_fields))`.execute(trx);
  return new Map(
    rows.map(({ plugin, type, field, of, corrected }) => [keyOf(plugin, type, field), { of, corrected }]),
  );
}
