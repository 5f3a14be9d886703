import {
  hasLuhn,
  isDeutschePostCode,
  isDhlWaybill,
  isFedEx12,
  isFedEx15,
  isFedEx20,
  isGtin,
  isS10,
  isSscc,
  isUps1Z,
  isUsps,
} from './check-digits.ts';
import { holdsIban } from './iban.ts';
import type {
  Check,
  CheckRule,
  DigitScheme,
  FieldData,
  JsonValue,
  PageDifference,
  SumPart,
  ZoneElement,
} from './types.ts';
import { zoneNumber, zoneOf, zoneOutcome, zonePart } from './zones.ts';

/** What the host must know of a declared field. */
export interface CheckedField {
  name: string;
  label: string;
  checkDigits?: DigitScheme | undefined;
}

type Fields = Readonly<Record<string, Pick<FieldData, 'value'>>>;

/** What a comparison came to; for a sum what was made of the parts, for a zone what it says, and what it was compared with. */
export interface Verdict {
  passed: boolean;
  made?: string;
  expected?: string;
}

export const digitSchemes: Record<DigitScheme, { name: string; holds(code: string): boolean }> = {
  iban: { name: 'IBAN', holds: holdsIban },
  gtin: { name: 'GTIN', holds: isGtin },
  sscc: { name: 'SSCC', holds: (code) => isSscc(code.replace(/^00(?=\d{18}$)/, '')) },
  s10: { name: 'UPU S10 identifier', holds: isS10 },
  ups: { name: 'UPS 1Z number', holds: isUps1Z },
  usps: { name: 'USPS number', holds: isUsps },
  'fedex-12': { name: 'FedEx Express number', holds: isFedEx12 },
  'fedex-15': { name: 'FedEx Ground number', holds: isFedEx15 },
  'fedex-20': { name: 'FedEx SmartPost number', holds: isFedEx20 },
  'dhl-waybill': { name: 'DHL Express waybill', holds: isDhlWaybill },
  'deutsche-post': { name: 'Deutsche Post Identcode', holds: isDeutschePostCode },
  luhn: { name: 'number', holds: hasLuhn },
};

const longestCode = 100;

/** How far a sum may be off, in millionths: papers round their taxes, and sums to the smallest coin. */
const mostRounding = 30_000n;

/**
 * Makes a comparison with the values a record holds.
 * @param name the field that is checked
 * @returns undefined where a value that is compared is missing
 */
export function judge(rule: CheckRule, name: string, fields: Fields): Verdict | undefined {
  const value = held(fields, name);
  switch (rule.rule) {
    case 'digits':
      if (typeof value !== 'string') return undefined;
      return {
        passed:
          value.length <= longestCode &&
          digitSchemes[rule.scheme].holds(value.replaceAll(/\s/g, '').toUpperCase()),
      };
    case 'day': {
      const bounds = [rule.from, rule.to].map((bound) => bound && dayOf(bound, fields));
      if (typeof value !== 'string' || (rule.from && !bounds[0]) || (rule.to && !bounds[1])) return undefined;
      return { passed: (!bounds[0] || value >= bounds[0]) && (!bounds[1] || value <= bounds[1]) };
    }
    case 'code':
      return typeof value === 'string' ? { passed: isInCode(rule, value) } : undefined;
    // Both are of the value as the file has it: of another one they say nothing.
    case 'page':
      return rule.differs && { passed: rule.differs.length === 0 };
    case 'file':
      return { passed: rule.says.passed };
    case 'zone':
      return typeof value === 'string' ? judgeZone(rule.element, rule.text, value) : undefined;
    case 'sum':
      return judgeSum(rule.of, held(fields, rule.is ?? name), fields);
  }
}

/** Of the days of a zone the century is not said, of a number the fillers are left out. */
function judgeZone(element: ZoneElement, text: string, value: string): Verdict | undefined {
  const found = zoneOf(text);
  if (!found) return undefined;
  const { zone, format } = found;
  const outcome = zoneOutcome(zone, format);
  const holds = element === 'whole' ? outcome.composite : outcome[element];
  if (holds === undefined) return undefined;
  const said = (): [made: string, expected: string] => {
    switch (element) {
      case 'number':
        return [zoneNumber(zone, format).number.replaceAll('<', ''), value];
      case 'birth':
      case 'expiry':
        return [zonePart(zone, format[element]), value.slice(2).replaceAll('-', '')];
      case 'optional':
      case 'whole':
        return [text, value];
    }
  };
  const [made, expected] = said();
  return { passed: holds && made === expected, made, expected };
}

function isInCode({ text, as }: Extract<CheckRule, { rule: 'code' }>, value: string): boolean {
  switch (as) {
    case undefined:
      return value.length <= longestCode && lettersOf(text).includes(lettersOf(value));
    case 'amount':
    case 'number':
      return millionths(value) !== undefined && millionths(value) === millionths(text);
    case 'time':
      // Papers leave the seconds out.
      return value.startsWith(text) || text.startsWith(value);
    default:
      return lettersOf(text) === lettersOf(value);
  }
}

const lettersOf = (text: string): string => text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

function judgeSum(parts: readonly SumPart[], expected: JsonValue, fields: Fields): Verdict | undefined {
  const target = millionths(expected);
  let made = 0n;
  for (const part of parts) {
    const amounts = amountsOf(part, fields);
    if (!amounts) return undefined;
    for (const amount of amounts) {
      const units = millionths(amount);
      if (units === undefined) return undefined;
      made += part.minus ? -units : units;
    }
  }
  if (target === undefined) return undefined;
  const off = made - target;
  return {
    passed: (off < 0n ? -off : off) <= mostRounding,
    made: decimal(made, String(expected)),
    expected: String(expected),
  };
}

function amountsOf(part: SumPart, fields: Fields): JsonValue[] | undefined {
  if ('amount' in part) return [part.amount];
  const value = held(fields, part.field);
  if (part.column === undefined) return value === null ? undefined : [value];
  if (!Array.isArray(value)) return undefined;
  return value.map((row) =>
    typeof row === 'object' && row !== null && !Array.isArray(row) && Object.hasOwn(row, part.column!)
      ? (row[part.column!] ?? null)
      : null,
  );
}

const held = (fields: Fields, name: string): JsonValue =>
  Object.hasOwn(fields, name) ? (fields[name]?.value ?? null) : null;

function dayOf(bound: string, fields: Fields): string | undefined {
  if (isDay(bound)) return bound;
  const value = held(fields, bound);
  return typeof value === 'string' && isDay(value) ? value : undefined;
}

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text);

/** A decimal as a whole number of millionths; undefined where it is not one. */
function millionths(value: JsonValue): bigint | undefined {
  if (typeof value !== 'number' && (typeof value !== 'string' || value.length > 30)) return undefined;
  const [, sign, whole, places = ''] = /^([+-]?)(\d{1,20})(?:\.(\d{1,6}))?$/.exec(String(value)) ?? [];
  return whole === undefined
    ? undefined
    : BigInt(`${sign === '-' ? '-' : ''}${whole}${places.padEnd(6, '0')}`);
}

const placesOf = (amount: string): number => /\.(\d{1,6})$/.exec(amount)?.[1]?.length ?? 0;

/** With as many places as `like` has, or as it takes. */
function decimal(units: bigint, like: string): string {
  const digits = (units < 0n ? -units : units).toString().padStart(7, '0');
  const places = digits.slice(-6).replace(/0+$/, '').padEnd(placesOf(like), '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -6)}${places ? `.${places}` : ''}`;
}

/** A check as the host makes it; undefined where it cannot, since a value is missing. */
export function hostCheck(
  { name, rule }: { name: string; rule: CheckRule },
  field: string,
  fields: Fields,
  labelOf: (field: string) => string,
): Check | undefined {
  const verdict = judge(rule, field, fields);
  return (
    verdict && {
      name,
      passed: verdict.passed,
      reason: reasonOf(rule, field, verdict, fields, labelOf),
      rule,
      by: 'host',
    }
  );
}

/** One English sentence; pages make their own of the rule. */
function reasonOf(
  rule: CheckRule,
  field: string,
  { passed, made, expected }: Verdict,
  fields: Fields,
  labelOf: (field: string) => string,
): string {
  const dayIn = (bound: string): string =>
    isDay(bound) ? bound : `${labelOf(bound)}, ${dayOf(bound, fields)}`;
  switch (rule.rule) {
    case 'digits':
      return `The check digit of the ${digitSchemes[rule.scheme].name} ${passed ? 'holds' : 'does not hold'}.`;
    case 'day': {
      const bounds = [
        ...(rule.from ? [`not before ${dayIn(rule.from)}`] : []),
        ...(rule.to ? [`not after ${dayIn(rule.to)}`] : []),
      ];
      return `It ${passed ? 'is' : 'should be'} ${bounds.join(' and ')}.`;
    }
    case 'code':
      return passed ? 'The barcode says the same.' : `The barcode says ${rule.text}.`;
    case 'page':
      return pageReason(rule.differs ?? []);
    case 'file':
      return rule.says.reason;
    case 'zone':
      if (made !== expected) return `The machine-readable zone says ${made}.`;
      return `The check digit of ${zoneElements[rule.element]} ${passed ? 'holds' : 'does not hold'} (ICAO Doc 9303).`;
    case 'sum': {
      const parts = rule.of.map(
        (part) => `${part.minus ? 'less ' : ''}${'amount' in part ? part.amount : labelOf(part.field)}`,
      );
      return `${listed(parts)} add up to ${made}, ${labelOf(rule.is ?? field)} is ${expected}.`;
    }
  }
}

function pageReason(differs: readonly PageDifference[]): string {
  const [first] = differs;
  if (!first) return 'The page shows the same.';
  const place = first.row === undefined ? '' : ` in row ${first.row + 1}`;
  const shown = first.printed === '' ? 'the page does not show it' : `the page shows ${first.printed}`;
  const more = differs.length > 1 ? ` ${differs.length - 1} more values differ.` : '';
  return `The file says ${first.value}${place}, ${shown}.${more}`;
}

const zoneElements: Record<ZoneElement, string> = {
  number: 'the number',
  birth: 'the date of birth',
  expiry: 'the date of expiry',
  optional: 'the optional data',
  whole: 'the whole zone',
};

const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

/** Checks a field has by what it is declared to be. */
const declaredChecks = ({ checkDigits }: CheckedField): { name: string; rule: CheckRule }[] =>
  checkDigits ? [{ name: 'check-digit', rule: { rule: 'digits', scheme: checkDigits } }] : [];

/**
 * Fields with the checks that the host makes of them as they stand. What it cannot make stays as the word of the plugin, unless
 * the plugin said it of another value.
 *
 * @param original the fields as they were read, with the rules of their checks
 */
export function checkedFields<Field extends FieldData & { edited?: boolean }>(
  fields: Readonly<Record<string, Field>>,
  original: Readonly<Record<string, FieldData>>,
  declared: readonly CheckedField[],
): Record<string, Field> {
  const slots = new Map(declared.map((field) => [field.name, field]));
  const labelOf = (name: string): string => slots.get(name)?.label ?? name;
  const checksRead = (name: string): readonly Check[] =>
    Object.hasOwn(original, name) ? original[name]!.checks : [];
  const isOfFile = ({ rule }: Check): boolean => rule?.rule === 'page' || rule?.rule === 'file';
  // Where a check compared several fields, what held for one of them does no longer.
  const stale = new Set(
    Object.entries(fields).flatMap(([name, { edited }]) =>
      edited ? checksRead(name).map((check) => check.name) : [],
    ),
  );
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]): [string, Field] => {
      const slot = slots.get(name);
      const rules = new Map(
        [
          ...checksRead(name)
            .filter((each) => !field.edited || !isOfFile(each))
            .flatMap(({ name: check, rule }) => (rule ? [{ name: check, rule }] : [])),
          ...(slot ? declaredChecks(slot) : []),
        ].map((each) => [JSON.stringify(each.rule), each]),
      );
      const made = [...rules.values()].flatMap((each) => hostCheck(each, name, fields, labelOf) ?? []);
      const isMade = (check: Check): boolean => made.some((mine) => mine.name === check.name);
      const said = field.checks
        .filter((check) => !check.rule && check.by !== 'host' && !(check.passed && isMade(check)))
        .filter((check) => !field.edited && !(check.passed && stale.has(check.name)));
      return [name, { ...field, checks: [...made, ...said] }];
    }),
  );
}
