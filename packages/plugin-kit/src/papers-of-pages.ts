// cspell:disable -- words of many languages, as printed
import { findDates } from './dates.ts';
import { findAmounts } from './found-amounts.ts';
import { layoutOf, type Row } from './layout.ts';
import { type Heading, headingOf, tellPaper } from './papers.ts';
import type { PluginReading } from './types.ts';

/** What of a page says whether it goes on with the one before it. */
interface PageSigns {
  heading: Heading['kind'] | undefined;
  /** Printed: page 2 of 3. */
  mark: { number: number; of: number } | undefined;
  /** Codes that look like numbers of papers, and those of them that a label calls that. */
  codes: ReadonlySet<string>;
  labelled: ReadonlySet<string>;
  /** The last amount that is called a total. */
  total: string | undefined;
  hasAmounts: boolean;
  hasDate: boolean;
  /** How much speaks for a till's receipt. */
  till: number;
  /** It says that it goes on, or that it went on before it. */
  isCarriedOn: boolean;
  isCarriedOver: boolean;
}

/** What the pages of a paper have shown so far. */
type PaperSigns = Pick<PageSigns, 'heading' | 'codes' | 'labelled' | 'total' | 'hasAmounts' | 'till'> & {
  last: PageSigns;
};

/**
 * Tells which pages of a document are one paper: a scan may hold three receipts, and an invoice may go on for pages, with its
 * terms behind it. A page goes on with the one before it unless it says otherwise: by its printed number, by a heading or
 * the sums of a paper of its own beside those of a paper that is complete. What shares a number is one paper.
 * @param pages in their order
 */
export function papersOf<Reading extends PluginReading>(pages: readonly Reading[]): Reading[][] {
  if (pages.length < 2) return pages.length === 0 ? [] : [[...pages]];
  // What carries its data in a file is one paper, with what was put before and behind it.
  if (pages.some(({ files }) => files?.length)) return [[...pages]];
  const papers: Reading[][] = [];
  let paper: PaperSigns | undefined;
  for (const page of pages) {
    const signs = signsOf(page);
    if (!paper || beginsPaper(signs, paper)) {
      papers.push([page]);
      paper = { ...signs, last: signs };
      continue;
    }
    papers.at(-1)!.push(page);
    paper = {
      heading: paper.heading ?? signs.heading,
      codes: new Set([...paper.codes, ...signs.codes]),
      labelled: new Set([...paper.labelled, ...signs.labelled]),
      total: signs.total ?? paper.total,
      hasAmounts: paper.hasAmounts || signs.hasAmounts,
      till: Math.max(paper.till, signs.till),
      last: signs,
    };
  }
  return papers;
}

/** A till's receipt that is stapled to something else says more than that it has a sum. */
const sureTill = 2;

function beginsPaper(page: PageSigns, paper: PaperSigns): boolean {
  if (page.mark) {
    if (page.mark.number === 1) return true;
    const before = paper.last.mark;
    if (!before || (before.number === page.mark.number - 1 && before.of === page.mark.of)) return false;
  }
  if (paper.last.isCarriedOn || page.isCarriedOver) return false;
  const isTitled = page.heading === 'invoice' || page.heading === 'credit-note' || page.heading === 'receipt';
  const isOfTills = paper.heading === undefined || paper.heading === 'receipt';
  const isTill = page.total !== undefined && (page.till >= sureTill || (isOfTills && page.hasDate));
  if (!isTitled && !isTill) return false;
  if (shares(page.labelled, paper.codes) || shares(paper.labelled, page.codes)) return false;
  const isComplete = paper.total !== undefined;
  if (isTitled) {
    // A covering letter, an order or a delivery note before it.
    if (paper.heading === 'about' || paper.heading === 'ahead') return true;
    if (paper.heading === undefined && !paper.hasAmounts) return true;
    if (page.labelled.size > 0 && paper.labelled.size > 0) return true;
  }
  if (!isComplete || page.total === undefined) return false;
  // A slip that says how an invoice was paid.
  return !(page.heading !== paper.heading && page.total === paper.total);
}

const shares = (some: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
  [...some].some((code) => others.has(code));

/** Rows at the upper and lower edge in which a page is numbered. */
const edge = 5;
const pageMark =
  /(?:^|[^\p{L}\p{N}])(?:(?:page|seite|s\.|página|pág\.?|pagina|pag\.?|strona|sida|side|sivu|blatt|hoja)\s*(?:n[o°º.]*\s*)?(\d{1,3})\s*(?:\/|of|von|sur|de|di|van|z|av|af|:)\s*(\d{1,3})|(\d{1,3})\s*(?:\/|of|von|sur)\s*(\d{1,3})\s*(?:pages?|seiten?|páginas?|pagine))(?![\p{N}./])/iu;
const carriedOn =
  /carried\s*(?:forward|over)|to\s*be\s*continued|continued\s*(?:on|overleaf)|please\s*turn\s*over|^\W*übertrag|bitte\s*wenden|fortsetzung\s*(?:auf|n[äa]chste)|^\W*(?:à|a)\s*reporter|suite\s*(?:au\s*verso|page)|suma\s*y\s*sigue|contin[uú]a\s*en|da\s*riportare|segue\s*a\s*pag|te\s*transporteren|do\s*przeniesienia/iu;
const carriedOver =
  /brought\s*forward|continued\s*from|^\W*übertrag|fortsetzung\s*von|^\W*report\b|suma\s*anterior|riporto|z\s*przeniesienia/iu;
const totalLabel =
  /total(?!\s*(?:items|qty|quantity|articles|hours|pages))|amount\s*(?:due|payable)|balance\s*due|gesamt(?!preis)|(?<!zwischen)summe|rechnungsbetrag|zahlbetrag|endbetrag|zu\s*zahlen|net\s*[àa]\s*payer|montant\s*(?:d[uû]|ttc)|importe\s*total|totaal|te\s*betalen|razem|do\s*zap[lł]aty|suma|att\s*betala|summa|yhteens[äa]/iu;
const noTotal =
  /sub\W*tot|zwischen|sous\W*tot|subtotaal|mezisou|delsum|välisumma|\bnetto?\b(?!.*zu\s*zahlen)/iu;
const numberLabel =
  /(?:invoice|rechnungs?|facture|fattura|factura|fatura|factuur|faktur[ay]|lasku|credit\s*(?:note|memo)|gutschrifts?|avoir|receipt|beleg|quittungs?|bon|ticket|document)\W*(?:no|nr|num(?:ber|mer|ero|éro)?|n[°º]|#|\d)/iu;
const taxLabel = /\b(?:vat|ust|mwst|tva|iva|btw|nip|nif|cif|siren|siret|tax|iban|bic|tel|fon)\b/iu;

function signsOf(reading: PluginReading): PageSigns {
  const layout = layoutOf(reading);
  const { rows } = layout;
  const { kind, weight } = tellPaper(layout);
  const texts = rows.map((row) => row.text);
  const edges = rows.length <= 2 * edge ? texts : [...texts.slice(0, edge), ...texts.slice(-edge)];
  const codes = texts.map(codesIn);
  return {
    heading: headingOf(layout)?.kind,
    mark: edges.map(markIn).find((mark) => mark !== undefined),
    codes: new Set(codes.flat()),
    labelled: new Set(
      texts.flatMap((text, index) =>
        numberLabel.test(text) && !taxLabel.test(text)
          ? [...codes[index]!, ...(codes[index]!.length === 0 ? (codes[index + 1] ?? []) : [])]
          : [],
      ),
    ),
    total: rows.findLast(isTotal) && totalOf(rows.findLast(isTotal)!),
    hasAmounts: texts.some((text) => amountsIn(text).length > 0),
    hasDate: texts.some((text) => findDates(text, dating).length > 0),
    till: kind === 'receipt' ? weight : 0,
    isCarriedOn: texts.slice(-edge - 1).some((text) => carriedOn.test(text)),
    isCarriedOver: texts.slice(0, -edge).some((text) => carriedOver.test(text)),
  };
}

/** Only whether there is one counts, not which. */
const dating = { locale: 'en-GB', today: '2026-01-01' };
const amountsIn = (text: string) => findAmounts(text, { locale: 'en-GB' });
const isTotal = (row: Row): boolean =>
  totalLabel.test(row.text) && !noTotal.test(row.text) && totalOf(row) !== undefined;
const totalOf = ({ text }: Row): string | undefined =>
  amountsIn(text)
    .filter(({ value }) => /[1-9]/.test(value))
    .at(-1)?.value;

function markIn(text: string): PageSigns['mark'] {
  const [, a, b, c, d] = pageMark.exec(text) ?? [];
  const [number, of] = [Number(a ?? c), Number(b ?? d)];
  return number >= 1 && number <= of ? { number, of } : undefined;
}

/** Of three figures and more, with letters or marks among them, or of five: no quantity, amount, date or time. */
function codesIn(text: string): string[] {
  return text.split(/\s+/).flatMap((word) => {
    const code = word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
    const figures = code.replace(/\D/g, '').length;
    if (!/^[\p{L}\p{N}][\p{L}\p{N}/._-]*$/u.test(code) || figures < 3) return [];
    if (/^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$|[.,]\d{2}$/.test(code)) return [];
    return figures < code.length || figures >= 5 ? [code.toUpperCase()] : [];
  });
}
