// cspell:disable -- words of many languages, as printed
import { findAmounts } from './found-amounts.ts';
import type { Layout, Row } from './layout.ts';
import {
  aboutInvoices,
  aheadOfInvoices,
  amountDue,
  bankDetails,
  billedTo,
  contractWords,
  creditHeading,
  foldForPhrases,
  invoiceHeading,
  invoiceLabels,
  invoiceLanguages,
  paidAtOnce,
  paidWith,
  payLater,
  receiptHeading,
  says,
  thanks,
  tillWords,
} from './paper-words.ts';
import { findTimes } from './times.ts';
import type { Line } from './types.ts';

/** What a paper with sums on it is. */
export interface Paper {
  /**
   * `other` is a paper nobody owes or has paid by: a quotation, an order, a contract, a delivery note, a statement of
   * account, a reminder.
   */
  kind: 'invoice' | 'credit-note' | 'receipt' | 'other';
  /** BCP 47 tag of the language an invoice's title is in. */
  locale?: string;
  /** The line of its title, where it has one. */
  title?: Line;
  /** How many signs speak for it, weighed; 0 to about 20. */
  weight: number;
}

const papers = new WeakMap<Layout, Paper>();

/**
 * Tells invoices, credit notes, receipts and other papers with sums apart, so that readers agree: one paper is never two
 * of them. Title, labels, terms, accounts and ways of payment are weighed; none of them is a condition.
 */
export function tellPaper(layout: Layout): Paper {
  let paper = papers.get(layout);
  if (!paper) {
    paper = weigh(layout);
    papers.set(layout, paper);
  }
  return paper;
}

export interface Heading {
  kind: 'invoice' | 'credit-note' | 'receipt' | 'about' | 'ahead';
  index: number;
  height: number;
  line: Line;
}

const headings: readonly [Heading['kind'], RegExp][] = [
  ['credit-note', creditHeading],
  ['about', aboutInvoices],
  ['receipt', receiptHeading],
  ['invoice', invoiceHeading],
  ['ahead', aheadOfInvoices],
];

/** Rows in which a paper says what it is. */
const headRows = 14;

/** What a paper calls itself at its head: `about` and `ahead` are papers nobody owes or has paid by. */
export const headingOf = ({ rows }: Layout): Heading | undefined =>
  leading(rows.slice(0, headRows).flatMap(headingsOf));

function weigh(layout: Layout): Paper {
  const { rows } = layout;
  const text = rows.map((row) => row.text).join('\n');
  const folded = foldForPhrases(text);
  const title = headingOf(layout);
  const locale = invoiceLanguages.find(([words]) => says(folded, words))?.[1];
  const changeRow = rows.some((row) => changeLabel.test(row.text) && holdsAmount(row.text));
  const paidRow = rows.some((row) => paidLabel.test(row.text) && holdsAmount(row.text));
  const hasLabels = says(folded, invoiceLabels);
  const forPaid = weightOf([
    [title?.kind === 'receipt', 3],
    [changeRow, 4],
    [paidRow, 3],
    [!paidRow && says(folded, paidWith), 2],
    [says(folded, paidAtOnce), 6],
    [says(folded, tillWords), 2],
    [says(folded, thanks), 0.5],
    [findTimes(text).length > 0, 1],
  ]);
  const forOwed = weightOf([
    [title?.kind === 'invoice' || title?.kind === 'credit-note', 3],
    [hasLabels, 1.5],
    [says(folded, payLater), 3],
    [says(folded, bankDetails), 2],
    [says(folded, billedTo), 2],
    [says(folded, amountDue), 1],
  ]);
  const rest = { ...(locale === undefined ? {} : { locale }), ...(title ? { title: title.line } : {}) };
  if (title?.kind === 'credit-note' && !changeRow) return { kind: 'credit-note', weight: forOwed, ...rest };
  if (title?.kind === 'about' && !changeRow) return { kind: 'other', weight: 5 };
  if (title?.kind === 'ahead' && !changeRow && !paidRow) return { kind: 'other', weight: 5 };
  if (title?.kind !== 'invoice' && !changeRow && !paidRow && contractWords(folded) >= 2)
    return { kind: 'other', weight: 3 };
  const isInvoice = title?.kind === 'invoice' || (hasLabels && forOwed >= 3) || forOwed >= 5;
  return isInvoice && forOwed > forPaid
    ? { kind: 'invoice', weight: forOwed, ...rest }
    : { kind: 'receipt', weight: forPaid };
}

const weightOf = (signs: readonly (readonly [holds: boolean, points: number])[]): number =>
  signs.reduce((sum, [holds, points]) => sum + (holds ? points : 0), 0);

function headingsOf(row: Row, index: number): Heading[] {
  return row.lines.flatMap(({ line, height }): Heading[] => {
    // Neither is a sentence a heading, nor an article with its price.
    if (line.text.length > 60 || /\d[.,]\d{2}\W*$/.test(row.text)) return [];
    const kind = headings.find(([, pattern]) => pattern.test(line.text))?.[0];
    return kind ? [{ kind, index, height, line }] : [];
  });
}

/** Of several headings the one that is larger, else the first; a number of an order on an invoice is a reference. */
function leading(found: readonly Heading[]): Heading | undefined {
  let best: Heading | undefined;
  for (const one of found) {
    const isReference = best?.kind === 'ahead' && one.kind !== 'ahead' && one.height > 0.8 * best.height;
    if (!best || isReference || one.height > 1.25 * best.height) best = one;
  }
  return best;
}

/** `Oil change 45.00` is work, `Change 2.30` was given back. */
const changeLabel =
  /^\W*(?:your\s*)?(?:change(?:\s*(?:due|amt|given))?|r[uü]ckgeld|wechselgeld|zur[uü]ck|(?:monnaie\s*)?rendue?|[aà]\s*rendre|(?:su\s*)?cambio|vuelto|resto|troco|wisselgeld|v[aä]xel(?:\s*tillbaka)?|tilbake|byttepenge|reszta|vaihtoraha|baki)[^\p{L}]*(?:[A-Z]{2,3})?[^\p{L}]*$/iu;
const paidLabel =
  /^\W*(?:cash(?:\s*tender(?:ed)?)?[^\p{L}]|tender(?:ed)?\b|(?:amount\s*|amt\s*)?paid\b|visa\b|master\s?card|maestro|amex|american express|debit|credit card|card\b|eftpos|contactless|gegeben|bargeld|barzahlung|ec[- ]?karte|girocard|kartenzahlung|esp[eè]ces|cb\b|carte (?:bancaire|bleue)|efectivo|tarjeta|entregado|contant[ei]|bancomat|pagamento|contant\b|pin\b|betaald|kontant|bankkort|kort\b|swish|dankort|vipps|got[oó]wka|karta|tunai)|(?:^|\s)bar[^\p{L}]*(?:eur)?[^\p{L}]*$/iu;

const holdsAmount = (text: string): boolean =>
  findAmounts(text, { locale: 'en' }).some(({ value }) => /[1-9]/.test(value));
