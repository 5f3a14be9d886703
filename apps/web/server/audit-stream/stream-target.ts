import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the audit list is streamed to, and how it is written. */
export type StreamTarget =
  | {
      kind: 'tls';
      /** As the settings name it. */
      name: string;
      format: 'syslog' | 'json';
      host: string;
      port: number;
      /** Files, PEM: whom the receiver's certificate has to come from (undefined: what the system trusts), and our own. */
      ca: string | undefined;
      certificate: string | undefined;
      key: string | undefined;
    }
  | { kind: 'file'; name: string; path: string };

const formats = { 'syslog+tls:': 'syslog', 'json+tls:': 'json' } as const;
const syslogPort = 6514;

/**
 * Reads `syslog+tls://host:port`, `json+tls://host:port` and `file:///path`.
 *
 * @throws Error with what is wrong
 */
export function parseStreamTarget(text: string): StreamTarget {
  const wrong = (why: string) =>
    new Error(
      `${why}, like syslog+tls://logs.example.com:6514, json+tls://logs.example.com:6515 or file:///var/log/readout/audit.jsonl`,
    );
  if (!URL.canParse(text)) throw wrong('must be an address');
  const url = new URL(text);
  if (url.protocol === 'file:') {
    if (url.host || url.search || url.hash || url.pathname.endsWith('/'))
      throw wrong('must name a file of this machine');
    const file = path.normalize(fileURLToPath(url));
    return { kind: 'file', name: `file://${file}`, path: file };
  }
  const format = formats[url.protocol as keyof typeof formats];
  if (!format) throw wrong('must start with syslog+tls://, json+tls:// or file://');
  if (!url.hostname) throw wrong('must name a host');
  if (url.username || (url.pathname !== '' && url.pathname !== '/') || url.search || url.hash)
    throw wrong('must end after host and port');
  if (format === 'json' && !url.port) throw wrong('must name a port');
  const port = Number(url.port) || syslogPort;
  return {
    kind: 'tls',
    name: `${format}+tls://${url.hostname}:${port}`,
    format,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port,
    ca: undefined,
    certificate: undefined,
    key: undefined,
  };
}
