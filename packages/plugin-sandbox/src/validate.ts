import {
  type Check,
  type CheckRule,
  type CodeValue,
  type FieldData,
  printedDecimalMark,
  type RecordData,
  zoneOf,
} from '@readout/plugin-kit';
import { withoutHidden } from '@readout/plugin-kit/evidence';
import { checkedFields, judge } from '@readout/plugin-kit/host-checks';
import {
  digitSchemeNames,
  type FieldType,
  type Manifest,
  type ManifestField,
} from '@readout/plugin-kit/manifest';
import { z } from 'zod';
import {
  type Cited,
  citedBy,
  type Finder,
  finderOf,
  partOf,
  type SeenReading,
  saidByCode,
  saidByFile,
  sureOfFile,
} from './cited.ts';
import { addFileChecks, type PageRule, shownOnPage } from './file-checks.ts';
import {
  type Budget,
  type Print,
  printOf,
  type Settled,
  type SettledByPaper,
  wholeBudget,
} from './follows.ts';
import { limits } from './limits.ts';
import { ceilingOf, mostOf, mostOfRecord, zoneProves } from './sureness.ts';

const point = z.tuple([z.number(), z.number()]);
const text = z.string().max(limits.maxTextLength);
const evidenceSchema = z.strictObject({
  box: z.tuple([point, point, point, point]),
  line: z.string().max(20).optional(),
  barcode: z.string().max(20).optional(),
  from: z.int().min(0).optional(),
  to: z.int().min(1).optional(),
});
const fileEvidenceSchema = z.strictObject({
  file: z.string().max(20),
  path: z.string().max(2_000),
  from: z.int().min(0),
  to: z.int().min(0),
});
const name = z.string().max(60);
const ruleSchema = z.discriminatedUnion('rule', [
  z.strictObject({
    rule: z.literal('sum'),
    of: z
      .array(
        z.union([
          z.strictObject({ field: name, column: name.optional(), minus: z.boolean().optional() }),
          z.strictObject({
            amount: z.string().regex(/^-?\d{1,15}(\.\d{1,6})?$/),
            evidence: z.array(evidenceSchema).min(1).max(limits.maxPartEvidence),
            minus: z.boolean().optional(),
          }),
        ]),
      )
      .min(1)
      .max(limits.maxParts),
    is: name.optional(),
  }),
  z.strictObject({ rule: z.literal('digits'), scheme: z.enum(digitSchemeNames) }),
  z.strictObject({ rule: z.literal('day'), from: name.optional(), to: name.optional() }),
  z.strictObject({
    rule: z.literal('zone'),
    element: z.enum(['number', 'birth', 'expiry', 'optional', 'whole']),
    text: z.string().max(100),
  }),
  z.strictObject({
    rule: z.literal('page'),
    columns: z.array(name).max(limits.maxParts).optional(),
    at: z
      .array(z.array(z.string().max(20)).max(100))
      .max(limits.maxListRows)
      .optional(),
    unsigned: z.literal(true).optional(),
  }),
]);
const fieldSchema = z.strictObject({
  value: z.unknown(),
  raw: text,
  confidence: z.number().min(0).max(1),
  evidence: z
    .array(z.union([evidenceSchema, fileEvidenceSchema]))
    .min(1, 'at least one piece of evidence: make fields with the kit, from lines, words or barcodes')
    .max(limits.maxEvidence),
  checks: z
    .array(
      z.strictObject({
        name: z.string().regex(/^[a-z][a-z0-9-]{0,59}$/),
        passed: z.boolean(),
        reason: z.string().min(1).max(500),
        rule: ruleSchema.optional(),
      }),
    )
    .max(limits.maxChecks),
  ambiguous: z.array(z.unknown()).max(20).optional(),
});
const outputSchema = z
  .array(
    z.strictObject({
      type: z.string(),
      confidence: z.number().min(0).max(1),
      fields: z
        .record(z.string(), fieldSchema)
        .refine(
          (fields) => Object.keys(fields).length <= limits.maxFields,
          `at most ${limits.maxFields} fields`,
        ),
    }),
  )
  .max(limits.maxRecords);

type ZoneRule = Extract<CheckRule, { rule: 'zone' }>;

export type Validation = { ok: true; records: RecordData[] } | { ok: false; message: string };

/**
 * Checks what a plugin returned against the contract, its manifest and the reading: known record types and fields,
 * values of the declared types, evidence that points at lines and barcodes which exist. Then the host reads at the places each
 * field cites, and decides whether its value is seen there.
 */
export function validateRecords(
  json: string,
  manifest: Manifest,
  reading: SeenReading,
  settled: Settled,
): Validation {
  const validation = validate(json, manifest, reading, settled);
  // Whatever is wrong is told in the plugin's own words, of which it can have megabytes.
  return validation.ok ? validation : { ok: false, message: validation.message.slice(0, 500) };
}

function validate(json: string, manifest: Manifest, reading: SeenReading, settled: Settled): Validation {
  // Before anything is checked, so that nothing becomes something else behind the checks.
  const clean = withoutHidden(wellFormed(json));
  let output: unknown;
  try {
    output = JSON.parse(clean);
  } catch {
    return { ok: false, message: 'read() did not return JSON' };
  }
  const hidden = clean.includes('__proto__') ? prototypeKey(output, 'records') : undefined;
  if (hidden) return { ok: false, message: `${hidden}: nothing may be called "__proto__"` };
  const parsed = outputSchema.safeParse(output);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    return { ok: false, message: `records${path(issue.path)}: ${issue.message}` };
  }
  const finder = finderOf(reading);
  const printed = printsOf(settled, wholeBudget());
  const added = { left: limits.maxAddedUp };
  let whole: Print | undefined;
  const page = (): Print => {
    whole ??= printed(reading.lines.map((line) => line.text).join(' '));
    return whole;
  };
  const decimalMark = printedDecimalMark(reading.lines.map((line) => line.text));
  const { width, height } = reading.page;
  const onPage = shownOnPage(reading, settled, { left: limits.maxSearched });
  const reach = ([x, y]: [number, number]) =>
    x >= -width && x <= 2 * width && y >= -height && y <= 2 * height;
  let evidence = 0;
  const seen = new Map<string, number>();
  for (const [index, record] of parsed.data.entries()) {
    const same = JSON.stringify(record);
    const earlier = seen.get(same);
    if (earlier !== undefined)
      return { ok: false, message: `records[${index}]: the same as records[${earlier}]` };
    seen.set(same, index);
    const type = manifest.records.find((candidate) => candidate.type === record.type);
    if (!type)
      return {
        ok: false,
        message: `records[${index}]: the manifest declares no record type "${record.type}"`,
      };
    const currency = record.fields.currency?.value;
    const isPrinted = typeof currency === 'string' && page().holds({ type: 'currency' }, currency);
    const paper: SettledByPaper = { decimalMark, currency: isPrinted ? currency : undefined };
    const ceilings = new Map<string, { declared: ManifestField; ceiling: number }>();
    for (const [name, field] of Object.entries(record.fields)) {
      const declared = type.fields.find((candidate) => candidate.name === name);
      const at = `records[${index}].fields.${name}`;
      if (!declared) return { ok: false, message: `${at}: the manifest declares no such field` };
      for (const value of [field.value, ...(field.ambiguous ?? [])]) {
        const problem = valueProblem(declared, value);
        if (problem) return { ok: false, message: `${at}: ${problem}` };
      }
      for (const [place, piece] of field.evidence.entries()) {
        if ('file' in piece) {
          if (finder.saidAt(piece) === undefined)
            return {
              ok: false,
              message: `${at}.evidence[${place}]: no such place in a file "${piece.file}"`,
            };
          continue;
        }
        const { box, line, barcode, from, to } = piece;
        if (line !== undefined && !finder.line(line))
          return { ok: false, message: `${at}.evidence[${place}]: no line "${line}" in the reading` };
        if (barcode !== undefined && !finder.barcode(barcode))
          return { ok: false, message: `${at}.evidence[${place}]: no barcode "${barcode}" in the reading` };
        if (from !== undefined || to !== undefined) {
          const { length } = (barcode !== undefined && finder.barcode(barcode)?.text) || '';
          if (line !== undefined || (from ?? 0) >= (to ?? length) || (to ?? 0) > length)
            return {
              ok: false,
              message: `${at}.evidence[${place}]: no characters ${from ?? 0} to ${to ?? length} in a barcode of ${length}`,
            };
        }
        if (!box.every(reach))
          return { ok: false, message: `${at}.evidence[${place}]: the box is far outside the page` };
      }
      evidence += field.evidence.length;
      if (evidence > limits.maxTotalEvidence)
        return {
          ok: false,
          message: `${at}: more than ${limits.maxTotalEvidence} pieces of evidence in all`,
        };
      const cited = citedBy((field as FieldData).evidence, finder);
      const isSaid = isSaidByFile(field as FieldData, declared, finder);
      ceilings.set(name, { declared, ceiling: isSaid ? sureOfFile : ceilingOf(cited, declared.type) });
      record.fields[name] = decided(field as FieldData, declared, cited, {
        finder,
        printed,
        page,
        onPage,
        paper,
      }) as typeof field;
    }
    addFileChecks(record.fields as RecordData['fields'], finder);
    const checked = checkedByHost(record.fields as RecordData['fields'], type, {
      added,
      page,
      printAt: (piece) => printed(citedBy(piece, finder).texts.join(' ')),
    });
    const most = new Map(
      Object.entries(checked).map(([name, field]) => {
        const { declared, ceiling } = ceilings.get(name)!;
        return [name, mostOf(field, declared, ceiling)];
      }),
    );
    const bounded = Object.entries(checked).map(([name, field]) => [
      name,
      { ...field, confidence: Math.min(field.confidence, most.get(name)!) },
    ]);
    record.fields = Object.fromEntries(bounded) as typeof record.fields;
    record.confidence = Math.min(record.confidence, mostOfRecord([...most.values()]));
  }
  return { ok: true, records: parsed.data as RecordData[] };
}

/** Several fields are seen in the same line. */
function printsOf(settled: Settled, budget: Budget): (text: string) => Print {
  const known = new Map<string, Print>();
  return (text) => {
    let print = known.get(text);
    if (!print) {
      print = printOf(text, settled, budget);
      known.set(text, print);
    }
    return print;
  };
}

interface Sources {
  finder: Finder;
  printed(text: string): Print;
  page(): Print;
  onPage: ReturnType<typeof shownOnPage>;
  paper: SettledByPaper;
}

const isSaidByFile = (field: FieldData, declared: ManifestField, finder: Finder): boolean => {
  const said = saidByFile(field.evidence, declared, finder);
  return said !== undefined && JSON.stringify(said.value) === JSON.stringify(field.value);
};

/** A field as the host stands for it: its box, its text, and whether its value is printed there, or said by a file. */
function decided(
  field: FieldData,
  declared: ManifestField,
  cited: Cited,
  { finder, printed, page, onPage, paper }: Sources,
): FieldData {
  const { texts, evidence } = cited;
  if (isSaidByFile(field, declared, finder)) {
    const holds = (text: string) => printed(text).holds(declared, field.value);
    const asked = field.checks.find(
      (check): check is Check & { rule: PageRule } => check.rule?.rule === 'page',
    );
    const said = saidByCode(field.evidence, declared.type, finder);
    return {
      ...field,
      kind: 'seen',
      raw: saidByFile(field.evidence, declared, finder)!.raw,
      checks: [
        ...field.checks.filter((check) => check !== asked),
        ...onPage(field, declared, cited, asked?.rule),
        ...agreement(field, texts, finder, said, holds, true),
      ],
      evidence,
    };
  }
  const there = texts.filter(Boolean);
  const isOfParts = evidence.every(({ from, to }) => from !== undefined || to !== undefined);
  const print = printed(there.join(' '));
  const said = saidByCode(field.evidence, declared.type, finder);
  const kind =
    print.holds(declared, field.value) ||
    (said !== undefined && said.value === field.value) ||
    isProved(field, declared, { here: print, page })
      ? 'seen'
      : 'computed';
  // What can be two is not settled by saying one of them.
  const isSettled = kind !== 'seen' || field.ambiguous?.length || said?.value === field.value;
  const others = isSettled
    ? []
    : declared.type === 'date'
      ? print.otherDates(String(field.value))
      : declared.type === 'amount'
        ? print.otherAmounts(String(field.value), paper)
        : [];
  return {
    ...field,
    ...(others.length > 0 ? { ambiguous: others } : {}),
    checks: [
      ...field.checks,
      ...agreement(field, texts, finder, said, (text) => printed(text).holds(declared, field.value)),
    ],
    kind,
    raw:
      print.holdsText(field.raw) && !isOfParts
        ? field.raw
        : [...new Set(there)].join('\n').slice(0, limits.maxTextLength),
    evidence,
  };
}

/** What is printed where a field cites it, and on the whole page. */
interface Places {
  here: Print;
  page(): Print;
}

/** Whether a value is one of those that what is printed can be, and its check digits say which. */
function isProved(
  { value, checks }: FieldData,
  { name, type, checkDigits }: ManifestField,
  places: Places,
): boolean {
  const proves = (rule: CheckRule): boolean => judge(rule, name, { [name]: { value } })?.passed === true;
  if (checks.some(({ rule }) => rule?.rule === 'zone' && isProof(rule, places) && proves(rule))) return true;
  if (type !== 'code' || typeof value !== 'string') return false;
  const rules = checks.flatMap(({ rule }) => (rule?.rule === 'digits' ? [rule] : []));
  const [rule] = checkDigits ? [{ rule: 'digits', scheme: checkDigits } as const] : rules;
  return rule !== undefined && places.here.holdsAlike(value) && proves(rule);
}

/** Whether an element of a zone that is printed is the right one: each digit alone holds by accident in one of ten. */
const isProof = (rule: ZoneRule, places: Places): boolean =>
  isZoneThere(rule, places) && zoneProves(rule.text);

/**
 * Whether the zone of a rule is printed, but for letters that look like figures and numbers of fillers: the line of the element
 * where the field cites it, and all that has check digits somewhere on the page.
 */
function isZoneThere({ element, text }: ZoneRule, { here, page }: Places): boolean {
  const found = zoneOf(text);
  if (!found) return false;
  const { zone, format } = found;
  const cited = element === 'whole' || element === 'optional' ? zone : [zone[format[element][0]]!];
  const checked = zone.filter((_, row) => row !== format.names[0]);
  return cited.every((row) => here.holdsAlike(row)) && checked.every((row) => page().holdsAlike(row));
}

/** Of a value that is printed and in a barcode: that the two agree; exactly, where the code is one that says what is in it. */
function agreement(
  { evidence, checks }: FieldData,
  texts: readonly string[],
  finder: Finder,
  said: CodeValue | undefined,
  holds: (text: string) => boolean,
  isSaid = false,
): Check[] {
  const piece = evidence.find(({ barcode }) => barcode !== undefined && finder.barcode(barcode));
  const code = piece && finder.barcode(piece.barcode!);
  const text = said?.value ?? (code && (partOf(code, piece) ?? code.text));
  const print = evidence.flatMap(({ line }, index) => (line === undefined ? [] : (texts[index] ?? [])));
  // Beside a line that has another value it is what the code says alone.
  const isPrinted = isSaid ? said !== undefined : print.some(Boolean) && (!said || holds(print.join(' ')));
  if (!text || !isPrinted || text.length > limits.maxComparedText || checks.length >= limits.maxChecks)
    return [];
  return [
    {
      name: 'matches-print',
      passed: false,
      reason: '',
      rule: { rule: 'code', text, ...(said ? { as: said.type } : {}) },
    },
  ];
}

/**
 * The checks of a record as the host makes them. What a rule compares has to be in the record or on the page; else the check is the
 * plugin's word.
 */
function checkedByHost(
  fields: RecordData['fields'],
  { fields: declared }: Manifest['records'][number],
  { added, printAt, page }: { added: Budget; printAt(evidence: FieldData['evidence']): Print; page(): Print },
): RecordData['fields'] {
  const isThere = (rule: CheckRule, at: FieldData['evidence']): boolean => {
    added.left -= 1;
    // Without a file there is nothing to compare.
    if (rule.rule === 'page' && !rule.differs) return false;
    if (rule.rule === 'zone') return added.left >= 0 && isZoneThere(rule, { here: printAt(at), page });
    if (rule.rule !== 'sum') return added.left >= 0;
    for (const part of rule.of) {
      const value = 'field' in part && part.column ? fields[part.field]?.value : undefined;
      added.left -= Array.isArray(value) ? value.length : 1;
    }
    return (
      added.left >= 0 &&
      rule.of.every((part) => {
        if (!('amount' in part)) return true;
        const print = printAt(part.evidence);
        // What is taken off is printed with a minus or without.
        return [part.amount, `-${part.amount}`].some((amount) => print.holds({ type: 'amount' }, amount));
      })
    );
  };
  const stated = ([field, data]: [string, FieldData]): [string, FieldData] => [
    field,
    {
      ...data,
      checks: data.checks.map(
        ({ rule, ...said }): Check =>
          rule && isThere(rule, data.evidence) && judge(rule, field, fields) ? { ...said, rule } : said,
      ),
    },
  ];
  const kept = Object.fromEntries(Object.entries(fields).map(stated));
  return checkedFields(kept, kept, declared);
}

/**
 * Halves of letters and zero characters come out of damaged texts, and no database takes them. `stringify` writes both
 * as escapes, and a pair of halves never.
 */
function wellFormed(json: string): string {
  return json.replace(/\\\\|\\u(?:0000|d[89a-f][0-9a-f]{2})/g, (match) =>
    match === '\\\\' ? match : '\\ufffd',
  );
}

/**
 * Where the output has a key `__proto__`: JSON.parse makes it an own one, and a later copy by assignment would turn it
 * into a prototype.
 */
function prototypeKey(value: unknown, at: string): string | undefined {
  const left: [unknown, string][] = [[value, at]];
  for (let next = left.pop(); next; next = left.pop()) {
    const [item, place] = next;
    if (typeof item !== 'object' || item === null) continue;
    for (const [key, inner] of Object.entries(item)) {
      if (key === '__proto__') return place;
      left.push([inner, Array.isArray(item) ? `${place}[${key}]` : `${place}.${key}`]);
    }
  }
  return undefined;
}

function path(keys: PropertyKey[]): string {
  return keys.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
}

const patterns: Partial<Record<FieldType, [pattern: RegExp, form: string]>> = {
  amount: [/^-?\d{1,15}(\.\d{1,6})?$/, 'a decimal string such as "1471.60"'],
  time: [/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, 'a time such as "18:05"'],
  currency: [/^[A-Z]{3}$/, 'an ISO 4217 code such as "EUR"'],
  code: [/^\S(.*\S)?$/s, 'a code without spaces around it'],
};

function valueProblem(
  field: Pick<ManifestField, 'type' | 'columns' | 'options'>,
  value: unknown,
): string | undefined {
  switch (field.type) {
    case 'number':
      return Number.isFinite(value) || (typeof value === 'string' && /^-?\d{1,40}(\.\d{1,40})?$/.test(value))
        ? undefined
        : 'must be a number, or one as a string such as "-12.50"';
    case 'choice':
      // Without options the manifest leaves open what it can be.
      return field.options && !field.options.some((option) => option === value)
        ? `must be one of ${field.options.map((option) => JSON.stringify(option)).join(', ')}`.slice(0, 300)
        : textProblem(value);
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'must be true or false';
    case 'date':
      return typeof value === 'string' && isDate(value) ? undefined : 'must be a date such as "2026-03-05"';
    case 'list':
      return listProblem(field.columns, value);
    case 'map':
      return typeof value === 'object' &&
        value !== null &&
        !Array.isArray(value) &&
        isPlain(value, limits.maxValueDepth)
        ? undefined
        : 'must be an object of plain values';
    default: {
      const pattern = patterns[field.type];
      return (
        textProblem(value) ??
        (pattern && !pattern[0].test(value as string) ? `must be ${pattern[1]}` : undefined)
      );
    }
  }
}

function textProblem(value: unknown): string | undefined {
  if (typeof value !== 'string') return 'must be a string';
  if (value === '') return 'must not be empty: leave the field out';
  return value.length > limits.maxTextLength
    ? `must not be longer than ${limits.maxTextLength} characters`
    : undefined;
}

function listProblem(columns: ManifestField['columns'], value: unknown): string | undefined {
  if (!Array.isArray(value)) return 'must be a list';
  if (value.length > limits.maxListRows) return `must not have more than ${limits.maxListRows} rows`;
  for (const [index, row] of value.entries()) {
    if (!columns) {
      if (!isPlain(row, limits.maxValueDepth)) return `row ${index} must be a plain value`;
      continue;
    }
    if (typeof row !== 'object' || row === null || Array.isArray(row))
      return `row ${index} must be an object`;
    for (const [name, cell] of Object.entries(row)) {
      const column = columns.find((candidate) => candidate.name === name);
      if (!column) return `row ${index}: the manifest declares no column "${name}"`;
      const problem = valueProblem({ type: column.type }, cell);
      if (problem) return `row ${index}, ${name}: ${problem}`;
    }
  }
  return undefined;
}

function isPlain(value: unknown, depth: number): boolean {
  if (depth < 0) return false;
  if (typeof value === 'string') return value.length <= limits.maxTextLength;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every((item) => isPlain(item, depth - 1));
}

function isDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}
