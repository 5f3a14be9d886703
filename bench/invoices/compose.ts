// cspell:disable -- words of seven languages, as invoices print them
import { type Content, contentOf, type Party } from './content.ts';
import type { InvoiceLayout } from './layouts.ts';
import { Sheet, type TextStyle } from './sheet.ts';
import type { Words } from './words.ts';

export type Cells = Readonly<Record<string, string | number>>;
/** What is printed, by the names of the invoice reader's fields. */
export type Truth = Readonly<Record<string, string | boolean | readonly Cells[]>>;

export interface DrawnPaper {
  sheet: Sheet;
  locale: string;
  truth: Truth;
}

/** What another paper than an invoice says in place of it. */
export interface Disguise {
  title: string;
  number: string;
  date: string;
  total: string;
  /** In place of terms and account. */
  closing: readonly string[];
  hasPrices: boolean;
}

const numberSigns: Record<string, string> = {
  en: 'No.',
  de: 'Nr.',
  fr: 'n°',
  es: 'nº',
  nl: 'nr.',
  pl: 'nr',
  it: 'n.',
};
const dueSentences: Record<string, string> = {
  en: 'Please pay the total by {d}.',
  de: 'Bitte überweisen Sie den Betrag bis zum {d}.',
  fr: 'Merci de régler cette facture avant le {d}.',
  es: 'Rogamos abonen el importe antes del {d}.',
  nl: 'Gelieve het bedrag vóór {d} over te maken.',
  pl: 'Prosimy o zapłatę do dnia {d}.',
  it: 'Si prega di pagare entro il {d}.',
};
/** Between a town and the day of a letter. */
const dayAfterTown: Record<string, string> = {
  en: '',
  de: 'den ',
  fr: 'le ',
  es: '',
  nl: '',
  pl: 'dnia ',
  it: 'lì ',
};
const bankNames: Record<string, string> = {
  en: 'Example Bank',
  de: 'Beispielbank',
  fr: 'Banque Exemple',
  es: 'Banco Ejemplo',
  nl: 'Voorbeeldbank',
  pl: 'Bank Przykładowy',
  it: 'Banca Esempio',
};

const iso = (date: Date) => date.toISOString().slice(0, 10);
const money = (hundredths: number) => (hundredths / 100).toFixed(2);

/** Draws one invoice of a layout, or another paper that looks like one. */
export function composed(layout: InvoiceLayout, paper: number, disguise?: Disguise): DrawnPaper {
  const content = contentOf(layout, paper);
  return new Composition(layout, content, disguise).drawn();
}

class Composition {
  readonly #layout: InvoiceLayout;
  readonly #content: Content;
  readonly #words: Words;
  readonly #disguise: Disguise | undefined;
  readonly #sheet: Sheet;
  readonly #isNarrow: boolean;
  readonly #left: number;
  readonly #right: number;
  readonly #isCredit: boolean;
  readonly #truth: Record<string, string | boolean | Cells[]> = {};

  constructor(layout: InvoiceLayout, content: Content, disguise: Disguise | undefined) {
    [this.#layout, this.#content, this.#words, this.#disguise] = [layout, content, content.words, disguise];
    this.#isNarrow = layout.paper === 'narrow';
    const size = this.#isNarrow || layout.font === 'DejaVu Sans Mono' ? 18 : layout.size;
    this.#sheet = new Sheet(this.#isNarrow ? 640 : 1240, layout.font, size);
    [this.#left, this.#right] = this.#isNarrow ? [30, 610] : [90, 1150];
    this.#isCredit = layout.kind === 'credit' && !disguise;
  }

  drawn(): DrawnPaper {
    const { seller, buyer } = this.#content;
    Object.assign(this.#truth, {
      supplier: seller.name,
      supplierTaxId: seller.taxId,
      address: `${seller.street} ${seller.town}`,
      buyer: buyer.name,
      currency: this.#content.currency.code,
    });
    if (this.#isCredit) this.#truth.creditNote = true;
    this.#head();
    this.#items();
    this.#sums();
    this.#closing();
    this.#foot();
    return { sheet: this.#sheet, locale: this.#content.locale, truth: this.#truth };
  }

  #say(list: readonly string[], what: string): string {
    return this.#layout.say(list, what);
  }

  #lines(texts: readonly string[], x: number, style?: TextStyle): void {
    for (const text of texts) {
      this.#sheet.put(text, x, style);
      this.#sheet.down();
    }
  }

  /** Amount as the sums print it; negative ones only where a credit note does. */
  #money(hundredths: number, form: string): string {
    const isMinus = this.#isCredit && this.#say(['yes', 'no'], 'minus') === 'yes';
    return form.replace('{}', this.#content.written(isMinus ? -hundredths : hundredths));
  }

  get #form(): string {
    return this.#say(this.#content.currency.forms, 'form');
  }

  #head(): void {
    const { letterhead, buyer } = this.#layout;
    const sheet = this.#sheet;
    const { seller } = this.#content;
    const isLabelled = buyer === 'parties';
    const taxLine = `${this.#say(this.#words.taxIds, 'tax id')}: ${seller.taxId}`;
    const isTaxInFoot = this.#isTaxInFoot;
    const address = letterhead === 'footer' ? [] : [seller.street, seller.town];
    const contacts = [this.#content.phone, ...(isTaxInFoot ? [] : [taxLine])];
    const name: TextStyle = { size: sheet.size * 1.35, bold: true };
    const top = sheet.y;
    if (!isLabelled) {
      if (letterhead === 'centre') {
        const middle = (this.#left + this.#right) / 2;
        this.#lines([seller.name], middle, { ...name, anchor: 'middle' });
        this.#lines([`${seller.street}, ${seller.town}`], middle, { anchor: 'middle' });
        this.#lines(contacts, middle, { anchor: 'middle' });
      } else if (letterhead === 'line') {
        this.#lines([seller.name], this.#left, name);
        this.#lines([[...address, this.#content.phone].join(' · ')], this.#left, { size: sheet.size * 0.85 });
        if (!isTaxInFoot) this.#lines([taxLine], this.#left, { size: sheet.size * 0.85 });
      } else if (letterhead === 'right' && !this.#isNarrow) {
        const x = this.#right - 360;
        this.#lines([seller.name], x, { ...name, size: sheet.size * 1.15 });
        this.#lines([...address, ...contacts], x);
      } else {
        this.#lines([seller.name], this.#left, name);
        this.#lines([...address, ...(letterhead === 'footer' ? [] : contacts)], this.#left);
        if (letterhead === 'footer' && !isTaxInFoot) this.#lines([taxLine], this.#left);
      }
    }
    const title =
      this.#disguise?.title ?? this.#say(this.#isCredit ? this.#words.credits : this.#words.titles, 'title');
    const big: TextStyle = { size: sheet.size * 1.5, bold: true };
    const isTitleRight =
      this.#layout.title === 'right' &&
      !this.#isNarrow &&
      (letterhead === 'left' || letterhead === 'footer' || isLabelled);
    if (isTitleRight) sheet.put(title, this.#right, { ...big, anchor: 'end' }, top);
    sheet.down(1.2);
    this.#parties();
    sheet.down(0.8);
    if (!isTitleRight) {
      const isNumbered = this.#layout.title === 'number';
      const sign = this.#say(['', `${numberSigns[this.#layout.language]} `], 'number sign');
      this.#lines([isNumbered ? `${title} ${sign}${this.#content.number}` : title], this.#left, big);
      if (isNumbered) this.#truth.number = this.#content.number;
      sheet.down(0.4);
    }
    this.#meta();
    sheet.down(0.8);
    if (this.#layout.due === 'sentence' || this.#say(['yes', 'no', 'no'], 'greets') === 'yes')
      this.#lines([this.#say(this.#words.greetings, 'greeting')], this.#left);
    sheet.down(0.6);
  }

  get #isTaxInFoot(): boolean {
    return (
      (this.#layout.account === 'footer' || this.#layout.letterhead === 'footer') &&
      this.#layout.buyer !== 'parties' &&
      !this.#isNarrow
    );
  }

  #party({ name, street, town }: Party): string[] {
    return [name, street, town];
  }

  #parties(): void {
    const { seller, buyer } = this.#content;
    const { buyer: place } = this.#layout;
    const sheet = this.#sheet;
    const bill = this.#say(this.#words.bills, 'bill');
    const hasTaxId = this.#say(['yes', 'no', 'no'], 'buyer tax id') === 'yes' || place === 'parties';
    const ofBuyer = [
      ...this.#party(buyer),
      ...(hasTaxId ? [`${this.#say(this.#words.buyerTaxIds, 'buyer tax label')}: ${buyer.taxId}`] : []),
    ];
    if (hasTaxId) this.#truth.buyerTaxId = buyer.taxId;
    const y = sheet.y;
    const beside = (x: number, texts: readonly string[], style?: TextStyle) => {
      const after = sheet.y;
      sheet.y = y;
      this.#lines(texts, x, style);
      sheet.y = Math.max(after, sheet.y);
    };
    if (place === 'parties') {
      const [from, to] = this.#layout.say(this.#words.parties, 'parties');
      const mark = this.#say([':', ''], 'party mark');
      const taxId = `${this.#say(this.#words.taxIds, 'tax id')}: ${seller.taxId}`;
      this.#lines([`${from}${mark}`, ...this.#party(seller), taxId], this.#left);
      if (this.#isNarrow) {
        sheet.down(0.6);
        this.#lines([`${to}${mark}`, ...ofBuyer], this.#left);
      } else beside(640, [`${to}${mark}`, ...ofBuyer]);
    } else if (place === 'above' || (this.#isNarrow && place !== 'beside')) {
      this.#lines([`${bill}${this.#say([':', ''], 'bill mark')}`, ...ofBuyer], this.#left);
    } else if (place === 'beside') {
      sheet.put(`${bill}:`, this.#left);
      this.#lines(ofBuyer, this.#left + sheet.measure(bill) + 40);
    } else if (place === 'pair') {
      const mark = this.#say([':', ''], 'bill mark');
      this.#lines([`${bill}${mark}`, ...ofBuyer], this.#left);
      const { street, town } = this.#content.items[0]!.code.endsWith('1') ? seller : buyer;
      beside(640, [`${this.#say(this.#words.ships, 'ship')}${mark}`, buyer.name, street, town]);
    } else if (place === 'right') {
      this.#lines(ofBuyer, 700);
    } else {
      if (this.#say(['yes', 'no'], 'sender') === 'yes')
        this.#lines(
          [[seller.name, seller.street, seller.town].join(this.#say([' · ', ', ', ' - '], 'sender mark'))],
          this.#left,
          {
            size: sheet.size * 0.65,
          },
        );
      this.#lines(ofBuyer, this.#left);
    }
  }

  /** Labels and values, in the order of the layout. */
  #facts(): [label: string, value: string][] {
    const { content, words } = { content: this.#content, words: this.#words };
    const facts: [string, string][] = [];
    const add = (field: string, label: string, value: string, truth: string) => {
      facts.push([label, value]);
      this.#truth[field] = truth;
    };
    if (this.#truth.number === undefined)
      add(
        'number',
        this.#disguise?.number ?? this.#say(words.numbers, 'number'),
        content.number,
        content.number,
      );
    const isLetter = this.#layout.letterhead === 'line' && this.#layout.buyer === 'window';
    if (isLetter) {
      const town = content.seller.town.replace(/\d[\d -]*|\(.*\)/g, '').trim();
      this.#sheet.put(
        `${town}, ${dayAfterTown[this.#layout.language]}${content.day(content.date)}`,
        this.#right,
        { anchor: 'end' },
      );
      this.#sheet.down(1.2);
      this.#truth.date = iso(content.date);
    } else
      add(
        'date',
        this.#disguise?.date ?? this.#say(words.dates, 'date'),
        content.day(content.date),
        iso(content.date),
      );
    if (!this.#isCredit && !this.#disguise && (this.#layout.due === 'day' || this.#layout.due === 'both'))
      add('due', this.#say(words.dues, 'due'), content.day(content.due), iso(content.due));
    if (this.#layout.order === 'yes')
      add('orderNumber', this.#say(words.orders, 'order'), content.order, content.order);
    if (this.#layout.delivery === 'day')
      add(
        'deliveryDate',
        this.#say(words.deliveries, 'delivery'),
        content.day(content.delivery),
        iso(content.delivery),
      );
    if (this.#layout.delivery === 'period') {
      const [from, to] = content.period;
      const form = this.#say(['days', 'days', 'month'], 'period form');
      const month = words.months.split(',')[from.getUTCMonth()]!;
      const isNamed = form === 'month' && this.#layout.language !== 'pl';
      facts.push([
        this.#say(words.periods, 'period'),
        isNamed
          ? `${month} ${from.getUTCFullYear()}`
          : `${content.day(from)} ${this.#say(['–', '-'], 'dash')} ${content.day(to)}`,
      ]);
      Object.assign(this.#truth, { periodStart: iso(from), periodEnd: iso(to) });
    }
    if (this.#say(['yes', 'no'], 'customer') === 'yes')
      facts.push([this.#say(words.customers, 'customer no'), content.customer]);
    if (this.#say(['yes', 'no', 'no'], 'contact') === 'yes')
      facts.push([this.#say(words.contacts, 'contact label'), 'A. Muster']);
    return this.#say(['first', 'last'], 'order of facts') === 'first'
      ? facts
      : [...facts.slice(1), facts[0]!];
  }

  #meta(): void {
    const facts = this.#facts();
    const sheet = this.#sheet;
    const { meta } = this.#layout;
    const width = Math.max(...facts.map(([label]) => sheet.measure(label))) + 40;
    if (meta === 'strip' && !this.#isNarrow) this.#strip(facts, facts.length > 4 ? 3 : 4);
    else if (meta === 'above') this.#strip(facts, 2);
    else if (meta === 'columns' || (meta === 'strip' && this.#isNarrow))
      for (const [label, value] of facts) {
        sheet.put(label, this.#left);
        this.#lines([value], this.#left + width);
      }
    else if (meta === 'ends') {
      const x = this.#isNarrow ? this.#left : 700;
      for (const [label, value] of facts) {
        sheet.put(label, x);
        this.#lines([value], this.#right, { anchor: 'end' });
      }
    } else
      for (const [label, value] of facts)
        this.#lines([`${label}: ${value}`], meta === 'colonLeft' || this.#isNarrow ? this.#left : 700);
  }

  /** Labels in a row with their values below. */
  #strip(facts: readonly [string, string][], columns: number): void {
    const sheet = this.#sheet;
    const step = (this.#right - this.#left) / columns;
    for (let at = 0; at < facts.length; at += columns) {
      const some = facts.slice(at, at + columns);
      for (const [index, [label]] of some.entries())
        sheet.put(label, this.#left + index * step, { size: sheet.size * 0.9 });
      sheet.down(0.95);
      for (const [index, [, value]] of some.entries()) sheet.put(value, this.#left + index * step);
      sheet.down(1.4);
    }
  }

  #items(): void {
    const { items } = this.#content;
    const sheet = this.#sheet;
    const { heads } = this.#words;
    const wanted = {
      short: ['text', 'quantity', 'price', 'amount'],
      full: ['position', 'text', 'quantity', 'unit', 'price', 'amount'],
      coded: ['code', 'text', 'quantity', 'price', 'amount'],
      unit: ['text', 'quantity', 'price', 'amount'],
      rate: ['position', 'text', 'quantity', 'price', 'rate', 'amount'],
      amount: ['text', 'amount'],
    } as const;
    const hasPrices = this.#disguise?.hasPrices !== false;
    type Head = keyof Words['heads'];
    const names = (
      this.#isNarrow && this.#layout.columns !== 'amount'
        ? (['text', 'quantity', 'amount'] as const)
        : wanted[this.#layout.columns]
    ).filter((name) => hasPrices || (name !== 'price' && name !== 'amount' && name !== 'rate')) as Head[];
    const hasUnits = this.#layout.columns === 'unit' || !hasPrices;
    const form = this.#form;
    const [, decimal] = this.#content.written(1).match(/\d(\D)\d/)!;
    const count = (quantity: number) =>
      (this.#say(['plain', 'plain', 'two'], 'quantity form') === 'two'
        ? quantity.toFixed(2)
        : String(quantity)
      ).replace('.', decimal!);
    const rows = items.map((item, at) => ({
      position: String(at + 1),
      code: item.code,
      text: item.text,
      quantity: `${count(item.quantity)}${hasUnits ? ` ${item.unit}` : ''}`,
      unit: item.unit,
      price: this.#plainMoney(item.price, form),
      rate: `${String(item.rate).replace('.', decimal!)}${this.#say([' %', '%', '%'], 'percent')}`,
      amount: this.#money(item.amount, form),
    }));
    const head = Object.fromEntries(
      names.map((name) => [name, this.#say(heads[name], `head ${name}`)]),
    ) as Record<Head, string>;
    const widths = names.map(
      (name) =>
        Math.max(...[head[name], ...rows.map((row) => row[name])].map((text) => sheet.measure(text) * 1.1)) +
        26,
    );
    const others = names.reduce((sum, name, at) => sum + (name === 'text' ? 0 : widths[at]!), 0);
    const textWidth = this.#right - this.#left - others;
    const placed: { name: Head; x: number; anchor: 'start' | 'end' }[] = [];
    let x = this.#left;
    for (const [at, name] of names.entries()) {
      const width = name === 'text' ? textWidth : widths[at]!;
      const isLeft = name === 'position' || name === 'code' || name === 'text' || name === 'unit';
      placed.push({
        name,
        x: isLeft ? x : x + width - (at === names.length - 1 ? 0 : 14),
        anchor: isLeft ? 'start' : 'end',
      });
      x += width;
    }
    const top = sheet.y;
    for (const { name, x, anchor } of placed)
      sheet.put(head[name], x, { anchor, bold: this.#layout.lines !== 'none' });
    const { lines } = this.#layout;
    if (lines !== 'none') sheet.rule(this.#left, this.#right, sheet.y + sheet.size * 0.5);
    sheet.down(1.35);
    for (const [at, row] of rows.entries()) {
      const texts = wrapped(row.text, textWidth - 20, sheet);
      const more = items[at]!.more;
      for (const { name, x, anchor } of placed) if (name !== 'text') sheet.put(row[name], x, { anchor });
      for (const text of [...texts, ...(more ? wrapped(more, textWidth - 20, sheet) : [])]) {
        sheet.put(text, placed.find(({ name }) => name === 'text')!.x);
        sheet.down(0.9);
      }
      if (lines === 'rules' || lines === 'grid')
        sheet.rule(this.#left, this.#right, sheet.y - sheet.size * 0.6);
      sheet.down(0.45);
    }
    if (lines === 'grid')
      sheet.box(this.#left - 8, top - sheet.size * 1.2, this.#right + 8, sheet.y - sheet.size * 0.8);
    const has = (name: Head) => names.includes(name);
    this.#truth.items = items.map((item) => ({
      text: item.more ? `${item.text} ${item.more}` : item.text,
      ...(has('quantity') ? { quantity: item.quantity } : {}),
      ...(has('unit') || hasUnits ? { unit: item.unit } : {}),
      ...(has('price') ? { unitPrice: money(item.price) } : {}),
      ...(has('rate') ? { taxRate: item.rate } : {}),
      ...(has('amount') ? { amount: this.#truthOf(item.amount) } : {}),
    }));
    sheet.down(0.6);
  }

  #plainMoney(hundredths: number, form: string): string {
    return form.replace('{}', this.#content.written(hundredths));
  }

  #truthOf(hundredths: number): string {
    return money(this.#isCredit ? -hundredths : hundredths);
  }

  #sums(): void {
    const { items, subtotal, taken, net, taxes, tax, total, currency } = this.#content;
    if (this.#disguise?.hasPrices === false) return;
    const sheet = this.#sheet;
    const words = this.#words;
    const form = this.#form;
    const totalForm = form === '{}' ? this.#say(currency.sums, 'sum form') : form;
    const rows: [label: string, amount: string][] = [];
    if (taken > 0) {
      rows.push([this.#say(words.subtotals, 'subtotal'), this.#money(subtotal, form)]);
      rows.push([
        this.#say(words.discounts, 'discount'),
        `${this.#say(['-', '- ', ''], 'discount sign')}${this.#money(taken, form)}`,
      ]);
      this.#truth.discount = money(taken);
    }
    const netLabel = this.#say(words.nets, 'net');
    const totalLabel = this.#disguise?.total ?? this.#say(words.totals, 'total');
    const heads = this.#layout.say(words.sumHeads, 'sum heads');
    const isStrip = this.#layout.sums === 'strip' && taken === 0 && taxes.length === 1 && !this.#isNarrow;
    const isTable = this.#layout.taxes === 'table';
    const label = this.#say(words.taxes, 'tax');
    const decimal = /\d(\D)\d/.exec(this.#content.written(1))![1]!;
    const rate = (one: number) => String(one).replace('.', decimal);
    if (taxes.length > 0) {
      rows.push([netLabel, this.#money(net, form)]);
      if (isTable) rows.push([heads[1], this.#money(tax, form)]);
      else
        for (const one of taxes)
          rows.push([
            label.replace('{r}', rate(one.rate)).replace('{b}', this.#money(one.base, form)),
            this.#money(one.amount, form),
          ]);
      Object.assign(this.#truth, { net: this.#truthOf(net), tax: this.#truthOf(tax) });
      const isBasePrinted = isTable || (label.includes('{b}') && !isStrip) || taxes.length === 1;
      const isRatePrinted = !isStrip || isTable || this.#layout.columns === 'rate';
      if (isRatePrinted && !(isStrip && !isTable))
        this.#truth.taxes = taxes.map((one) => ({
          rate: one.rate,
          ...(isBasePrinted ? { base: this.#truthOf(one.base) } : {}),
          amount: this.#truthOf(one.amount),
        }));
    } else if (taken > 0) this.#truth.net = this.#truthOf(net);
    if (taxes.length === 0 && taken > 0) delete this.#truth.net;
    this.#truth.total = this.#truthOf(total);
    if (items.length === 0) return;
    const last: [string, string] = [totalLabel, this.#money(total, totalForm)];
    const right = this.#right;
    const top = sheet.y;
    if (isStrip) {
      const values = [this.#money(net, form), this.#money(tax, form), this.#money(total, totalForm)];
      for (const [at, head] of heads.entries()) sheet.put(head, right - (2 - at) * 240, { anchor: 'end' });
      sheet.down();
      for (const [at, value] of values.entries())
        sheet.put(value, right - (2 - at) * 240, { anchor: 'end', bold: at === 2 });
      sheet.down(1.4);
    } else if (this.#layout.sums === 'left') {
      const x = this.#left + Math.max(...[...rows, last].map(([text]) => sheet.measure(text) * 1.1)) + 200;
      for (const [text, amount] of rows) {
        sheet.put(text, this.#left);
        this.#lines([amount], x, { anchor: 'end' });
      }
      sheet.put(last[0], this.#left, { bold: true });
      this.#lines([last[1]], x, { anchor: 'end', bold: true });
    } else {
      const x = this.#isNarrow
        ? this.#left
        : Math.min(
            700,
            right -
              Math.max(...[...rows, last].map(([text, amount]) => sheet.measure(`${text}${amount}`) * 1.15)) -
              40,
          );
      for (const [text, amount] of rows) {
        sheet.put(text, x);
        this.#lines([amount], right, { anchor: 'end' });
      }
      if (this.#layout.lines !== 'none') sheet.rule(x, right, sheet.y - sheet.size * 1.1);
      sheet.put(last[0], x, { bold: true });
      this.#lines([last[1]], right, { anchor: 'end', bold: true });
      if (this.#layout.sums === 'box')
        sheet.box(x - 12, top - sheet.size * 1.2, right + 12, sheet.y - sheet.size * 0.7);
    }
    if (isTable && taxes.length > 0) this.#taxTable(form, rate);
    sheet.down(0.8);
  }

  #taxTable(form: string, rate: (one: number) => string): void {
    const sheet = this.#sheet;
    const heads = this.#layout.say(this.#words.taxHeads, 'tax heads');
    const at = this.#isNarrow ? [120, 300, 480] : [230, 470, 680];
    sheet.down(0.6);
    for (const [index, head] of heads.entries())
      sheet.put(head, at[index]!, { anchor: 'end', size: sheet.size * 0.9 });
    sheet.down();
    const sign = heads[0].includes('%') ? '' : ' %';
    for (const one of this.#content.taxes) {
      const cells = [`${rate(one.rate)}${sign}`, this.#money(one.base, form), this.#money(one.amount, form)];
      for (const [index, cell] of cells.entries())
        sheet.put(cell, at[index]!, { anchor: 'end', size: sheet.size * 0.9 });
      sheet.down();
    }
  }

  #closing(): void {
    const { netDays, due, iban } = this.#content;
    const words = this.#words;
    if (this.#disguise) {
      this.#lines(this.#disguise.closing, this.#left);
      return;
    }
    const way = this.#layout.due;
    if (!this.#isCredit) {
      const printed = this.#say(words.terms, 'terms').replace('{n}', String(netDays));
      const terms = /\[(.*)\]/.exec(printed)![1]!;
      if (way === 'sentence') {
        this.#lines(
          [dueSentences[this.#layout.language]!.replace('{d}', this.#content.day(due))],
          this.#left,
        );
        this.#truth.due = iso(due);
      } else if (way === 'labelledTerms')
        this.#lines([`${this.#say(words.termLabels, 'terms label')}: ${terms}`], this.#left);
      else if (way !== 'day') this.#lines([printed.replace(/[[\]]/g, '')], this.#left);
      if (way !== 'day' && way !== 'sentence') Object.assign(this.#truth, { terms, due: iso(due) });
    }
    const bank = bankNames[this.#layout.language]!;
    this.#truth.iban = iban.replaceAll(' ', '');
    if (this.#layout.account === 'line' || (this.#layout.account === 'footer' && this.#isNarrow))
      this.#lines(
        this.#isNarrow ? [`IBAN: ${iban}`] : [`${bank} · IBAN: ${iban} · BIC: EXMPXX22`],
        this.#left,
      );
    if (this.#layout.account === 'block')
      this.#lines([`${this.#say(words.banks, 'bank')}:`, bank, `IBAN ${iban}`, 'BIC EXMPXX22'], this.#left);
    this.#lines([this.#say(words.closings, 'closing')], this.#left);
  }

  #foot(): void {
    const { seller, phone, register, iban } = this.#content;
    const { account, letterhead } = this.#layout;
    const sheet = this.#sheet;
    if (this.#isNarrow) {
      if (letterhead === 'footer')
        this.#lines(
          [
            `${seller.street}, ${seller.town}`,
            phone,
            `${this.#say(this.#words.taxIds, 'tax id')}: ${seller.taxId}`,
          ].slice(0, this.#layout.buyer === 'parties' ? 0 : 2),
          this.#left,
        );
      return;
    }
    sheet.down(2);
    sheet.rule(this.#left, this.#right, sheet.y - sheet.size * 1.3);
    const taxLine = `${this.#say(this.#words.taxIds, 'tax id')}: ${seller.taxId}`;
    const columns = [
      letterhead === 'footer' || account === 'footer'
        ? [seller.name, seller.street, seller.town]
        : [seller.name],
      [phone, 'mail@example.com', 'www.example.com'],
      this.#isTaxInFoot ? [taxLine, register] : [register],
      account === 'footer' && !this.#disguise
        ? [bankNames[this.#layout.language]!, `IBAN ${iban}`, 'BIC EXMPXX22']
        : [],
    ];
    const y = sheet.y;
    const size = sheet.size * 0.72;
    let x = this.#left;
    let lowest = y;
    for (const texts of columns) {
      sheet.y = y;
      for (const text of texts) {
        sheet.put(text, x, { size });
        sheet.y += size * 1.4;
      }
      x += Math.max(200, ...texts.map((text) => sheet.measure(text, size))) + 35;
      lowest = Math.max(lowest, sheet.y);
    }
    sheet.y = lowest;
  }
}

function wrapped(text: string, width: number, sheet: Sheet): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && sheet.measure(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
