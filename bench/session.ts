import type { Session } from '../apps/web/server/request/session.ts';

/** The session of an owner, as signing in would have made it. */
export function session(ids: { user: string; company: string }): Session {
  return {
    sessionId: 's',
    user: {
      id: ids.user,
      name: 'Bench',
      email: 'b@example.com',
      role: 'user',
      emailVerified: true,
      twoFactor: false,
      termsVersion: '1',
      privacyVersion: '1',
      changelogSeen: null,
      language: null,
      singleKeys: true,
    },
    company: {
      id: ids.company,
      name: 'Bench',
      slug: 'bench',
      status: 'active',
      closingAt: null,
      requiresTwoFactor: false,
    },
    role: 'owner',
    companies: [],
  };
}
