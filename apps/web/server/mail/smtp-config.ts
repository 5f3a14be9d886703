/** How mails leave. */
export interface SmtpConfig {
  host: string;
  port: number;
  /** TLS from the first byte (smtps). Otherwise the connection is upgraded where the server offers it. */
  isImplicitTls: boolean;
  user: string | undefined;
  password: string | undefined;
  /** Whether the connection has to be encrypted: a password goes over it, and not within this machine. */
  requireTls: boolean;
}

/** Who mails are from. */
export interface MailSender {
  name: string;
  address: string;
}

const ports = { 'smtp:': 587, 'smtps:': 465 } as const;

/**
 * Reads `smtp://user:password@host:port` and `smtps://…`; special characters in user and password percent-encoded.
 *
 * @throws Error whose message repeats nothing of the address.
 */
export function parseSmtpUrl(text: string): SmtpConfig {
  const wrong = (why: string) => new Error(`${why}, like smtps://user:password@mail.example.com:465`);
  if (!URL.canParse(text)) throw wrong('must be an address');
  const url = new URL(text);
  const { protocol } = url;
  if (protocol !== 'smtp:' && protocol !== 'smtps:') throw wrong('must start with smtp:// or smtps://');
  if (!url.hostname) throw wrong('must name a host');
  if ((url.pathname !== '' && url.pathname !== '/') || url.search || url.hash)
    throw wrong('must end after host and port (percent-encode special characters of user and password)');
  if (Boolean(url.username) !== Boolean(url.password))
    throw wrong('must name both user and password, or neither');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isLocal = ['localhost', '127.0.0.1', '::1'].includes(host);
  try {
    return {
      host,
      port: Number(url.port) || ports[protocol],
      isImplicitTls: protocol === 'smtps:',
      user: url.username ? decodeURIComponent(url.username) : undefined,
      password: url.password ? decodeURIComponent(url.password) : undefined,
      requireTls: protocol === 'smtp:' && url.username !== '' && !isLocal,
    };
  } catch {
    throw wrong('has a % in user or password that is not written as %25');
  }
}

/** What may stand between the angle brackets: RFC 5321 without quoted local parts, which nobody has. */
const addressPattern =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/i;

/** `readout@example.com` or `Readout <readout@example.com>`; undefined for anything else. */
export function parseSender(text: string): MailSender | undefined {
  const match = /^\s*(?:"?([^"<>]*?)"?\s*<([^<>]*)>|([^<>]*))\s*$/.exec(text);
  const address = (match?.[2] ?? match?.[3])?.trim() ?? '';
  const name = match?.[1]?.trim() || 'Readout';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (!isMailAddress(address) || /[\u0000-\u001f\u007f]/.test(name) || name.length > 100) return undefined;
  return { name, address };
}

/** Whether SMTP can be told to send there; nothing with line breaks, brackets or commas. */
export function isMailAddress(text: string): boolean {
  // Letters beyond ASCII are for servers that take them (SMTPUTF8); structure characters never.
  return (
    text.length <= 320 &&
    (addressPattern.test(text) || /^[^\p{C}\p{Z}<>()[\]\\,;:"@]+@[^\p{C}\p{Z}<>()[\]\\,;:"@]+$/u.test(text))
  );
}
