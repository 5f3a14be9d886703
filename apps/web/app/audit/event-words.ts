import { hasText } from '@readout/texts';
import type { SayText } from '../ui/texts.tsx';

/** Says the names of what events hold; a name that is not known here, of another version, in its own words. */
export interface EventWords {
  text: SayText;
  locale: string;
}

/** `plugin.auto_confirm_changed` as a person reads it: `Plugin auto confirm changed`. */
export const actionName = (action: string, words: EventWords): string => named('action', action, words);

/** A group of actions, or the kind of a subject: `bulk_action` as `Bulk action`. */
export const groupName = (group: string, words: EventWords): string => named('subject', group, words);

function named(of: 'action' | 'subject' | 'detail', code: string, { text, locale }: EventWords): string {
  const key = `audit.${of}.${code}`;
  // None of these takes values.
  return hasText(locale, key) ? text(key as 'audit.subject.capture') : sentence(code);
}

export interface DetailLine {
  name: string;
  /** What it was, where the event tells it. */
  from?: string;
  to: string;
}

/** What an event tells beyond its action, one line each: `Languages: en → en, de`. */
export function detailLines(detail: Record<string, unknown>, words: EventWords): DetailLine[] {
  const { text } = words;
  // `audit.erased`: the digest proves which those were, to the command alone.
  if ('commitments' in detail && 'marks' in detail)
    return [{ name: text('settings.audit.names_erased'), to: valueText(detail.commitments, text) }];
  if ('from' in detail && 'to' in detail) {
    const { from, to, ...rest } = detail;
    return [
      { name: text('settings.audit.change'), from: valueText(from, text), to: valueText(to, text) },
      ...detailLines(rest, words),
    ];
  }
  return Object.entries(detail).map(([key, value]) => {
    const name = named('detail', key, words);
    return isChange(value)
      ? { name, from: valueText(value.from, text), to: valueText(value.to, text) }
      : { name, to: valueText(value, text) };
  });
}

function isChange(value: unknown): value is { from: unknown; to: unknown } {
  return typeof value === 'object' && value !== null && 'from' in value && 'to' in value;
}

function valueText(value: unknown, text: SayText): string {
  if (value === null || value === undefined || value === '') return text('settings.audit.value');
  if (value === true) return text('settings.audit.value', { value: 'yes' });
  if (value === false) return text('settings.audit.value', { value: 'no' });
  if (Array.isArray(value))
    return value.length === 0
      ? text('settings.audit.value')
      : value.map((each) => valueText(each, text)).join(', ');
  if (typeof value === 'object')
    return (
      Object.entries(value)
        .map(([key, each]) => `${key} ${valueText(each, text)}`)
        .join(', ') || text('settings.audit.value')
    );
  return String(value);
}

/** `keepLocation` and `plugin.auto_confirm` in their own words: `Keep location`, `Plugin auto confirm`. */
function sentence(code: string): string {
  const words = code
    .replaceAll(/[._]/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return (words.charAt(0).toUpperCase() + words.slice(1)).replaceAll(/\bapi\b/gi, 'API');
}
