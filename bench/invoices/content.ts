// cspell:ignore bban Musterlingen Beispielwil MWST
import { seededRandom } from '../../packages/image-reader/src/segments/random.ts';
import { type InvoiceLayout, seed } from './layouts.ts';
import { type Currency, type Words, words } from './words.ts';

export interface Chance {
  random: () => number;
  pick: <T>(of: readonly T[]) => T;
  /** Digits for `#` and letters for `@`, a first digit not 0. */
  fill: (form: string) => string;
}

export function chanceOf(...numbers: number[]): Chance {
  const random = seededRandom(numbers.reduce((all, one) => Math.imul(all ^ one, 2_654_435_761), seed));
  return {
    random,
    pick: (of) => of[Math.floor(random() * of.length)]!,
    fill: (form) =>
      form.replace(/[#@]/g, (sign, at: number) =>
        sign === '@'
          ? String.fromCharCode(65 + Math.floor(random() * 26))
          : String(Math.floor(random() * (at === 0 ? 9 : 10)) + (at === 0 ? 1 : 0)),
      ),
  };
}

export interface Party {
  name: string;
  street: string;
  town: string;
  taxId: string;
}
export interface Item {
  text: string;
  more: string | undefined;
  quantity: number;
  unit: string;
  /** Hundredths. */
  price: number;
  rate: number;
  amount: number;
  code: string;
}
export interface Tax {
  rate: number;
  base: number;
  amount: number;
}

/** What an invoice is about, however it is laid out. Amounts are hundredths and not negative. */
export interface Content {
  words: Words;
  locale: string;
  currency: Currency;
  seller: Party;
  buyer: Party;
  number: string;
  date: Date;
  due: Date;
  netDays: number;
  order: string;
  delivery: Date;
  period: readonly [Date, Date];
  customer: string;
  items: Item[];
  taken: number;
  subtotal: number;
  net: number;
  taxes: Tax[];
  tax: number;
  total: number;
  iban: string;
  phone: string;
  register: string;
  written: (hundredths: number) => string;
  day: (date: Date) => string;
}

const dayLength = 86_400_000;

export function contentOf(layout: InvoiceLayout, paper: number): Content {
  const chance = chanceOf(layout.number + 1, paper + 1);
  const { random, pick, fill } = chance;
  const spoken = words.find(({ language }) => language === layout.language)!;
  const currency = layout.say(spoken.currencies, 'currency');
  const isSwiss = currency.code === 'CHF';
  const [normal, reduced] = isSwiss ? [8.1, 2.6] : spoken.rates;
  const party = (name: string): Party => ({
    name,
    street: pick(spoken.streets),
    town: isSwiss ? pick(['9999 Musterlingen', '8999 Beispielwil']) : pick(spoken.towns),
    taxId: fill(isSwiss ? 'CHE-###.###.### MWST' : spoken.taxForm),
  });
  const date = new Date(Date.UTC(2025, Math.floor(random() * 16), 1 + Math.floor(random() * 28)));
  const netDays = pick([10, 14, 30, 30, 45]);
  const month = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 1, 1));
  const articles = [...spoken.articles];
  const items = Array.from({ length: 1 + Math.floor(random() * 5) }, (_, at): Item => {
    const [text, unit, more] = articles.splice(Math.floor(random() * articles.length), 1)[0]!;
    const quantity = pick([1, 1, 2, 3, 4, 8, 10, 12, 2.5, 25]);
    const price = pick([450, 1290, 2480, 6500, 8900, 12_075, 24_900, 119_000]);
    return {
      text,
      unit,
      more: random() < 0.5 ? more : undefined,
      quantity,
      price,
      rate: layout.taxes === 'two' || layout.taxes === 'table' ? (at % 2 === 1 ? reduced : normal) : normal,
      amount: Math.round(quantity * price),
      code: fill('######'),
    };
  });
  const subtotal = items.reduce((sum, { amount }) => sum + amount, 0);
  const rates = [...new Set(items.map(({ rate }) => rate))];
  // On papers of several rates nothing is taken off: how it is shared out is a question of its own.
  const taken =
    layout.taken === 'discount' && layout.kind === 'invoice' && rates.length === 1
      ? Math.round(subtotal * 0.05)
      : 0;
  const taxes =
    layout.taxes === 'none'
      ? []
      : rates.map((rate): Tax => {
          const base = items.reduce((sum, item) => sum + (item.rate === rate ? item.amount : 0), 0) - taken;
          return { rate, base, amount: Math.round((base * rate) / 100) };
        });
  const tax = taxes.reduce((sum, { amount }) => sum + amount, 0);
  const [thousands, decimal] = isSwiss
    ? ['’', '.']
    : layout.say(
        spoken.marks.filter(([mark]) => mark !== '’'),
        'marks',
      );
  const shape = layout.say(spoken.days, 'days');
  return {
    words: spoken,
    locale: isSwiss ? 'de-CH' : spoken.locale,
    currency,
    seller: party(layout.say(spoken.sellers, `seller ${paper}`)),
    buyer: party(pick(spoken.buyers)),
    number: fill(layout.say(spoken.numberForms, 'number form')),
    date,
    due: new Date(date.getTime() + netDays * dayLength),
    netDays,
    order: fill(layout.say(spoken.orderForms, 'order form')),
    delivery: new Date(date.getTime() - (1 + Math.floor(random() * 9)) * dayLength),
    period: [month, new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0))],
    customer: fill('1####'),
    items,
    taken,
    subtotal,
    net: subtotal - taken,
    taxes,
    tax,
    total: subtotal - taken + tax,
    iban: ibanOf(isSwiss ? 'CH' : spoken.country, fill(isSwiss ? '#################' : spoken.bban)),
    phone: fill(layout.say(spoken.telephones, 'telephone')),
    register: fill(layout.say(spoken.registers, 'register')).trim(),
    written: (hundredths) => {
      const [whole, rest] = (Math.abs(hundredths) / 100).toFixed(2).split('.');
      return `${hundredths < 0 ? '-' : ''}${whole!.replace(/\B(?=(\d{3})+$)/g, thousands)}${decimal}${rest}`;
    },
    day: (date) => written(date, shape, spoken.months.split(',')),
  };
}

const two = (number: number) => String(number).padStart(2, '0');

function written(date: Date, shape: string, months: readonly string[]): string {
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  const parts: Record<string, string> = {
    Mon: months[month]!.slice(0, 3),
    d: two(day),
    j: String(day),
    m: two(month + 1),
    M: months[month]!,
    y: two(year % 100),
    Y: String(year),
  };
  return shape.replace(/(?<!\p{L})(?:Mon|[djmMyY])(?!\p{L})/gu, (part) => parts[part]!);
}

/** With check digits that hold (ISO 13616), in groups of four. */
export function ibanOf(country: string, bban: string): string {
  const digits = `${bban}${country}00`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return `${country}${two(98 - rest)}${bban}`.replace(/.{4}(?=.)/g, '$& ');
}
