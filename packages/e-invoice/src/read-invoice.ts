// cspell:ignore UNTDID
import { currencyDecimals, isoDate } from '@readout/plugin-kit';
import { attachmentsOf } from './attachments.ts';
import { checksOf } from './checks.ts';
import { decimal, millionths } from './decimals.ts';
import type { EInvoice, FilePlace, FileRow, TermValue, Unread } from './invoice.ts';
import { type Found, findAll, findElements } from './paths.ts';
import { profileOf } from './profiles.ts';
import { type InvoiceDocument, invoiceIn, pathOf } from './syntaxes.ts';
import { type Group, groups, type Term, terms } from './terms.ts';
import { parseXml, type XmlElement, type XmlFile } from './xml.ts';

/** UNTDID 1001: credit notes of all kinds that EN 16931 allows. */
const creditNotes: ReadonlySet<string> = new Set([
  '81',
  '83',
  '261',
  '262',
  '296',
  '308',
  '381',
  '396',
  '420',
  '458',
  '532',
]);

/**
 * An e-invoice by EN 16931: UBL 2.1, alone or in the Peppol envelope, or CII, also of ZUGFeRD 1. Nothing is guessed: what is not
 * in its form has no value and is told in `unread`.
 * @throws Refusal with the reason where the file is not one
 */
export function readInvoice(bytes: Uint8Array): EInvoice {
  const file = parseXml(bytes);
  const document = invoiceIn(file.root);
  const unread: Unread[] = [];
  const currency = findAll(
    document.root,
    pathsOf(terms.find(({ field }) => field === 'currency')!, document)[0]!,
  )[0]?.text;
  const read = new Reading(file, document, currency ?? '', unread);
  const values = read.values(document.root, terms);
  const lists = Object.fromEntries(
    groups.map((group) => [group.field, read.rows(group)]),
  ) as unknown as EInvoice['lists'];
  const isCreditNote =
    document.format === 'UBL 2.1 CreditNote' || creditNotes.has(values.typeCode?.value ?? '');
  const profile = profileOf(values.specification?.value, document.format);
  return {
    format: document.format,
    isEnveloped: document.isEnveloped,
    profile,
    isCreditNote,
    sign: isCreditNote && !values.total?.value.startsWith('-') ? -1 : 1,
    values: withAddress(values),
    lists,
    listPlaces: Object.fromEntries(groups.flatMap((group) => read.listPlace(group))),
    unread,
    checks: checksOf({
      syntax: document.syntax,
      items: rowsOf(groups.find(({ field }) => field === 'items')!, document),
      values,
      lists,
      unread,
      profile,
    }),
    attachments: attachmentsOf(document, file),
  };
}

const pathsOf = ({ paths }: Pick<Term, 'paths'>, { syntax }: InvoiceDocument): readonly string[] =>
  [paths[syntax]].flat();

const rowsOf = (group: Group, document: InvoiceDocument): XmlElement[] =>
  pathsOf(group, document).flatMap((path) => findElements(document.root, path));

class Reading {
  readonly #file: XmlFile;
  readonly #document: InvoiceDocument;
  readonly #currency: string;
  readonly #unread: Unread[];

  constructor(file: XmlFile, document: InvoiceDocument, currency: string, unread: Unread[]) {
    this.#file = file;
    this.#document = document;
    this.#currency = currency;
    this.#unread = unread;
  }

  values(from: XmlElement, wanted: readonly Term[]): Record<string, TermValue> {
    const found = wanted.flatMap((term): [string, TermValue][] => {
      const value = this.#value(from, term);
      return value ? [[term.field, value]] : [];
    });
    return Object.fromEntries(found);
  }

  rows(group: Group): FileRow[] {
    return rowsOf(group, this.#document).map((element) => this.values(element, group.columns));
  }

  listPlace(group: Group): [field: string, place: FilePlace][] {
    const rows = rowsOf(group, this.#document);
    const [first, last] = [rows[0], rows.at(-1)];
    if (!first || !last) return [];
    const { path, from } = this.#place({ element: first, text: '' });
    const { to } = this.#place({ element: last, text: '' });
    return [[group.field, { path: path.replace(/\[1\]$/, ''), from, to }]];
  }

  #value(from: XmlElement, term: Term): TermValue | undefined {
    for (const path of pathsOf(term, this.#document)) {
      const found = findAll(from, path.replace('{currency}', this.#currency));
      const [first] = found;
      if (!first) continue;
      const isOne = term.isRepeated || found.every(({ text }) => text === first.text);
      const value = isOne ? this.#typed(term, first) : undefined;
      if (value !== undefined)
        return { term: term.term, type: term.type, value, raw: first.text, places: [this.#place(first)] };
      this.#unread.push({
        reason: isOne ? 'unreadable' : 'repeated',
        term: term.term,
        path: this.#place(first).path,
        text: first.text.slice(0, 100),
      });
      return undefined;
    }
    return undefined;
  }

  #place({ element, attribute }: Found): FilePlace {
    const path = pathOf(element);
    return {
      path: attribute === undefined ? path : `${path}/@${attribute}`,
      ...this.#file.rangeOf(element, attribute),
    };
  }

  #typed({ type }: Term, { text, element }: Found): string | undefined {
    switch (type) {
      case 'text':
        return text.replaceAll(/[^\S\n]+/g, ' ').replaceAll(/ ?\n ?/g, '\n');
      case 'code':
        return text.replaceAll(/\s+/g, '').slice(0, 200);
      case 'currency':
        return /^[A-Z]{3}$/.test(text) ? text : undefined;
      case 'date':
        return dateOf(text, element.attributes.get('format'), this.#document.syntax);
      case 'amount': {
        const units = millionths(text);
        return units === undefined ? undefined : decimal(units, currencyDecimals(this.#currency));
      }
      case 'number':
      case 'percent': {
        const units = millionths(text);
        return units === undefined ? undefined : decimal(units, 0);
      }
    }
  }
}

/** UBL has days by ISO 8601, some with a time zone; CII the form 102 of UNTDID 2379. */
function dateOf(
  text: string,
  format: string | undefined,
  syntax: InvoiceDocument['syntax'],
): string | undefined {
  const [, year, month, day] =
    (syntax === 'ubl' ? /^(\d{4})-(\d\d)-(\d\d)(?:Z|[+-]\d\d:\d\d)?$/ : /^(\d{4})(\d\d)(\d\d)$/).exec(text) ??
    [];
  if (syntax === 'cii' && format !== undefined && format !== '102') return undefined;
  return isoDate(Number(year), Number(month), Number(day));
}

/** The parts of the supplier's address as one, as papers print it. */
function withAddress(values: Record<string, TermValue>): Record<string, TermValue> {
  const { addressStreet, addressMore, addressCode, addressCity, ...rest } = values;
  const town = [addressCode, addressCity].flatMap((part) => part ?? []);
  const rows = [addressStreet, addressMore, ...(town.length > 0 ? [town] : [])].flatMap((row) =>
    row ? [[row].flat()] : [],
  );
  if (rows.length === 0) return rest;
  const value = rows.map((row) => row.map((part) => part.value).join(' ')).join('\n');
  const parts = rows.flat();
  return {
    ...rest,
    address: {
      term: parts[0]!.term,
      type: 'address',
      value,
      raw: value,
      places: parts.flatMap(({ places }) => places),
    },
  };
}
