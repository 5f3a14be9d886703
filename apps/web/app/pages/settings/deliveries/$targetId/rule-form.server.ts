import type { GivenRule } from '@readout/domain/deliveries/rule-input';
import { parseAmount } from '@readout/plugin-kit';
import { flag, texts } from '../../../../forms/form.server.ts';

/** Of each range its four parts, in the order of the page. */
export const ruleFields = {
  types: texts,
  plugins: texts,
  field: texts,
  currency: texts,
  atLeast: texts,
  atMost: texts,
  roles: texts,
  people: texts,
  byRule: flag,
};

/** A rule as it is typed; the parts of amounts in the order of the page. */
export interface TypedRule {
  types: string[];
  plugins: string[];
  field: string[];
  currency: string[];
  atLeast: string[];
  atMost: string[];
  roles: string[];
  people: string[];
  byRule: boolean;
}

/** @param locale BCP 47 tag of the person who typed the amounts */
export function ruleOf(
  { types, plugins, roles, people, byRule, ...ranges }: TypedRule,
  locale: string,
): GivenRule {
  const amount = (typed = '', currency = '') =>
    parseAmount(typed, { locale, ...(currency ? { currency } : {}) })?.value ?? typed;
  return {
    types,
    plugins,
    amounts: ranges.field.flatMap((field, index) => {
      const currency = ranges.currency[index]?.trim().toUpperCase() ?? '';
      const [atLeast, atMost] = [ranges.atLeast, ranges.atMost].map((ends) => ends[index]?.trim() ?? '');
      if (!atLeast && !atMost && !currency) return [];
      return { field, currency, atLeast: amount(atLeast, currency), atMost: amount(atMost, currency) };
    }),
    confirmedBy: { people, roles, byRule },
  };
}
