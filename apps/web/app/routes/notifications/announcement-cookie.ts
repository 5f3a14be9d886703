const name = 'readout_announcement';
const maxAgeSeconds = 90 * 24 * 60 * 60;

/** Remembers in this browser that an announcement was dismissed; another one, or a changed one, shows again. */
export function announcementCookie(announcedAt: string): string {
  return `${name}=${encodeURIComponent(announcedAt.slice(0, 40))}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Lax`;
}

/** When the announcement was made that was dismissed last. */
export function dismissedAnnouncement(cookieHeader: string | null): string | null {
  const part = cookieHeader?.split(';').find((each) => each.trim().startsWith(`${name}=`));
  if (!part) return null;
  try {
    return decodeURIComponent(part.slice(part.indexOf('=') + 1).trim());
  } catch {
    return null;
  }
}
