import type { Check, CheckRule, JsonValue, SumPart } from '@readout/plugin-kit';
import { judge } from '@readout/plugin-kit/host-checks';
import { useLocale, useText } from '../ui/texts.tsx';
import type { Readable } from './field-text.ts';
import { type ReasonWriting, readerReason } from './reader-reason.ts';
import { useReadable } from './use-readable.ts';

/** What of a record's fields a check is told from. */
type Fields = Readonly<Record<string, { value: JsonValue }>>;

const isDay = (value: string): boolean => /^\d{4}-\d\d-\d\d$/.test(value);

/**
 * What checks say, in the language of the page: the host's own are told from what they compare, a reader's from its sentence.
 *
 * @returns the sentence of a check of the field of that name
 */
export function useCheckWords(
  fields: Fields,
  declared: readonly { name: string; label: string; type?: Readable['type'] }[] = [],
): (check: Check, field: string) => string {
  const [text, locale, readable, saidOf] = [useText(), useLocale(), useReadable(), useReaderReason()];
  const labelOf = (name: string): string => declared.find((field) => field.name === name)?.label ?? name;
  const amount = (value: string): string => readable(value, 'amount');
  const part = (each: SumPart): string => {
    const label = 'amount' in each ? amount(each.amount) : labelOf(each.field);
    return each.minus ? text('reason.less', { label }) : label;
  };
  const day = (bound: string | undefined): string => {
    if (bound === undefined) return '';
    if (/^\d/.test(bound)) return readable(bound, 'date');
    const label = labelOf(bound);
    return text('reason.day_of', { label, day: readable(fields[bound]?.value ?? null, 'date') });
  };

  const made = (rule: CheckRule, passed: boolean, field: string): string | undefined => {
    const state = passed ? 'passed' : 'failed';
    switch (rule.rule) {
      case 'digits':
        return text('reason.digits', { state });
      case 'code':
        return text('reason.code', {
          state,
          code: rule.as ? readable(rule.text, rule.as) : rule.text,
        });
      case 'page': {
        const [first] = rule.differs ?? [];
        if (!first) return text('reason.page', { state: 'same' });
        if (first.row !== undefined)
          return text('reason.page', { state: 'rows', count: rule.differs?.length ?? 0 });
        const kind = declared.find(({ name }) => name === field)?.type ?? 'text';
        const value = readable(first.value, kind);
        return first.printed === ''
          ? text('reason.page', { state: 'absent', value })
          : text('reason.page', { state: 'differs', value, printed: first.printed });
      }
      case 'file': {
        const { check, row = 0, made: to = '', said = '', field: about } = rule.says;
        const shown = (value: string): string =>
          /^-?\d+(\.\d+)?$/.test(value) ? amount(value) : isDay(value) ? readable(value, 'date') : value;
        const values = { check, label: labelOf(about), row: row + 1, made: shown(to), said: shown(said) };
        return text('reason.file', passed ? { ...values, state: 'passed' } : values);
      }
      case 'zone': {
        const verdict = judge(rule, field, fields);
        if (!verdict) return undefined;
        const isSame = verdict.made === verdict.expected;
        return text('reason.zone', {
          state: isSame ? state : 'differs',
          says: verdict.made ?? '',
        });
      }
      case 'day': {
        const [from, to] = [day(rule.from), day(rule.to)];
        return text('reason.day', { state, bounds: !from ? 'to' : !to ? 'from' : 'both', from, to });
      }
      case 'sum': {
        const verdict = judge(rule, field, fields);
        return (
          verdict &&
          text('reason.sum', {
            state,
            parts: new Intl.ListFormat(locale).format(rule.of.map(part)),
            made: amount(verdict.made ?? ''),
            label: labelOf(rule.is ?? field),
            expected: amount(verdict.expected ?? ''),
          })
        );
      }
    }
  };
  return (check, field) => {
    const byHost = check.by === 'host' && check.rule ? made(check.rule, check.passed, field) : undefined;
    const reason = byHost ?? saidOf(check.reason);
    return check.by === 'host' ? reason : text('reason.reader_says', { reason });
  };
}

/** The reason a reader gives for a check, in the language of the page where it is one of ours. */
export function useReaderReason(): (reason: string) => string {
  const [text, locale, readable] = [useText(), useLocale(), useReadable()];
  const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  const writing: ReasonWriting = {
    text,
    amount: (value) => readable(value, 'amount'),
    number: (value) => readable(value, 'number'),
    day: (value) => readable(value, 'date'),
    percent: (value) => percents.format(Number(value) / 100),
  };
  return (reason) => readerReason(reason, writing) ?? reason;
}
