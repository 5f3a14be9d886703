import type { RecordDetail } from '@readout/domain/records/rules';
import type { Check, CheckRule, SumPart } from '@readout/plugin-kit';
import { judge } from '@readout/plugin-kit/host-checks';
import { useLocale, useText } from '../ui/texts.tsx';
import type { RecordType } from './doubt.ts';
import { useReadable } from './use-readable.ts';

type Fields = RecordDetail['fields'];

const isDay = (value: string): boolean => /^\d{4}-\d\d-\d\d$/.test(value);

/**
 * What checks say, in the language of the page: the host's own are told from what they compare, a plugin's are its word.
 *
 * @returns the sentence of a check of the field of that name
 */
export function useCheckWords(
  fields: Fields,
  type: RecordType | undefined,
): (check: Check, field: string) => string {
  const [text, locale, readable] = [useText(), useLocale(), useReadable()];
  const labelOf = (name: string): string => type?.fields.find((field) => field.name === name)?.label ?? name;
  const amount = (value: string): string => readable(value, 'amount');
  const part = (each: SumPart): string => {
    const label = 'amount' in each ? amount(each.amount) : labelOf(each.field);
    return each.minus ? text('workspace.check.less', { label }) : label;
  };
  const day = (bound: string | undefined): string => {
    if (bound === undefined) return '';
    if (/^\d/.test(bound)) return readable(bound, 'date');
    const label = labelOf(bound);
    return text('workspace.check.day_of', { label, day: readable(fields[bound]?.value ?? null, 'date') });
  };

  const made = (rule: CheckRule, passed: boolean, field: string): string | undefined => {
    const state = passed ? 'passed' : 'failed';
    switch (rule.rule) {
      case 'digits':
        return text('workspace.check.digits', { state });
      case 'code':
        return text('workspace.check.code', {
          state,
          code: rule.as ? readable(rule.text, rule.as) : rule.text,
        });
      case 'page': {
        const [first] = rule.differs ?? [];
        if (!first) return text('workspace.check.page', { state: 'same' });
        if (first.row !== undefined)
          return text('workspace.check.page', { state: 'rows', count: rule.differs?.length ?? 0 });
        const kind = type?.fields.find(({ name }) => name === field)?.type ?? 'text';
        const value = readable(first.value, kind);
        return first.printed === ''
          ? text('workspace.check.page', { state: 'absent', value })
          : text('workspace.check.page', { state: 'differs', value, printed: first.printed });
      }
      case 'file': {
        const { check, row = 0, made: to = '', said = '', field: about } = rule.says;
        const shown = (value: string): string =>
          /^-?\d+(\.\d+)?$/.test(value) ? amount(value) : isDay(value) ? readable(value, 'date') : value;
        const values = { check, label: labelOf(about), row: row + 1, made: shown(to), said: shown(said) };
        return text('workspace.check.file', passed ? { ...values, state: 'passed' } : values);
      }
      case 'zone': {
        const verdict = judge(rule, field, fields);
        if (!verdict) return undefined;
        const isSame = verdict.made === verdict.expected;
        return text('workspace.check.zone', {
          state: isSame ? state : 'differs',
          says: verdict.made ?? '',
        });
      }
      case 'day': {
        const [from, to] = [day(rule.from), day(rule.to)];
        return text('workspace.check.day', { state, bounds: !from ? 'to' : !to ? 'from' : 'both', from, to });
      }
      case 'sum': {
        const verdict = judge(rule, field, fields);
        return (
          verdict &&
          text('workspace.check.sum', {
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
    if (check.by !== 'host') return text('workspace.check.reader_says', { reason: check.reason });
    return (check.rule && made(check.rule, check.passed, field)) ?? check.reason;
  };
}
