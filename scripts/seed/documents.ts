import type { Quad } from '@readout/image-reader';
import type { FieldData, JsonValue } from '@readout/plugin-kit';
import type { Random } from './random.ts';
import { address, carrierName, goods, shopName } from './words.ts';

export type Kind = 'receipt' | 'shipping-label' | 'barcode';

/** What a document looks like apart from what stands on it: those alike have a picture of the same size. */
export interface Shape {
  kind: Kind;
  /** Of a receipt. */
  items: number;
}

export interface SeedDocument {
  kind: Kind;
  width: number;
  height: number;
  lines: { text: string; box: Quad }[];
  barcode?: { text: string; box: Quad };
  title: string;
  confidence: number;
  fields: Record<string, FieldData>;
}

const left = 40;
const lineHeight = 44;
const letterWidth = 15;
const width = 620;

/** Invents a document: its lines, where they stand, and the record a reader makes of them. `day`: ISO 8601. */
export function inventDocument(
  random: Random,
  shape: Shape,
  { day, currency }: { day: string; currency: string },
): SeedDocument {
  const lines: SeedDocument['lines'] = [];
  const add = (text: string): number => {
    const top = 50 + lines.length * lineHeight;
    lines.push({ text, box: rectangle(left, top, Math.max(30, text.length * letterWidth), 32) });
    return lines.length - 1;
  };
  const confidence = () =>
    Math.round((random.chance(0.12) ? 0.45 + random.next() * 0.3 : 0.86 + random.next() * 0.13) * 1000) /
    1000;
  const field = (value: JsonValue, at: readonly number[], more: Partial<FieldData> = {}): FieldData => ({
    value,
    raw: at.map((index) => lines[index]!.text).join('\n'),
    confidence: confidence(),
    evidence: at.map((index) => ({ box: lines[index]!.box, line: `l${index}` })),
    checks: [],
    ...more,
  });
  const done = (
    title: string,
    fields: Record<string, FieldData>,
    barcode?: SeedDocument['barcode'],
  ): SeedDocument => {
    const confidences = Object.values(fields).map((each) => each.confidence);
    return {
      kind: shape.kind,
      width,
      height: 110 + lines.length * lineHeight + (barcode ? 160 : 0),
      lines,
      ...(barcode ? { barcode } : {}),
      title,
      confidence:
        Math.round((confidences.reduce((all, each) => all + each, 0) / confidences.length) * 1000) / 1000,
      fields,
    };
  };

  if (shape.kind === 'barcode') {
    const gtin = ean13(random);
    const name = add(random.pick(goods));
    const code = add(gtin);
    const box = rectangle(left, 70 + lines.length * lineHeight, 380, 130);
    const seen = (value: JsonValue): FieldData => ({
      value,
      raw: gtin,
      confidence: 1,
      evidence: [{ box, barcode: 'b0' }],
      checks: [],
    });
    void name;
    void code;
    return done(
      gtin,
      {
        text: seen(gtin),
        format: seen('EAN13'),
        gtin: {
          ...seen(gtin),
          checks: [{ name: 'check-digit', passed: true, reason: 'The check digit of the GTIN is right.' }],
        },
      },
      { text: gtin, box },
    );
  }
  if (shape.kind === 'shipping-label') {
    const carrier = carrierName(random);
    const tracking = `${random.pick(['VT', 'QX', 'OR', 'KL'])}${random.digits(10)}`;
    const service = random.pick(['Express', 'Standard', 'Economy', 'Next day']);
    const [from, to] = [address(random), address(random)];
    const at = {
      carrier: add(carrier),
      service: add(service),
      from: [add('From'), add(shopName(random)), add(from[0]), add(from[1])],
      to: [add('To'), add(shopName(random)), add(to[0]), add(to[1])],
      tracking: add(`Tracking ${tracking}`),
    };
    const place = (at: number[]) =>
      at
        .slice(1)
        .map((index) => lines[index]!.text)
        .join('\n');
    return done(tracking, {
      carrier: field(carrier, [at.carrier]),
      tracking: field(tracking, [at.tracking]),
      service: field(service, [at.service]),
      from: field(place(at.from), at.from.slice(1)),
      to: field(place(at.to), at.to.slice(1)),
    });
  }
  const merchant = shopName(random);
  const [street, town] = address(random);
  const time = `${String(random.whole(7, 21)).padStart(2, '0')}:${String(random.whole(0, 59)).padStart(2, '0')}`;
  const at = { merchant: add(merchant), street: add(street), town: add(town), when: add(`${day}  ${time}`) };
  let sum = 0;
  const items: { text: string; quantity: number; amount: string }[] = [];
  const itemLines: number[] = [];
  for (let index = 0; index < shape.items; index++) {
    const quantity = random.chance(0.7) ? 1 : random.whole(2, 5);
    const cents = quantity * random.whole(90, 2400);
    sum += cents;
    const item = { text: random.pick(goods), quantity, amount: money(cents) };
    items.push(item);
    itemLines.push(add(`${quantity} x ${item.text}  ${item.amount}`));
  }
  const tax = Math.round(sum / 6);
  const subtotal = add(`Subtotal  ${money(sum - tax)}`);
  const taxLine = add(`VAT 20 %  ${money(tax)}`);
  const total = add(`TOTAL ${currency}  ${money(sum)}`);
  const adds = [{ name: 'sum', passed: true, reason: `Subtotal and tax add up to ${money(sum)}.` }];
  return done(merchant, {
    merchant: field(merchant, [at.merchant]),
    address: field(`${street}\n${town}`, [at.street, at.town]),
    date: field(day, [at.when], {
      checks: [{ name: 'date-plausible', passed: true, reason: 'The date is not in the future.' }],
    }),
    time: field(time, [at.when]),
    subtotal: field(money(sum - tax), [subtotal]),
    tax: field(money(tax), [taxLine]),
    total: field(money(sum), [total], { checks: adds }),
    currency: field(currency, [total]),
    items: field(items, itemLines),
  });
}

const money = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

function rectangle(x: number, y: number, w: number, h: number): Quad {
  return [
    [x, y],
    [x + w, y],
    [x + w, y + h],
    [x, y + h],
  ];
}

/** Thirteen digits of the range that GS1 keeps free for use within a company (prefix 2), with their check digit. */
function ean13(random: Random): string {
  const digits = `2${random.digits(11)}`;
  const sum = [...digits].reduce((all, digit, index) => all + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
