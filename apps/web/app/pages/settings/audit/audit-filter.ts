import type { AuditFilter } from '@readout/domain/audit/audit-conditions';
import { isTimeZone } from '@readout/domain/time-zone';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The filter an address names, its days in the zone it names or else in the viewer's. What it does not know it leaves out. */
export function parseAuditFilter(params: URLSearchParams, viewersTimeZone: string): AuditFilter {
  const matching = (name: string, allowed: (text: string) => boolean): string | undefined => {
    const text = params.get(name)?.trim();
    return text && allowed(text) ? text : undefined;
  };
  const person = matching('person', (text) => text === 'system' || uuid.test(text));
  const group = matching('group', (text) => /^[a-z_]{1,40}$/.test(text));
  const subject = matching('subject', (text) => text.length <= 100);
  const from = matching('from', isDate);
  const to = matching('to', isDate);
  const timeZone = matching('timeZone', isTimeZone) ?? viewersTimeZone;
  return {
    ...(person ? { person } : {}),
    ...(group ? { group } : {}),
    ...(subject ? { subject } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(from || to ? { timeZone } : {}),
  };
}

export function auditQuery(filter: AuditFilter, more: Record<string, string> = {}): string {
  return new URLSearchParams({ ...filter, ...more }).toString();
}

function isDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
  );
}
