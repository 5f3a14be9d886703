import {
  type Check,
  check,
  type DraftRecord,
  dayNumber,
  defineReader,
  type Field,
  field,
  isoDate,
  joinSightings,
  type PluginReading,
  type Sighting,
  type Zone,
  type ZoneElement,
  type ZoneFormat,
  type ZoneOutcome,
  type ZoneSpan,
  zoneFormats,
  zoneNumber,
  zoneOutcome,
  zonePart,
} from '@readout/plugin-kit';
import { byClass, repaired } from './repair.ts';
import { isState } from './states.ts';
import { fitNames, fits, follow, unread, type ZoneRow, zoneRows } from './zone.ts';

interface Found {
  format: ZoneFormat;
  rows: ZoneRow[];
  zone: Zone;
  outcome: ZoneOutcome;
  /** Characters added or taken away to make the lines with check digits as long as the format has them. */
  adjusted: number;
  /** The line of names is as long as it has to be and no character of it is known to be lost. */
  namesAreWhole: boolean;
}

type CheckedElement = Exclude<ZoneElement, 'optional' | 'whole'>;

export default defineReader({
  read({ reading, today }) {
    const rows = zoneRows(reading);
    const records: DraftRecord[] = [];
    for (let index = 0; index < rows.length; ) {
      const found = bestAt(rows, index);
      if (found) records.push(recordOf(found, reading, today));
      index += found ? found.format.rows : 1;
    }
    return records;
  },
});

/** The format that explains the rows from `index` best, if its check digits prove enough. */
function bestAt(rows: ZoneRow[], index: number): Found | undefined {
  let best: Found | undefined;
  for (const format of zoneFormats) {
    const part = rows.slice(index, index + format.rows);
    if (part.length < format.rows || part.some((row, i) => i > 0 && !follow(part[i - 1]!, row))) continue;
    for (const found of readings(part, format)) if (!best || isBetter(found, best)) best = found;
  }
  return best;
}

/** A line is as long as it looks before it is shorter or longer: a TD2 zone filled up is a TD3 zone whose digits hold. */
function isBetter(found: Found, other: Found): boolean {
  const holding = ({ outcome }: Found) => Object.values(outcome).filter(Boolean).length;
  return found.adjusted === other.adjusted
    ? holding(found) > holding(other)
    : found.adjusted < other.adjusted;
}

function readings(rows: ZoneRow[], format: ZoneFormat): Found[] {
  const [namesRow] = format.names;
  const names = fitNames(rows[namesRow]!.text, format.length);
  const namesAreWhole = names !== undefined && !rows[namesRow]!.hasGaps;
  const choices = rows.map((row, index) =>
    index === namesRow
      ? [names ?? row.text.slice(0, format.length).padEnd(format.length, '<')]
      : fits(row.text, format.length),
  );
  const adjusted = rows.reduce(
    (sum, row, index) => sum + (index === namesRow ? 0 : Math.abs(format.length - row.text.length)),
    0,
  );
  const zones = choices.reduce<string[][]>(
    (all, choice) => all.flatMap((zone) => choice.map((line) => [...zone, line])),
    [[]],
  );
  return zones.flatMap((read): Found[] => {
    const classed = byClass(read, format);
    const zone = repaired(classed, format) ?? classed;
    const result = zoneOutcome(zone, format);
    const own = [result.number, result.birth, result.expiry].filter(Boolean).length;
    const type = zonePart(zone, format.documentType);
    if (!format.types.test(type) || !/^[A-Z][A-Z<]$/.test(type)) return [];
    // Three digits hold by accident in one of a thousand texts; with one failing, the composite or the states say the rest.
    const states = [format.state, format.nationality].every((span) =>
      isState(zonePart(zone, span).replace(/<+$/, '')),
    );
    if (own < 2 || (own < 3 && !states) || !(states || result.composite)) return [];
    return [{ format, rows, zone, outcome: result, adjusted, namesAreWhole }];
  });
}

function recordOf(found: Found, reading: PluginReading, today: string): DraftRecord {
  const { format, rows, zone, outcome: result } = found;
  const fields: Record<string, Field> = {};
  const seen = (span: ZoneSpan, text: string): Sighting => ({ ...rows[span[0]]!.sighting, text });
  const proven = result.composite !== false;
  const digit = (holds: boolean, element: ZoneElement): Check =>
    check(
      'check-digit',
      holds,
      `The check digit of the ${element} ${holds ? 'holds' : 'does not hold'} (ICAO Doc 9303).`,
      { rule: 'zone', element, text: zone.join('\n').replaceAll(unread, '<') },
    );
  const add = (name: string, span: ZoneSpan, value: string, element?: CheckedElement): void => {
    if (value === '') return;
    const sighting = seen(span, zonePart(zone, span));
    const holds = element && result[element];
    fields[name] = field(sighting, value, {
      checks: element && holds !== undefined ? [digit(holds, element)] : [],
      confidence:
        holds === undefined
          ? sighting.confidence * (proven ? 0.97 : 0.8)
          : holds
            ? proven
              ? 0.99
              : 0.9
            : 0.3,
    });
  };

  const name = nameOf(found, reading);
  if (found.namesAreWhole && !zone.some((line) => line.includes(unread))) {
    const whole = joinSightings(
      rows.map((row) => row.sighting),
      '\n',
    );
    fields.lines = field({ ...whole, text: zone.join('\n') }, zone.join('\n'), {
      checks: [
        ...(result.composite === undefined ? [] : [digit(result.composite, 'whole')]),
        ...(result.optional === undefined ? [] : [digit(result.optional, 'optional')]),
      ],
      confidence: whole.confidence * (proven ? 0.97 : 0.5),
    });
  }
  if (name) fields.name = name;
  add('documentType', format.documentType, zonePart(zone, format.documentType).replace(/<+$/, ''));
  const { number } = zoneNumber(zone, format);
  add('number', format.number, number.replaceAll('<', ''), 'number');
  const nationality = zonePart(zone, format.nationality).replace(/<+$/, '');
  if (isState(nationality)) add('nationality', format.nationality, nationality);
  addDates(found, today, fields, add);
  const sex = zonePart(zone, format.sex);
  if (/^[MFX<]$/.test(sex)) add('sex', format.sex, sex === '<' ? 'X' : sex);

  const holding = Object.values(result).filter(Boolean).length;
  const all = Object.values(result).length;
  const confidence = holding === all ? (result.composite === undefined ? 0.95 : 0.98) : (0.7 * holding) / all;
  return { type: 'mrz', confidence: Math.round(confidence * 1000) / 1000, fields };
}

function addDates(
  { format, zone }: Found,
  today: string,
  fields: Record<string, Field>,
  add: (name: string, span: ZoneSpan, value: string, element: CheckedElement) => void,
): void {
  const now = Number(today.slice(0, 4));
  const dateAt = (span: ZoneSpan, year: (short: number) => number): string | undefined => {
    const text = zonePart(zone, span);
    if (!/^\d{6}$/.test(text)) return undefined;
    return isoDate(year(Number(text.slice(0, 2))), Number(text.slice(2, 4)), Number(text.slice(4)));
  };
  const century = Math.floor(now / 100) * 100;
  const recent = dateAt(format.birth, (short) => century + short);
  const earlier = dateAt(format.birth, (short) => century - 100 + short);
  const birth = recent && dayNumber(recent) <= dayNumber(today) ? recent : earlier;
  if (birth) {
    add('birth', format.birth, birth, 'birth');
    // A hundred years have the same two digits: people reach 105.
    if (birth === recent && earlier && now - Number(earlier.slice(0, 4)) <= 105)
      fields.birth!.ambiguous = [earlier];
  }
  // Documents are valid for ten years or so; one that ran out long ago is still a document.
  const expiry = dateAt(format.expiry, (short) =>
    century + short > now + 30 ? century - 100 + short : century + short,
  );
  if (!expiry) return;
  add('expiry', format.expiry, expiry, 'expiry');
  if (!birth) return;
  const follows = dayNumber(expiry) > dayNumber(birth);
  fields.expiry!.checks.push(
    check('date-plausible', follows, `The date lies ${follows ? 'after' : 'before'} the date of birth.`, {
      rule: 'day',
      from: 'birth',
    }),
  );
}

/**
 * `SURNAME, GIVEN NAMES`. Names have no check digit: what is printed elsewhere on the document may confirm them. Of a line that
 * was not read whole what is there is given, in doubt.
 */
function nameOf({ format, rows, zone, namesAreWhole }: Found, reading: PluginReading): Field | undefined {
  const text = zonePart(zone, format.names).replace(/<+$/, '');
  const [primary = '', secondary = '', ...rest] = text.split(/<<+/);
  const parts = [primary, secondary]
    .map((part) => part.replaceAll('<', ' ').trim())
    .filter((part) => part !== '');
  if (parts.length === 0 || text.includes(unread)) return undefined;
  const clean = rest.length === 0 && /^[A-Z ]+$/.test(parts.join(' '));
  const row = rows[format.names[0]]!;
  const isAsRead = row.text.includes(text);
  const printed = reading.lines.filter(
    (line) => !row.sighting.evidence.some((seen) => seen.line === line.id),
  );
  const plain = printed.map((line) => ` ${plainText(line.text)} `);
  const confirmed = parts.every((part) => plain.some((line) => line.includes(` ${part} `)));
  const checks = [
    ...(namesAreWhole
      ? []
      : [check('names-whole', false, 'Characters of the line of names are missing or were not read.')]),
    ...(clean
      ? []
      : [
          check(
            'names-only',
            false,
            'The line of names holds characters no name has, or more than surname and given names.',
          ),
        ]),
    ...(confirmed
      ? [check('matches-print', true, 'The same name is printed elsewhere on the document.')]
      : []),
  ];
  return field({ ...row.sighting, text }, parts.join(', '), {
    checks,
    confidence:
      row.sighting.confidence * (clean && namesAreWhole ? (confirmed ? 1 : isAsRead ? 0.95 : 0.8) : 0.4),
  });
}

/** Capital letters without marks, as names are transliterated; hyphens and apostrophes are spaces or nothing. */
function plainText(text: string): string {
  return text
    .toUpperCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/['’]/g, '')
    .replace(/[^A-Z]+/g, ' ')
    .trim();
}
