import type { ChainLink } from '@readout/database';
import type { StreamedLink } from '@readout/domain/audit/audit-stream';
import { withoutHidden } from '@readout/domain/visible-name';

/** What stands in every event, so that receivers of several installations tell them apart. */
export interface Origin {
  installationId: string;
  host: string;
}

/** What receivers of RFC 5424 take (section 6.1), and RFC 5425, section 4.3.1, asks them to. */
const longestMessage = 8192;
const longestLine = 128 * 1024;
const longestParam = 256;
/** Facility 13 (log audit), severity 6 (informational). */
const priority = 13 * 8 + 6;
/** RFC 5612 keeps this number for those who have none of their own. */
const sdId = 'readout@32473';

/**
 * One event as a line of JSON, ASCII alone: what `readout audit verify` takes, and beside it what the list shows. Texts
 * for which there is no room are left out, which `leftOut` says; what commits to them never is.
 */
export function jsonLine(event: StreamedLink, origin: Origin, longest = longestLine): string {
  const { link, companyName } = event;
  const seen = visible(event);
  const line = (...leftOut: ('who' | 'what')[]) => {
    const half = (which: 'who' | 'what') => ({
      ...link[which],
      ...(leftOut.includes(which) || isTooLong(link[which]) ? { text: null, leftOut: true } : {}),
    });
    return ascii(
      JSON.stringify({
        installation: origin.installationId,
        companyName,
        actorId: seen.actorId,
        actorName: seen.actorName,
        ipAddress: seen.ipAddress,
        subjectId: seen.subjectId,
        ...link,
        agrees: undefined,
        who: half('who'),
        what: half('what'),
      }),
    );
  };
  const [whole, short] = [line(), line('what')];
  if (whole.length <= longest) return whole;
  return short.length <= longest ? short : line('what', 'who');
}

/** One event as RFC 5424 has it: the essential as structured data, the line of JSON as message. */
export function syslogMessage(event: StreamedLink, origin: Origin): Buffer {
  const { link, companyName } = event;
  const { actorId, actorName, ipAddress, subjectId } = visible(event);
  const params = Object.entries({
    installation: origin.installationId,
    company: link.company,
    companyName,
    seq: String(link.seq),
    eventId: link.eventId,
    actorId,
    actorName,
    ipAddress,
    subjectType: link.subjectType,
    subjectId,
    previous: link.previous,
    hash: link.hash,
  })
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}="${paramValue(String(value))}"`);
  const head = [
    `<${priority}>1`,
    link.at,
    word(origin.host, 255),
    'readout',
    '-',
    word(link.action, 32),
    `[${sdId} ${params.join(' ')}]`,
  ].join(' ');
  const room = longestMessage - Buffer.byteLength(head) - 1;
  return Buffer.from(`${head} ${jsonLine(event, origin, room)}`);
}

/** RFC 5425, section 4.3: how long the message is, in octets, before each. */
export function octetCounted(message: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${message.length} `), message]);
}

/** The database gave it without its text. Of an event that is gone the salt is gone as well. */
const isTooLong = ({ text, salt, erasedBy }: ChainLink['who']) =>
  text === null && salt !== null && erasedBy === null;

/** As the list shows it. */
function visible({ link }: StreamedLink) {
  const parse = (text: string | null) => (text === null ? [] : (JSON.parse(text) as unknown[]));
  const [actorId = null, actorName = null, ipAddress = null] = parse(link.who.text);
  const [subjectId = null] = parse(link.what.text);
  const short = (value: unknown) => (typeof value === 'string' ? cut(value, longestParam) : null);
  return {
    actorId: short(actorId),
    actorName: short(actorName),
    ipAddress: short(ipAddress),
    subjectId: short(subjectId),
  };
}

/** A PARAM-VALUE (RFC 5424, section 6.3.3): nothing in it ends the value, the element or the line. */
export function paramValue(text: string): string {
  return cut(withoutHidden(text), longestParam).replaceAll(/["\\\]]/g, (character) => `\\${character}`);
}

/** What stands between spaces of the header: printable ASCII without any. */
const word = (text: string, longest: number): string =>
  text.replaceAll(/[^\u0021-\u007e]/g, '').slice(0, longest) || '-';

/** At most so many characters, none of them halved. */
const cut = (text: string, longest: number): string =>
  text.length <= longest ? text : text.slice(0, longest).replace(/[\ud800-\udbff]$/, '');

const ascii = (json: string): string =>
  json.replaceAll(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
