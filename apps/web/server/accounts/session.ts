import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CompanyRole, SupportScope } from '@readout/domain/actor';
import type { PlatformRole } from '@readout/domain/platform-policy';
import type { Pool } from 'pg';
import { readCookie } from '../request/read-cookie.ts';
import type { Session } from '../request/session.ts';
import { longestSessionSeconds, sessionLifeSeconds, sessionRenewalSeconds } from './auth.ts';

interface SessionRow {
  session_id: string;
  expires_at: Date;
  /** What prolonging it now would add. */
  seconds_gained: number;
  /** Until it would end then. */
  seconds_left: number;
  signed_in_at: Date;
  active_company_id: string | null;
  impersonated_by: string | null;
  impersonated_by_name: string | null;
  paired_company_id: string | null;
  paired_name: string | null;
  user_id: string;
  name: string;
  email: string;
  role: PlatformRole;
  email_verified: boolean;
  two_factor_enabled: boolean;
  terms_version: string | null;
  privacy_version: string | null;
  changelog_seen: string | null;
  language: string | null;
  single_keys: boolean;
  is_seen: boolean;
  companies: {
    id: string;
    name: string;
    slug: string;
    role: CompanyRole;
    status: 'active' | 'suspended' | 'closing';
    closingAt: string | null;
    requiresTwoFactor: boolean;
    support: SupportScope | null;
  }[];
}

export interface ResolvedSession {
  session: Session;
  /** To be sent when the session was prolonged. */
  setCookie: string | undefined;
}

export interface SessionResolver {
  /** The session a request's cookies stand for; null without a valid one. One query. */
  resolve(cookieHeader: string | null | undefined): Promise<ResolvedSession | null>;
  /** The cookie that stands for a session made here, as better-auth would set it. */
  cookieFor(sessionToken: string, maxAgeSeconds: number): string;
}

const query = `
  select s.id as session_id, s.expires_at, s.signed_in_at, s.active_company_id, s.impersonated_by, (select a.name from auth."user" a where a.id = s.impersonated_by) as impersonated_by_name, s.paired_company_id, s.paired_name, u.id as user_id, u.name, u.email, u.role,
    u.email_verified, u.two_factor_enabled, u.terms_version, u.privacy_version, u.changelog_seen, u.language, u.single_keys,
    extract(epoch from e.expires_at - s.expires_at)::float8 as seconds_gained, extract(epoch from e.expires_at - now())::float8 as seconds_left,
    coalesce(least(u.last_seen_at, s.updated_at) > now() - interval '1 minute' and u.last_seen_at is not null, false) as is_seen,
    coalesce((
      select json_agg(json_build_object('id', c.id, 'name', c.name, 'slug', c.slug, 'role', m.role, 'status', coalesce(st.status, 'active'),
        'closingAt', st.closing_at, 'requiresTwoFactor', coalesce(st.require_two_factor, false), 'support', case when st.support_until > now() then st.support_scope end)
        order by m.created_at, c.id)
      from auth.membership m join auth.company c on c.id = m.company_id left join auth.company_status st on st.company_id = c.id
      where m.user_id = u.id), '[]') as companies
  from auth.session s join auth."user" u on u.id = s.user_id
    -- Where it would end if it were prolonged, by the clock that all processes share.
    cross join lateral (select least(now() + make_interval(secs => ${sessionLifeSeconds}),
      s.signed_in_at + make_interval(secs => ${longestSessionSeconds})) as expires_at) e
  where s.token = $1 and s.expires_at > now() and not (u.banned and (u.ban_expires is null or u.ban_expires > now()))
    and (s.impersonated_by is null or not exists (
      select from auth.membership m join auth.company_status st on st.company_id = m.company_id
      where m.user_id = u.id and st.acting_refused))`;

/**
 * Resolves sessions that better-auth issued: its cookie is `token.signature`, the signature HMAC-SHA256 over the token
 * in base64. Done here rather than through its API because it runs for every request, and because one query also brings
 * the companies.
 */
export function createSessionResolver(
  pool: Pool,
  cookie: { name: string; secret: string; isSecure: boolean; isPrepared?: boolean },
): SessionResolver {
  return {
    async resolve(cookieHeader) {
      const value = readCookie(cookieHeader, cookie.name);
      const token = readSignedCookie(value, cookie.secret);
      if (value === undefined || token === undefined) return null;
      const { rows } = await pool.query<SessionRow>({
        // A pooler's next connection would not know the name.
        ...(cookie.isPrepared ? { name: 'session' } : {}),
        text: query,
        values: [token],
      });
      const row = rows[0];
      if (!row) return null;
      const isDue = row.seconds_gained > sessionRenewalSeconds;
      // A platform admin acting as someone, and a paired phone, are here for the time they were given.
      const prolong = isDue && row.impersonated_by === null && row.paired_company_id === null;
      if (prolong) {
        await pool.query(
          'update auth.session set expires_at = now() + make_interval(secs => $2), updated_at = now() where id = $1',
          [row.session_id, row.seconds_left],
        );
      }
      if (!row.is_seen && row.impersonated_by === null)
        await pool.query(
          'with this as (update auth.session set updated_at = now() where id = $2) update auth."user" set last_seen_at = now() where id = $1',
          [row.user_id, row.session_id],
        );
      return {
        session: toSession(row),
        setCookie: prolong ? sessionCookie(cookie, value, Math.round(row.seconds_left)) : undefined,
      };
    },
    cookieFor: (token, maxAgeSeconds) =>
      sessionCookie(
        cookie,
        `${token}.${signatureOf(token, cookie.secret).toString('base64')}`,
        maxAgeSeconds,
      ),
  };
}

function toSession(row: SessionRow): Session {
  const { paired_company_id: pairedWith, paired_name: phoneName } = row;
  const isPhone = pairedWith !== null;
  const companies = isPhone
    ? row.companies
        .filter((company) => company.id === pairedWith)
        // Whatever its person may: a phone that is lent or lost captures, and no more.
        .map((company) => ({ ...company, role: 'operator' as const }))
    : row.companies;
  const active = companies.find((company) => company.id === row.active_company_id) ?? companies[0];
  return {
    sessionId: row.session_id,
    user: {
      id: row.user_id,
      name: row.name,
      email: row.email,
      role: isPhone ? 'user' : row.role,
      emailVerified: row.email_verified,
      twoFactor: row.two_factor_enabled,
      termsVersion: row.terms_version,
      privacyVersion: row.privacy_version,
      changelogSeen: row.changelog_seen,
      language: row.language,
      singleKeys: row.single_keys,
    },
    company: active
      ? {
          id: active.id,
          name: active.name,
          slug: active.slug,
          status: active.status,
          closingAt: active.closingAt,
          requiresTwoFactor: active.requiresTwoFactor,
        }
      : null,
    role: active?.role ?? null,
    companies: companies.map(({ id, name, role, requiresTwoFactor }) => ({
      id,
      name,
      role,
      requiresTwoFactor,
    })),
    ...(row.impersonated_by
      ? {
          impersonatedBy: row.impersonated_by,
          actingUntil: row.expires_at.toISOString(),
          impersonatedByName: row.impersonated_by_name ?? '',
          ...(active?.support ? { support: active.support } : {}),
        }
      : {}),
    ...(isPhone ? { phone: { name: phoneName ?? '', until: row.expires_at.toISOString() } } : {}),
  };
}

/** What a cookie that better-auth signed holds, undefined where the signature is not ours. */
export function readSignedCookie(value: string | undefined, secret: string): string | undefined {
  return value === undefined ? undefined : verify(value, secret);
}

/** The token of a signed value, undefined where the signature is not ours. */
function verify(value: string, secret: string): string | undefined {
  const dot = value.lastIndexOf('.');
  if (dot < 1) return undefined;
  const token = value.slice(0, dot);
  const given = Buffer.from(value.slice(dot + 1), 'base64');
  const expected = signatureOf(token, secret);
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : undefined;
}

const signatureOf = (token: string, secret: string): Buffer =>
  createHmac('sha256', secret).update(token).digest();

function sessionCookie(
  cookie: { name: string; isSecure: boolean },
  value: string,
  maxAgeSeconds: number,
): string {
  const secure = cookie.isSecure ? '; Secure' : '';
  return `${cookie.name}=${encodeURIComponent(value)}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}
