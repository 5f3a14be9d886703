import { type Check, check, type Field, listField } from '@readout/plugin-kit';
import type { Item } from './items.ts';
import type { InvoiceAmount } from './rows.ts';

/** Most places and rows a field may cite and have. */
const [maxEvidence, maxRows] = [500, 2_000];

/**
 * The lines of an invoice as a list.
 * @param money what an amount is on this paper: negative on a credit note.
 * @param addUp whether they add up to the subtotal or the total.
 */
export function itemsField(
  items: readonly Item[],
  money: (amount: InvoiceAmount) => string,
  addUp: boolean,
): Field | undefined {
  if (items.length === 0 || items.length > maxRows) return undefined;
  const reckoned = items.filter(({ holds }) => holds !== undefined);
  const wrong = reckoned.find(({ holds }) => !holds);
  const checks: Check[] =
    reckoned.length === 0
      ? []
      : [
          check(
            'line-amounts',
            !wrong,
            wrong
              ? `${wrong.quantity} times ${wrong.unitPrice!.amount.value} is not ${wrong.amount.amount.value} (${wrong.text.slice(0, 60)}).`
              : 'Quantity times unit price is the amount of every item that has them.',
          ),
        ];
  const isProved = addUp && reckoned.length === items.length;
  const made = listField(
    items.map(({ text, quantity, unit, unitPrice, taxRate, amount, seen }) => ({
      sighting: seen,
      value: {
        text,
        ...(quantity === undefined ? {} : { quantity }),
        ...(unit === undefined ? {} : { unit }),
        ...(unitPrice ? { unitPrice: unitPrice.amount.value } : {}),
        ...(taxRate === undefined ? {} : { taxRate }),
        amount: money(amount),
      },
    })),
    {
      checks,
      confidence:
        (wrong ? 0.5 : isProved ? 0.93 : 0.85) * Math.min(1, ...items.map(({ seen }) => seen.confidence)),
    },
  );
  if (made && made.evidence.length > maxEvidence)
    // Of a page of hundreds of items the amounts alone are cited.
    made.evidence = items.flatMap(({ amount }) => amount.seen.evidence).slice(0, maxEvidence);
  return made;
}
