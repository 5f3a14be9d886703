import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, for a link; only their SHA-256 is kept. */
export function newInvitationToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashInvitationToken(token) };
}

/** SHA-256 in lower-case hex, as `app.invitations.token_hash`. */
export function hashInvitationToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** `origin`: the mailer's, never what a request says. */
export function invitationLink(origin: string, token: string): string {
  return `${origin}/invite/${token}`;
}
