// cspell:disable -- words of many languages, as printed
import { joinSightings, type Layout, type Line, type Sighting, seenPart } from '@readout/plugin-kit';
import { type Beside, beside, blankOut, type Match, type Spot } from './beside.ts';

/** Under which terms an invoice is to be paid (EN 16931, BT-20). */
export interface Terms {
  /** As printed. */
  seen: Sighting;
  /** When the whole amount is due, where the terms say one thing only. */
  net: NetTerms | undefined;
}

export interface NetTerms {
  /** Days after the date of the invoice, 0 to 180. */
  days: number;
  /** Counted to the end of the month after the days (`30 jours fin de mois`), or from it (`EOM + 30`). */
  monthEnd?: 'after' | 'before';
  /** `30 days EOM` is used for both. */
  isLoose?: boolean;
  /** Nothing is counted: `due on receipt`. */
  isImmediate?: boolean;
}

const termsLabel =
  /(?<!\p{L})(?:payment\s*terms?|terms?\s*of\s*payment|(?:credit\s*)?terms|zahlungs(?:bedingungen?|konditionen|ziel|weise|frist)|zahlung|(?:conditions?|modalit[eé]s|d[eé]lai)\s*de\s*(?:paiement|r[eè]glement)|r[eè]glement|condiciones\s*(?:de\s*)?pago|(?:forma|plazo)\s*de\s*pago|(?:condizioni|modalit[aà]|termini)\s*(?:di\s*)?pagamento|pagamento|(?:betaln?ings?|betaal)(?:voorwaarden|termijn|conditie|condities|villkor|betingelser|vilk[aå]r)|(?:warunki|spos[oó]b|termin|forma)\s*(?:p[lł]atno[sś]ci|zap[lł]aty)|p[lł]atno[sś][cć]|maksuehto|condi[cç][oõ]es\s*de\s*pagamento|due(?:\s*date)?|f[aä]llig(?:keit)?|[eé]ch[eé]ance|vencimiento|scadenza|vervaldatum|f[oö]rfallo(?:datum|dag))(?!\p{L})(?:\s*[:.]\s*|\s+(?=\d|net|[aà]\s*\d)|\s*$)/iu;

/** Says in one of many languages that it is about paying. */
const paying =
  /(?<!\p{L})(?:pay(?:able|ment|ments|s)?|paid|due|net|net[ot]+|terms|zahl\p{L}*|f[aä]llig|[uü]berweis\p{L}*|begleich\p{L}*|skonto|ohne\s*abzug|paiement|pay(?:er|able)|r[eé]gl\p{L}*|r[eè]glement|[eé]ch[eé]ance|pagos?|pagad\p{L}+|pagar|pagamento|vencimiento|scadenza|bonifico|rimessa|virement|transferencia|r\.?\s?b\.?|betaa?l\p{L}*|voldoen|vervaldatum|p[lł]atn\p{L}*|zap[lł]a\p{L}*|przelew\p{L}*|d\.?\s?f\.?|data\s*fattura|fecha\s*(?:de\s*)?factura|date\s*de\s*facture|invoice\s*date|rechnungsdatum|factuurdatum)(?!\p{L})/iu;

/** Days of something else: interest, returns, guarantees, deliveries. */
const otherDays =
  /(?<!\p{L})(?:return\p{L}*|refund\p{L}*|exchange|warranty|guarantee|valid\p{L}*|deliver\p{L}*|dispatch\p{L}*|interest|overdue|late|complain\p{L}*|dispute\p{L}*|cancel\p{L}*|r[uü]ckgabe\p{L}*|widerruf\p{L}*|garantie\p{L}*|gew[aä]hrleistung|g[uü]ltig\p{L}*|liefer\p{L}*|verzug\p{L}*|verzinst|mahn\p{L}*|reklamation\p{L}*|beanstandung\p{L}*|k[uü]ndig\p{L}*|storn\p{L}*|r[eé]tractation|retour\p{L}*|validit[eé]|valable|livr\p{L}*|retard|p[eé]nalit[eé]s?|r[eé]clamation\p{L}*|devoluci[oó]n\p{L}*|garant[ií]a|v[aá]lid[oa]|entrega|demora|intereses|reclamaci[oó]n\p{L}*|reso|garanzia|consegna|mora|geldig|levering|levertijd|rente|reclames?|zwrot\p{L}*|gwarancj\p{L}*|dostaw\p{L}*|odset\p{L}*|reklamacj\p{L}*)(?!\p{L})/iu;

const unit = String.raw`(?:calendar\s*|kalender)?(?:days?|tage?n?|tg\.?|jours?|jrs?\.?|d[ií]as?|giorni|gg\.?|dagen|dager|dagar|dage|dni|pv)(?!\p{L})`;
/** Days nobody can count without knowing the holidays. */
const workingDays =
  /(?:business|working|banking)\s*days?|werktage?n?|arbeitstage?n?|bankarbeitstage?n?|jours?\s*ouvr\p{L}*|d[ií]as?\s*(?:h[aá]biles|laborables)|giorni\s*lavorativi|werkdagen|dni\s*roboczych/iu;
// A space behind a comma is often lost: `przelew,30 dni`.
const dayCount = new RegExp(String.raw`(?<![\d./]|(?<!\p{L}),)\(?(\d{1,3})\)?\s*-?\s*${unit}`, 'giu');
/** `Net 30`, `netto 30 Tage`; a bare number only where it is a usual one. */
const netBefore = new RegExp(
  String.raw`(?<!\p{L})net(?:to)?[\s:]*(?:in\s*|within\s*|innerhalb\s*(?:von\s*)?)?(?:(\d{1,3})\s*${unit}|(7|8|10|14|15|20|21|28|30|31|40|42|45|50|56|60|75|90|100|120)(?![\d.,%]|\s*[%€$£]))`,
  'giu',
);
const netBehind = new RegExp(
  String.raw`(?<![\d.,/])(\d{1,3})\s*${unit}[\s,]*(?:rein\s*)?(?:net(?:to)?(?!\p{L})|strictly|ohne\s*(?:jeden\s*)?abzug|sans\s*escompte|sin\s*descuento|zonder\s*korting)`,
  'giu',
);
const discountWords =
  /skonto|discount|escompte|descuento|pronto\s*pago|sconto|korting|rabat|\d\s*%|(?<!\d)\d(?:[.,]\d)?\/\d{1,2}(?=\W+net)/iu;
const monthEndWords =
  /(?<!\p{L})(?:end\s*of\s*(?:the\s*)?(?:following\s*|next\s*)?month|e\.?o\.?m\.?|fin\s*d[eu]\s*(?:el\s*)?m[oe]i?s|fine\s*mese|(?:d\.?\s?f\.?\s?)?f\.?\s?m\.?|(?:zum\s*)?monatsende|(?:bis\s*)?ende\s*(?:des\s*)?monats?|eind(?:e)?\s*(?:van\s*de\s*)?maand|(?:do\s*)?ko[nń]ca\s*miesi[aą]ca)(?!\p{L})/iu;
const atOnce =
  /(?<!\p{L})(?:sofort(?:\s*(?:zahlbar|f[aä]llig|netto|rein\s*netto|ohne\s*abzug))?|(?:zahlbar|f[aä]llig)\s*(?:sofort|(?:bei|nach)\s*(?:rechnungs)?erhalt(?:\s*der\s*rechnung)?)|(?:nach|bei)\s*(?:rechnungs)?erhalt|(?:(?:due|payable)\s*)?(?:up)?on\s*receipt(?:\s*of\s*(?:the\s*)?invoice)?|(?:due|payable)\s*immediately|immediate(?:\s*payment)?|(?:payable\s*)?[aà]\s*r[eé]ception(?:\s*de\s*(?:la\s*)?facture)?|comptant|al\s*contado|(?:pago\s*)?inmediato|a\s*la\s*recepci[oó]n(?:\s*de\s*la\s*factura)?|pagamento\s*immediato|immediato|a\s*vista(?:\s*fattura)?|per\s*(?:direct|omgaande)|direct\s*(?:te\s*(?:betalen|voldoen)|betaalbaar)|p[lł]atn\p{L}*\s*natychmiast\p{L}*|natychmiast\p{L}*)(?!\p{L})/iu;

/** Where one condition ends and the next begins; commas and points inside numbers and dates do not count. */
const clauseEnd =
  /[;\n]|,(?!\d)|(?<=\p{L}{2}[.!?])\s+(?=\p{Lu})|\s(?=(?:oder|or|sonst|ansonsten|danach|otherwise|thereafter|ou|sinon|altrimenti|oppure|anders|lub|of)\s)/u;
const sentenceEnd = /(?<=[\p{L}%)\d][.!?])\s+(?=\p{Lu})(?<!\d\.\s+)/u;

/** Parts of a text with where each begins. */
function partsOf(text: string, end: RegExp): { text: string; index: number }[] {
  const parts: { text: string; index: number }[] = [];
  let from = 0;
  for (const match of text.matchAll(new RegExp(end.source, 'gu'))) {
    parts.push({ text: text.slice(from, match.index), index: from });
    from = match.index + match[0].length;
  }
  parts.push({ text: text.slice(from), index: from });
  return parts;
}

/**
 * The layout without the clauses that grant an early-payment discount: a day in one of them is no day the invoice is due
 * on, nor its date.
 */
export function withoutDiscounts(layout: Layout): Layout {
  const spots: Spot[] = [];
  for (const { lines } of layout.rows)
    for (const { line } of lines)
      if (/\d/.test(line.text) && grantsDiscount.test(line.text))
        for (const { text, index } of partsOf(line.text, clauseEnd))
          if (grantsDiscount.test(text)) spots.push({ line, index, length: text.length });
  return blankOut(layout, spots);
}

const grantsDiscount =
  /skonto|(?:discount|escompte|descuento|sconto|korting|rabat\p{L}*)(?!\p{L}).*(?:pa(?:id|y|go|iement|gamento)|betal|zap[lł]at)|(?:pa(?:id|y|go|iement|gamento)|betal|zap[lł]at).*(?:discount|escompte|descuento|sconto|korting|rabat)|pronto\s*pago/iu;

const unitStems = ['day', 'tag', 'tg', 'jour', 'jrs', 'dia', 'día', 'giorn', 'gg', 'dag', 'dni', 'pv', 'net'];
const otherStems = [
  'sofort',
  'erhalt',
  'receipt',
  'immed',
  'inmed',
  'comptant',
  'récep',
  'recep',
  'contado',
  'vista',
  'direct',
  'omgaande',
  'natychm',
  'eom',
  'e.o.m',
  'month',
  'fin de',
  'fin du',
  'fine mese',
  'f.m',
  'fm',
  'monat',
  'maand',
  'miesi',
];

/** Cheap, and false for most lines. */
function mayBeTerms(text: string): boolean {
  const lower = text.toLowerCase();
  return (
    (/\d/.test(text) && unitStems.some((stem) => lower.includes(stem))) ||
    otherStems.some((stem) => lower.includes(stem))
  );
}

const instalments = new RegExp(
  String.raw`\d{1,3}(?:\s*[-/,–]\s*|\s(?:and|und|et|y|e|en|i)\s)\d{1,3}\s*${unit}`,
  'iu',
);
/** A line of its own: `A 30 días`. */
const onlyDays = new RegExp(String.raw`^\W*(?:a|à|at|in)\s+\d{1,3}\s*${unit}\W*$`, 'iu');
const oneCount = new RegExp(dayCount.source, 'iu');
const oneNet = new RegExp(netBefore.source, 'iu');

/** Whether a text names terms of payment; beside a label for them it need not say that it is about paying. */
function isTerms(text: string, isLabelled: boolean): boolean {
  if (text.length > 160 || !mayBeTerms(text)) return false;
  const counts = [oneCount, workingDays, monthEndWords, instalments].some((one) => one.test(text));
  if (!counts && !oneNet.test(text) && !atOnce.test(text)) return false;
  return !otherDays.test(text) && (isLabelled || paying.test(text) || onlyDays.test(text));
}

/** When the whole amount is due; undefined where the text names several days, or days nobody can count. */
export function netOf(text: string): NetTerms | undefined {
  if (instalments.test(text) || workingDays.test(text)) return undefined;
  const net = new Set<number>();
  for (const match of [...text.matchAll(netBefore), ...text.matchAll(netBehind)])
    net.add(Number(match[1] ?? match[2]));
  const other = new Set<number>();
  let isDiscountDated = false;
  for (const clause of partsOf(text, clauseEnd))
    for (const match of clause.text.matchAll(dayCount)) {
      if (discountWords.test(clause.text)) isDiscountDated = true;
      else other.add(Number(match[1]));
    }
  const end = monthEndWords.exec(text);
  const behindEnd = end ? text.slice(end.index + end[0].length) : '';
  // The tenth of the month after, and the like.
  if (/^\W*(?:le\s*|el\s*|il\s*|on\s*(?:the\s*)?)?\d/.test(behindEnd) && !oneCount.test(behindEnd))
    return undefined;
  // Where a discount has no days of its own, the only ones may be its.
  const found = net.size > 0 ? net : discountWords.test(text) && !isDiscountDated ? new Set<number>() : other;
  if (found.size > 1) return undefined;
  const [days] = found;
  if (days === undefined) {
    if (other.size > 0 || isDiscountDated) return undefined;
    if (end) return { days: 0, monthEnd: 'after' };
    return atOnce.test(text) ? { days: 0, isImmediate: true } : undefined;
  }
  if (days > 180) return undefined;
  if (!end) return { days };
  return {
    days,
    monthEnd: oneCount.test(behindEnd) ? 'before' : 'after',
    ...(/month|o\.?m/iu.test(end[0]) ? { isLoose: true } : {}),
  };
}

interface Part {
  seen: Sighting;
  line: Line;
  /** Where it begins in the line. */
  index: number;
  row: number;
}

/** The terms of payment: beside their label, else sentences about days within which to pay, with what goes on below. */
export function termsOf(layout: Layout): Terms | undefined {
  if (!layout.rows.some((row) => mayBeTerms(row.text))) return undefined;
  const named = beside(layout, termsLabel, (text) => {
    const raw = plainEnd(partsOf(text, sentenceEnd)[0]!.text);
    return isTerms(raw, true) ? { index: text.indexOf(raw), raw } : undefined;
  });
  const phrase = named && phraseOf(named);
  const parts: Part[] = [];
  for (const [row, { lines }] of layout.rows.entries())
    for (const { line } of lines) {
      if (phrase && line.id === phrase.line.id) {
        parts.push({ ...phrase, row });
        continue;
      }
      // An article with its price that is let or paid by the day.
      if (
        !mayBeTerms(line.text) ||
        lines.some((other) => other.line !== line && endsInAmount.test(other.line.text))
      )
        continue;
      for (const sentence of partsOf(line.text, sentenceEnd)) {
        const raw = plainEnd(sentence.text);
        if (!isTerms(raw, false)) continue;
        const index = sentence.index + sentence.text.indexOf(raw);
        const last = parts.at(-1);
        // Sentences of one line are one stretch of it, as printed.
        if (last?.line.id === line.id)
          last.seen = seenPart(line, last.index, index + raw.length - last.index);
        else parts.push({ seen: seenPart(line, index, raw.length), line, index, row });
      }
    }
  const groups: Part[][] = [];
  for (const part of parts) {
    const last = groups.at(-1);
    if (last && part.row - last.at(-1)!.row <= 1) last.push(part);
    else groups.push([part]);
  }
  const first = groups.find((group) => group.some(({ seen }) => seen === phrase?.seen)) ?? groups[0];
  if (!first) return undefined;
  const nets = groups.map((group) => netOf(group.map(({ seen }) => seen.text).join('\n')));
  const net = netOf(first.map(({ seen }) => seen.text).join('\n'));
  const agree = nets.every((one) => one === undefined || one.days === net?.days);
  return {
    seen: joinSightings(
      first.map(({ seen }) => seen),
      ' ',
    ),
    net: agree ? net : undefined,
  };
}

/** What is next to a label, with the label where it is the beginning of a phrase: `Pagamento a 30 giorni`. */
function phraseOf({ seen, line, found, label }: Beside<Match>): Omit<Part, 'row'> {
  const end = label.index + label.length;
  const isPhrase =
    label.line.id === line.id &&
    !/[:.]\s*$/.test(line.text.slice(label.index, end)) &&
    line.text.startsWith(found.raw, end);
  return isPhrase
    ? { seen: seenPart(line, label.index, label.length + found.raw.length), line, index: label.index }
    : { seen, line, index: line.text.indexOf(found.raw) };
}

const endsInAmount = /\d[.,]\d{2}\D{0,4}$/;
const plainEnd = (text: string): string => text.trim().replace(/[\s.,;:]+$/, '');
