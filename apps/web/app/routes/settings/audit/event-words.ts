import type { SayText } from '../../../ui/texts.tsx';
/** `record.auto_confirm_changed` as a person reads it: `Record auto confirm changed`. */
export function actionName(action: string): string {
  return sentence(action.replaceAll(/[._]/g, ' '));
}

/** A group of actions, or the kind of a subject: `bulk_action` as `Bulk action`. */
export function groupName(group: string): string {
  return sentence(group.replaceAll('_', ' '));
}

export interface DetailLine {
  name: string;
  /** What it was, where the event tells it. */
  from?: string;
  to: string;
}

/** What an event tells beyond its action, one line each: `Languages: en → en, de`. */
export function detailLines(detail: Record<string, unknown>, text: SayText): DetailLine[] {
  // `audit.erased`: the digest proves which those were, to the command alone.
  if ('commitments' in detail && 'marks' in detail)
    return [{ name: text('settings.audit.names_erased'), to: valueText(detail.commitments, text) }];
  if ('from' in detail && 'to' in detail) {
    const { from, to, ...rest } = detail;
    return [
      { name: text('settings.audit.change'), from: valueText(from, text), to: valueText(to, text) },
      ...detailLines(rest, text),
    ];
  }
  return Object.entries(detail).map(([key, value]) => {
    const name = sentence(
      key
        .replaceAll('_', ' ')
        .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
        .toLowerCase(),
    );
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

const sentence = (words: string): string =>
  (words.charAt(0).toUpperCase() + words.slice(1)).replaceAll(/\bapi\b/gi, 'API');
