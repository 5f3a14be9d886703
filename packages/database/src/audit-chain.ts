import { createHash, type Hash } from 'node:crypto';

/** The chain of the installation's own list; every other chain bears its company's id. */
export const installationChain = '00000000-0000-0000-0000-000000000000';

/** One half of what a link commits to: who did it, or what was done. */
export interface Commitment {
  /** SHA-256 over salt and text, in hex: what the link holds. */
  commitment: string;
  /** What was committed to, as PostgreSQL writes it; null: gone. */
  text: string | null;
  /** In hex; null: erased. */
  salt: string | null;
  /** Id of the event that tells of the erasing; null: not erased. */
  erasedBy: string | null;
  /** In what was streamed: the text had no room. */
  leftOut?: true;
}

/** A link of a chain with what is left of its event, as the database and the downloaded file have it. */
export interface ChainLink {
  company: string;
  /** From 1 on. */
  seq: number;
  eventId: string;
  /** ISO 8601 in UTC, microseconds. */
  at: string;
  action: string;
  subjectType: string;
  who: Commitment;
  what: Commitment;
  /** Hashes in hex. */
  previous: string;
  hash: string;
  /** Whether the event beside it tells the same time and action; absent in files. */
  agrees?: boolean;
}

export interface ChainHead {
  company: string;
  seq: number;
  hash: string;
}

/** What is wrong with a chain: the first event that does not hold. */
export interface Breach {
  company: string;
  /** Where it breaks. */
  seq: number;
  eventId: string | null;
  why: BreachReason;
}

export type BreachReason =
  | {
      reason:
        | 'other_list'
        | 'not_next'
        | 'changed'
        | 'erased_untold'
        | 'twice'
        | 'other_than_kept'
        | 'gone_since_kept';
    }
  | { reason: 'missing' | 'outside'; count: number }
  | { reason: 'half_gone' | 'half_changed'; half: 'who' | 'what' }
  /** `id` of the event that tells of the erasing. */
  | { reason: 'erased_otherwise'; id: string }
  /** The list ends after `seq` events, and `written` were written. */
  | { reason: 'cut'; seq: number; written: number };

export interface ChainReport {
  company: string;
  links: number;
  head: ChainHead;
  breach: Breach | null;
  /** How many events lost names or texts, by the moment that was done. */
  erasedOn: Map<string, number>;
  /** How many events came without a text that had no room in the stream. */
  leftOut: number;
}

const version = 'readout-audit-1';
const sha256 = (...parts: (string | Buffer)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

/** What the first link of a chain holds as the hash before it. */
export const firstHash = (company: string): string => sha256(`${version} ${company}`);

/** Hash of a link, from what it holds. The text is the one of `app.audit_header`. */
export function hashOf({ company, seq, eventId, at, action, subjectType, who, what, previous }: ChainLink) {
  const header = [
    version,
    company,
    seq,
    Number(eventId),
    at,
    action,
    subjectType,
    who.commitment,
    what.commitment,
  ];
  return sha256(Buffer.from(previous, 'hex'), `[${header.map((value) => JSON.stringify(value)).join(', ')}]`);
}

/**
 * Looks at one chain, link after link from the first: that none is missing, moved or changed, that what is there is what
 * was committed to, and that what is gone was erased by an event of the list that tells so.
 */
export function verifyChain(company: string): {
  /** @returns what is wrong with it; nothing further is looked at then */
  add(link: ChainLink): Breach | undefined;
  finish(): ChainReport;
} {
  let seq = 0;
  let hash = firstHash(company);
  let breach: Breach | null = null;
  /** By the event that tells of it: what was erased, as its digest counts it. */
  const erasures = new Map<string, { marks: Hash; events: number; firstSeq: number; firstId: string }>();
  let leftOut = 0;
  const told = new Map<string, { at: string; marks: string }>();

  const check = (link: ChainLink): BreachReason | undefined => {
    if (link.company !== company) return { reason: 'other_list' };
    if (link.seq !== seq + 1) return { reason: 'missing', count: link.seq - seq - 1 };
    if (link.previous !== hash) return { reason: 'not_next' };
    if (link.hash !== hashOf(link) || link.agrees === false) return { reason: 'changed' };
    for (const half of ['what', 'who'] as const) {
      const { commitment, text, salt, erasedBy } = link[half];
      if (erasedBy !== null || link[half].leftOut) continue;
      if (text === null || salt === null) return { reason: 'half_gone', half };
      if (sha256(Buffer.from(salt, 'hex'), text) !== commitment) return { reason: 'half_changed', half };
    }
    return undefined;
  };

  return {
    add(link) {
      if (breach) return breach;
      const why = check(link);
      if (why) {
        breach = { company, seq: seq + 1, eventId: link.eventId, why };
        return breach;
      }
      ({ seq, hash } = link);
      if (link.who.leftOut || link.what.leftOut) leftOut++;
      const marked = new Set<string>();
      for (const half of ['what', 'who'] as const) {
        const { erasedBy } = link[half];
        if (erasedBy === null) continue;
        let erasure = erasures.get(erasedBy);
        if (!erasure) {
          erasure = { marks: createHash('sha256'), events: 0, firstSeq: seq, firstId: link.eventId };
          erasures.set(erasedBy, erasure);
        }
        erasure.marks.update(`${half}:${seq},`);
        if (!marked.has(erasedBy)) erasure.events++;
        marked.add(erasedBy);
      }
      if (link.action === 'audit.erased' && link.what.text)
        told.set(link.eventId, { at: link.at, marks: marksOf(link.what.text) });
      return undefined;
    },
    finish() {
      const erasedOn = new Map<string, number>();
      for (const [id, { marks, events, firstSeq, firstId }] of erasures) {
        const event = told.get(id);
        if (event) erasedOn.set(event.at, (erasedOn.get(event.at) ?? 0) + events);
        if (breach || marks.digest('hex') === event?.marks) continue;
        breach = {
          company,
          seq: firstSeq,
          eventId: firstId,
          why: event ? { reason: 'erased_otherwise', id } : { reason: 'erased_untold' },
        };
      }
      return { company, links: seq, head: { company, seq, hash }, breach, erasedOn, leftOut };
    },
  };
}

function marksOf(whatText: string): string {
  const [, , detail] = JSON.parse(whatText) as [unknown, unknown, { marks?: unknown }?];
  return String(detail?.marks ?? '');
}
