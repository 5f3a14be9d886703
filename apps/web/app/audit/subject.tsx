import type { PlatformEvent } from '@readout/domain/platform/list-platform-events';
import { Link } from 'react-router';
import { useText } from '../ui/texts.tsx';

/** What an event was done to, as it was called then, leading to where it is now. */
export function Subject({ event }: { event: PlatformEvent }) {
  const text = useText();
  const name = event.subjectName || event.subjectId;
  // Nothing is found under the name that stands in for a deleted account.
  if (event.subjectType === 'user' && event.erasedOn !== null) return name;
  const to =
    event.subjectType === 'company'
      ? `/admin/company/${encodeURIComponent(event.subjectId)}`
      : event.subjectType === 'user'
        ? `/admin/user?q=${encodeURIComponent(event.subjectId)}`
        : event.subjectType === 'plugin'
          ? `/admin/plugin?p=${encodeURIComponent(event.subjectId)}`
          : event.subjectType === 'mail'
            ? '/admin/outbox'
            : event.subjectType === 'platform'
              ? '/admin/system'
              : event.subjectType === 'signing_key'
                ? `/admin/plugin/keys#${encodeURIComponent(event.subjectId)}`
                : undefined;
  if (event.subjectType === 'platform')
    return <Link to="/admin/system">{text('operation.audit.installation')}</Link>;
  return to ? <Link to={to}>{name}</Link> : name;
}
