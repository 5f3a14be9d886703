import { findHostCookie, hostCookie } from '../host-cookie.ts';

const name = 'readout_announcement';
const maxAgeSeconds = 90 * 24 * 60 * 60;

/** Remembers in this browser that an announcement was dismissed; another one, or a changed one, shows again. */
export function announcementCookie(announcedAt: string, { isSecure }: { isSecure: boolean }): string {
  return hostCookie(name, encodeURIComponent(announcedAt.slice(0, 40)), {
    isSecure,
    maxAgeSeconds,
    attributes: 'HttpOnly; SameSite=Lax',
  });
}

/** When the announcement was made that was dismissed last. */
export function dismissedAnnouncement(cookieHeader: string | null): string | null {
  const value = findHostCookie(cookieHeader, name);
  if (value === undefined) return null;
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}
