// cspell:ignore Lieferdatum entspricht Rechnungsdatum jours mois
import {
  addDays,
  type Check,
  check,
  type DateOptions,
  dayNumber,
  endOfMonth,
  type Field,
  type FoundDate,
  field,
  findDates,
  findTimes,
  joinSightings,
  type Layout,
  type Sighting,
  seenPart,
} from '@readout/plugin-kit';
import { type Beside, beside, blankOut } from './beside.ts';
import { deliveryOf, saysOnDateOfInvoice } from './delivery.ts';
import { leadingDate } from './found-date.ts';
import { type NetTerms, type Terms, withoutDiscounts } from './terms.ts';
import { dateLabels, dueLabel } from './words.ts';

export interface Dates {
  date: Field | undefined;
  due: Field | undefined;
  time: Field | undefined;
  deliveryDate: Field | undefined;
  periodStart: Field | undefined;
  periodEnd: Field | undefined;
}

type FoundBeside = Omit<Beside<FoundDate>, 'label'>;

/** The days of an invoice; where no due date is printed, the one that its terms make of its date. */
export function datesOf(page: Layout, terms: Terms | undefined, options: DateOptions): Dates {
  const owed = withoutDiscounts(page);
  const delivery = deliveryOf(owed, options);
  const same = delivery.deliveryDate ? undefined : saysOnDateOfInvoice(owed);
  const layout = blankOut(owed, [...delivery.spots, ...(same ? [same] : [])]);
  const find = (text: string) => leadingDate(text, options);
  const due = beside(layout, dueLabel, find);
  // `Due date` has the word for a date in it.
  const isDue = (one: FoundBeside | undefined) =>
    one !== undefined && due !== undefined && one.line.id === due.line.id && one.found.raw === due.found.raw;
  let other: FoundBeside | undefined;
  for (const label of dateLabels) {
    const named = other ?? beside(layout, label, find);
    other = isDue(named) ? undefined : named;
  }
  const all = layout.rows.flatMap((row) =>
    row.lines.flatMap(({ line }) =>
      line.id === due?.line.id ? [] : findDates(line.text, options).map((found) => ({ found, line })),
    ),
  );
  const [alone] = new Set(all.map(({ found }) => found.value)).size === 1 ? all : [];
  const date =
    other ?? (alone && { ...alone, seen: seenPart(alone.line, alone.found.index, alone.found.raw.length) });
  const made = (one: FoundBeside, sure: number, checks: Check[] = []): Field =>
    field(one.seen, one.found.value, {
      confidence:
        one.seen.confidence *
        sure *
        (one.found.ambiguous ? 0.95 : 1) *
        (checks.every(({ passed }) => passed) ? 1 : 0.7),
      checks,
      ...(one.found.ambiguous ? { ambiguous: one.found.ambiguous } : {}),
    });
  const dateField = date && made(date, other ? 0.98 : 0.85);
  const [time] = date ? findTimes(date.line.text) : [];
  return {
    date: dateField,
    due: due
      ? made(due, 0.98, checksOfDue(due.found.value, date?.found.value, terms?.net))
      : date && terms?.net && computedDue(date, terms.seen, terms.net, dateField!.confidence),
    deliveryDate:
      delivery.deliveryDate ??
      (date && same && onSameDay(seenPart(same.line, same.index, same.length), date, dateField!)),
    periodStart: delivery.periodStart,
    periodEnd: delivery.periodEnd,
    time: date && time && field(seenPart(date.line, time.index, time.raw.length), time.value),
  };
}

/** `Lieferdatum entspricht Rechnungsdatum`. */
const onSameDay = (said: Sighting, date: FoundBeside, made: Field): Field =>
  field(joinSightings([said, date.seen], '\n'), date.found.value, {
    confidence: 0.95 * Math.min(said.confidence, made.confidence),
    checks: [check('computed', true, 'The invoice says that it was delivered on its own date.')],
    ambiguous: date.found.ambiguous ?? [],
  });

function checksOfDue(due: string, date: string | undefined, net: NetTerms | undefined): Check[] {
  if (date === undefined) return [];
  const days = dayNumber(due) - dayNumber(date);
  const checks = [
    check(
      'due-after-date',
      days >= 0 && days <= 366,
      days < 0
        ? 'It is due before the date of the invoice.'
        : `It is due ${days} days after the date of the invoice.`,
      { rule: 'day', from: 'date', to: addDays(date, 366) },
    ),
  ];
  if (!net) return checks;
  // A day that falls on a weekend or holiday is often moved.
  const others = daysBy(net, date);
  checks.push(
    check(
      'terms',
      others.some((other) => Math.abs(dayNumber(other) - dayNumber(due)) <= 4),
      `By the terms it is due on ${others[0]}, ${inWords(net)}.`,
    ),
  );
  return checks;
}

/** Every day the terms can mean, counted from a date; the likeliest first. */
function daysBy({ days, monthEnd, isLoose }: NetTerms, date: string): string[] {
  const after = endOfMonth(addDays(date, days));
  const from = addDays(endOfMonth(date), days);
  if (monthEnd === undefined) return [addDays(date, days)];
  const [first, second] = monthEnd === 'after' ? [after, from] : [from, after];
  return isLoose && first !== second ? [first, second] : [first];
}

const inWords = ({ days, monthEnd, isImmediate }: NetTerms): string =>
  isImmediate
    ? 'at once'
    : monthEnd === undefined
      ? `${days} days after the date of the invoice`
      : monthEnd === 'before'
        ? `${days} days after the end of the month of the invoice`
        : days === 0
          ? 'at the end of the month of the invoice'
          : `at the end of the month ${days} days after the date of the invoice`;

function computedDue(date: FoundBeside, terms: Terms['seen'], net: NetTerms, sure: number): Field {
  const [due, ...others] = daysBy(net, date.found.value);
  const swapped = (date.found.ambiguous ?? []).flatMap((one) => daysBy(net, one));
  return field(joinSightings([terms, date.seen], '\n'), due!, {
    confidence:
      0.93 * Math.min(sure, terms.confidence) * (net.isImmediate ? 0.8 : 1) * (others.length > 0 ? 0.7 : 1),
    checks: [
      check('computed', true, `No due date is printed. By the terms it is due on ${due}, ${inWords(net)}.`),
    ],
    ambiguous: [...new Set([...others, ...swapped])],
  });
}
