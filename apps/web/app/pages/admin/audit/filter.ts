import type { PlatformEventFilter } from '@readout/domain/platform/list-platform-events';
import { eventSubjects } from '@readout/domain/platform/rules';

/** The filter an address names; what it does not understand is left out. */
export function eventFilter(request: Request): PlatformEventFilter {
  const params = new URL(request.url).searchParams;
  const text = (name: string, maxLength: number) => params.get(name)?.trim().slice(0, maxLength) || undefined;
  const kind = eventSubjects.find((each) => each === params.get('kind'));
  const day = (name: string) => {
    const given = text(name, 10);
    return given && /^\d{4}-\d\d-\d\d$/.test(given) && !Number.isNaN(Date.parse(given)) ? given : undefined;
  };
  const [search, action, from, to] = [text('q', 200), text('action', 60), day('from'), day('to')];
  return {
    ...(search ? { search } : {}),
    ...(kind ? { subjectType: kind } : {}),
    ...(action && /^[a-z_]+(\.[a-z_]+)?$/.test(action) ? { action } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  };
}
