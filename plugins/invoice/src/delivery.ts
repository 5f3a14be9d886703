// cspell:disable -- words of many languages, as printed
import {
  check,
  type DateOptions,
  type Field,
  field,
  findDates,
  type Layout,
  type Line,
  seenPart,
} from '@readout/plugin-kit';
import { beside, type Spot } from './beside.ts';
import { leadingDate } from './found-date.ts';
import { type FoundPeriod, findPeriod, isInOrder, type PeriodDay } from './periods.ts';
import { dateLabels, orderLabels } from './words.ts';

/** When what is billed was delivered or done (EN 16931, BT-72 to BT-74). */
export interface Delivery {
  deliveryDate: Field | undefined;
  periodStart: Field | undefined;
  periodEnd: Field | undefined;
  /** Labels and days that are none of the invoice itself. */
  spots: Spot[];
}

const deliveryLabel =
  /(?<!\p{L}|expected\s*|estimated\s*|voraussichtliches?\s*|pr[eé]vue?\s*)(?:deliver(?:y|ed)(?:\s*(?:date|on))?|date\s*(?:of\s*)?(?:delivery|delivered|supply|service|shipped|completion)|(?:supply|service|ship(?:ping|ped|ment)?|despatch|dispatch|completion)\s*date|shipped(?:\s*on)?|(?:liefer|leistungs|versand)(?:ungs)?-?\s*(?:\/\s*(?:liefer|leistungs)(?:ungs)?-?\s*)?(?:datum|tag)|tag\s*der\s*(?:lieferung|leistung)|datum\s*der\s*(?:lieferung|leistung)|geliefert\s*am|(?:lieferung|leistung)\s*(?:am|vom)|date\s*(?:de\s*(?:la\s*)?|d.)(?:livraison|prestation|ex[eé]cution|exp[eé]dition)|livr[eé]e?\s*le|livraison\s*(?:du|le)|fecha\s*(?:de\s*(?:la\s*)?)?(?:entrega|operaci[oó]n|servicio|prestaci[oó]n|env[ií]o)|entregado\s*el|data\s*(?:di\s*|della\s*)?(?:consegna|prestazione|spedizione)|consegnato\s*il|lever(?:ings)?datum|(?:prestatie|verzend)datum|geleverd\s*op|datum\s*(?:van\s*)?levering|data\s*(?:dostawy|sprzeda[zż]y|wykonania(?:\s*us[lł]ugi)?|dokonania\s*dostawy(?:\s*lub\s*wykonania\s*us[lł]ugi)?)|leverans(?:datum|dag)|leveringsdato|data\s*(?:de\s*)?entrega|toimitusp[aä]iv[aä])(?!\p{L})[\s.:]*/iu;

const periodLabel =
  /(?<!\p{L}|(?:notice|warranty|guarantee|trial|payment|cooling[\s-]off)\s*)(?:(?:leistungs|abrechnungs|liefer|liefers|rechnungs|verbrauchs|nutzungs|miet|berichts)?zeitraum|(?:leistungs|abrechnungs|liefer|miet)monat|(?:(?:billing|invoic(?:e|ing)|service|supply|rental|subscription|statement|usage|accounting)\s*)?period(?:\s*(?:covered|of\s*(?:service|supply|performance)))?|billing\s*(?:cycle|month)|services?(?:\s*(?:rendered|provided))?(?=\s*from)|p[eé]riode(?:\s*(?:de\s*(?:facturation|prestation|consommation|location|r[eé]f[eé]rence)|factur[eé]e|concern[eé]e|couverte))?|per[ií]odo?(?:\s*(?:de\s*(?:facturaci[oó]n|servicio|consumo|liquidaci[oó]n)|facturado|di\s*(?:riferimento|fatturazione|competenza)|de\s*fatura[cç][aã]o))?|(?:factuur|facturatie|leverings|verbruiks|huur)?periode|okres(?:\s*(?:rozliczeniowy|[sś]wiadczenia\s*us[lł]ug|us[lł]ugi))?|(?:fakturerings|leverans|hyres|leverings)period(?:en)?|perioden)(?!\p{L})[\s.:]*/iu;

const orderDateLabel =
  /(?<!\p{L})(?:(?:order|purchase|print(?:ed|ing)?)\s*date|date\s*of\s*(?:the\s*)?order|(?:bestell(?:ungs)?|auftrags|druck)datum|date\s*de\s*(?:la\s*|votre\s*)?commande|fecha\s*(?:del?\s*)?(?:su\s*)?pedido|data\s*(?:dell?.?\s*)?ordine|(?:bestel|order)datum|data\s*zam[oó]wienia)(?!\p{L})[\s.:]*/iu;

/** The delivery is said to be on the day of the invoice. */
const onDateOfInvoice =
  /(?:liefer|leistungs)\p{L}*(?:\s*\/\s*(?:liefer|leistungs)\p{L}*)?\s*(?:entspricht|gleich|ist|wie|=)\s*(?:gleich\s*)?(?:dem\s*)?rechnungsdatum|(?:delivery|supply)\s*date\s*(?:is|equals|=|same\s*as|corresponds\s*to)\s*(?:the\s*)?invoice\s*date|(?:date\s*de\s*livraison|fecha\s*de\s*entrega)\s*(?:=|:)?\s*(?:identique\s*à\s*la\s*)?(?:date\s*de\s*(?:la\s*)?facture|la\s*de\s*la\s*factura|fecha\s*de\s*(?:la\s*)?factura)/iu;

export function deliveryOf(layout: Layout, options: DateOptions): Delivery {
  const spots: Spot[] = [];
  const period =
    beside(layout, periodLabel, (text) => findPeriod(text, options)) ??
    beside(layout, deliveryLabel, (text) => findPeriod(text, options));
  if (period)
    spots.push(period.label, {
      line: period.line,
      index: period.line.text.indexOf(period.found.raw),
      length: period.found.raw.length,
    });
  const day = beside(layout, deliveryLabel, (text) =>
    findPeriod(text, options) ? undefined : leadingDate(text, options),
  );
  if (day)
    spots.push(day.label, {
      line: day.line,
      index: day.line.text.indexOf(day.found.raw),
      length: day.found.raw.length,
    });
  for (const { lines } of layout.rows)
    for (const { line } of lines) {
      spots.push(...otherDates(line, options));
    }
  return {
    deliveryDate:
      day &&
      field(day.seen, day.found.value, {
        confidence: day.seen.confidence * 0.97 * (day.found.ambiguous ? 0.95 : 1),
        ambiguous: day.found.ambiguous ?? [],
      }),
    periodStart: period && dayField(period.line, period.found, period.found.start),
    periodEnd: period && dayField(period.line, period.found, period.found.end),
    spots: spots.filter(({ index }) => index >= 0),
  };
}

/** Labels of other days, with the number of days that stand behind each. */
const otherDayLabels: readonly [RegExp, number][] = [
  [periodLabel, 2],
  [deliveryLabel, 1],
  [orderDateLabel, 1],
  ...orderLabels.map((label): [RegExp, number] => [label, 1]),
];

/** The label and the days of something else in a line, whether they make a period or not. */
function otherDates(line: Line, options: DateOptions): Spot[] {
  const dates = findDates(line.text, options);
  if (dates.length === 0 || dateLabels[0]!.test(line.text)) return [];
  for (const [label, count] of otherDayLabels) {
    const match = label.exec(line.text);
    const behind = match ? dates.filter(({ index }) => index >= match.index) : [];
    if (match && behind.length > 0)
      return [
        { line, index: match.index, length: match[0].length },
        ...behind.slice(0, count).map(({ index, raw }) => ({ line, index, length: raw.length })),
      ];
  }
  return [];
}

function dayField(line: Line, period: FoundPeriod, day: PeriodDay): Field {
  const at = Math.max(0, line.text.indexOf(period.raw));
  const seen = seenPart(line, at + day.index - period.index, day.raw.length);
  const holds = isInOrder(period);
  return field(seen, day.value, {
    confidence: seen.confidence * 0.97 * (day.ambiguous ? 0.95 : 1) * (holds ? 1 : 0.5),
    ambiguous: day.ambiguous ?? [],
    checks: [
      check(
        'period',
        holds,
        holds
          ? `It is from ${period.start.value} to ${period.end.value}.`
          : `It begins on ${period.start.value} and ends on ${period.end.value}.`,
        day === period.start ? { rule: 'day', to: 'periodEnd' } : { rule: 'day', from: 'periodStart' },
      ),
    ],
  });
}

/** Where a paper says that the day of delivery is its own. */
export function saysOnDateOfInvoice(layout: Layout): Spot | undefined {
  for (const { lines } of layout.rows)
    for (const { line } of lines) {
      const match = onDateOfInvoice.exec(line.text);
      if (match) return { line, index: match.index, length: match[0].length };
    }
  return undefined;
}
