import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { openInstallationDatabase, withOwner } from '@readout/database';
import { leaseSeconds } from '@readout/domain/deliveries/take-deliveries';
import { companyCheckNames } from '@readout/domain/records/rules';
import { signatureOf } from '@readout/store/webhook-signature';
import type { QueryResultRow } from 'pg';
import { insertRecordsInReview } from './records-in-review.ts';
import { createSpawnedServer, type SpawnedServer } from './spawned-server.ts';

export interface DeliveryPlan {
  records: number;
  /** `kill -9` of the server, spread over the whole of it. */
  kills: number;
  /** Records whose first delivery is never answered. */
  hanging: number;
  seed: number;
}

export interface DeliveryReport {
  /** In the outbox afterwards. */
  events: number;
  /** Of these the receiver never had. */
  lost: string[];
  /** Came before the receiver had what came earlier of the same record. */
  disordered: string[];
  /** Not signed, of no event, or not the same bytes as before under the same id. */
  foreign: string[];
  /** Records that are confirmed and not the last thing the receiver heard of them. */
  stale: string[];
  /** Came again under an id that the receiver had. */
  duplicates: number;
  /** Everything that came. */
  requests: number;
  /** Ended for good by a wrong answer, and replayed. */
  replayed: number;
  seconds: number;
}

const companies = 4;
const clients = 8;
/** Of so many records one is put right after it left. */
const correctedEvery = 10;
/** The schedule runs this much faster than the clock on the wall. */
const hoursPerSecond = 1;

/** What a receiver does where what is drawn of a hundred is below; it answers 204 to all the others. */
const manners: { below: number; has: boolean; answer: (response: ServerResponse) => void }[] = [
  { below: 6, has: false, answer: (response) => response.writeHead(503).end('later') },
  { below: 8, has: false, answer: (response) => response.writeHead(429, { 'retry-after': '2' }).end() },
  { below: 12, has: false, answer: (response) => response.socket?.resetAndDestroy() },
  // It has it and cannot say so: what comes again is a duplicate.
  { below: 15, has: true, answer: (response) => response.socket?.resetAndDestroy() },
  { below: 17, has: true, answer: (response) => response.writeHead(502).end() },
  { below: 19, has: false, answer: (response) => response.socket?.end('I am no web server\r\n\r\n') },
  { below: 20, has: false, answer: (response) => response.writeHead(400).end('no') },
  { below: 21, has: false, answer: (response) => response.writeHead(302, { location: '/' }).end() },
  {
    below: 23,
    has: true,
    answer: (response) =>
      response.writeHead(200, { 'content-length': 9 }).write('x', () => response.destroy()),
  },
  { below: 100, has: true, answer: (response) => response.writeHead(204).end() },
];

interface Had {
  sequence: number;
  type: string;
  state: string;
}

/**
 * People confirm, reopen and put right over the interface, a receiver answers, fails, resets and hangs by a seed, and the server
 * is killed again and again. Its schedule is kept in the database: what is due is moved towards now, as if time went by faster.
 */
export async function runDeliveries({
  records,
  kills,
  hanging,
  seed,
}: DeliveryPlan): Promise<DeliveryReport> {
  const startedAt = performance.now();
  const chance = (...of: (string | number)[]): number =>
    createHash('sha256')
      .update([seed, ...of].join(' '))
      .digest()
      .readUInt32BE() /
    2 ** 32;
  const server = await createSpawnedServer({
    READOUT_OUTBOUND_ALLOW: '127.0.0.1/32',
    READOUT_WORKERS: '1',
    READOUT_LOG_LEVEL: 'warn',
  });
  const report: DeliveryReport = {
    events: 0,
    lost: [],
    disordered: [],
    foreign: [],
    stale: [],
    duplicates: 0,
    requests: 0,
    replayed: 0,
    seconds: 0,
  };

  const secrets: string[] = [];
  /** Numbers of the records, of all companies. */
  const numbers = new Map<string, number>();
  const bodies = new Map<string, string>();
  const hadOf = new Map<string, Map<number, Had>>();
  const arrivals = new Map<string, number>();
  const hangs = (record: number) => record % Math.floor(records / Math.max(1, hanging)) === 0 && hanging > 0;
  let had = 0;

  const receiver = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray().catch(() => [])).toString();
    // The server was killed while it sent.
    if (!request.complete) return;
    report.requests++;
    const id = String(request.headers['webhook-id']);
    const seconds = Number(request.headers['webhook-timestamp']);
    const signature = signatureOf(secrets[Number(request.url?.slice(1))] ?? '', id, seconds, body);
    if (request.headers['webhook-signature'] !== signature || (bodies.get(id) ?? body) !== body)
      report.foreign.push(id);
    bodies.set(id, body);
    const { sequence, type, data } = JSON.parse(body);
    const recordId = data.record.id as string;
    const ofRecord = hadOf.get(recordId) ?? new Map<number, Had>();
    hadOf.set(recordId, ofRecord);
    if (ofRecord.has(sequence)) report.duplicates++;
    // An event that is there for the first time comes after all that were there before.
    else if (Math.max(0, ...ofRecord.keys()) > sequence) report.disordered.push(`${recordId} ${sequence}`);
    const arrival = (arrivals.get(id) ?? 0) + 1;
    arrivals.set(id, arrival);
    const record = numbers.get(recordId)!;
    if (hangs(record) && ofRecord.size === 0 && arrival === 1) return;
    const drawn = chance('manner', record, ofRecord.size, arrival) * 100;
    const { has, answer } = manners.find(({ below }) => drawn < below)!;
    if (has && !ofRecord.has(sequence)) {
      had++;
      ofRecord.set(sequence, { sequence, type, state: data.record.state });
    }
    answer(response);
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;

  /** Until it is answered, even if a process was killed meanwhile. */
  const call = async (cookie: string, address: string, method = 'GET', body?: unknown): Promise<unknown> => {
    for (let isRepeated = false; ; isRepeated = true) {
      const response = await fetch(`${server.url}/api/v1${address}`, {
        method,
        headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(30_000),
      }).catch(() => undefined);
      const text = await response?.text().catch(() => undefined);
      if (response?.ok && text !== undefined) return text === '' ? undefined : JSON.parse(text);
      // The try before had done it.
      if (response?.status === 409 && isRepeated) return undefined;
      if (response && response.status < 500 && text !== undefined)
        throw new Error(`${method} ${address}: ${response.status} ${text}`);
      await delay(100);
    }
  };
  try {
    await server.start();
    let address = await addressOf(server);
    /** Until the database answers: it starts again with its server. */
    const sql = async <Row extends QueryResultRow>(text: string, ...values: unknown[]): Promise<Row[]> => {
      for (;;) {
        const answer = await withOwner(address, (client) => client.query<Row>(text, values)).catch(
          (error: { code?: string }) => {
            if (error.code?.startsWith('42')) throw error;
          },
        );
        if (answer) return answer.rows;
        await delay(100);
      }
    };
    const cookies: string[] = [];
    const waiting: { cookie: string; id: string; number: number }[] = [];
    for (let company = 0; company < companies; company++) {
      const cookie = await server.signUp();
      cookies.push(cookie);
      const session = await fetch(`${server.url}/api/auth/get-session`, { headers: { cookie } });
      const { company: ours, user: person } = (await session.json()) as Record<
        'company' | 'user',
        { id: string }
      >;
      const count = Math.floor(records / companies);
      const ids = await withOwner(address, (client) =>
        insertRecordsInReview(client, { companyId: ours.id, userId: person.id, count }),
      );
      for (const [index, id] of ids.entries()) {
        const number = index * companies + company;
        numbers.set(id, number);
        waiting.push({ cookie, id, number });
      }
      const events = ['record.confirmed', 'record.corrected', 'record.reopened'];
      const added = await call(cookie, '/webhooks', 'POST', { url: `${receiverUrl}/${company}`, events });
      secrets.push((added as { secret: string }).secret);
    }
    // The companies side by side.
    waiting.sort((a, b) => a.number - b.number);
    const expected = records + 2 * Math.floor(records / correctedEvery);

    let isOver = false;
    const people = Array.from({ length: clients }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const { cookie, id, number } = next;
        // The amounts are made up: far from the usual, and one twice.
        const confirm = () => call(cookie, `/records/${id}/confirm`, 'POST', { despite: companyCheckNames });
        await confirm();
        if (number % correctedEvery > 0) continue;
        await call(cookie, `/records/${id}/reopen`, 'POST');
        await call(cookie, `/records/${id}`, 'PATCH', { fields: { total: `${number}.75` } });
        await confirm();
      }
    });
    const time = (async () => {
      const stepMs = 500;
      while (!isOver) {
        await delay(stepMs);
        const hours = (hoursPerSecond * stepMs) / 1000;
        await sql(
          `update app.deliveries set due_at = due_at - make_interval(secs => $1) where state = 'retrying' and due_at > now()`,
          hours * 3600,
        );
        await sql(
          'update app.delivery_targets set failing_since = failing_since - make_interval(secs => $1) where failing_since is not null',
          hours * 3600,
        );
      }
    })();
    const chaos = (async () => {
      for (let kill = 0; kill < kills; kill++) {
        while (had < ((kill + 0.5) / kills) * expected * 0.95) await delay(5);
        await delay(chance('kill', kill) * 200);
        await server.kill();
        const killedAt = Date.now();
        await server.start();
        address = await addressOf(server);
        // The time goes by until what the dead one had taken is free.
        await sql(
          'update app.deliveries set leased_until = now() where lease is not null and leased_until <= $1',
          new Date(killedAt + 1000 * leaseSeconds),
        );
      }
    })();
    const operators = (async () => {
      while (!isOver) {
        for (const cookie of cookies) {
          const failed = await call(cookie, '/deliveries?state=failed&limit=200');
          for (const { id } of (failed as { items: { id: string }[] }).items) {
            await call(cookie, `/deliveries/${id}/replay`, 'POST');
            report.replayed++;
          }
        }
        await delay(1_000);
      }
    })();
    await Promise.all([...people, chaos]);
    for (let open = 1; open > 0; await delay(200)) {
      const rows = await sql<{ open: number }>(
        "select count(*)::int as open from app.deliveries where state <> 'delivered'",
      );
      open = rows[0]?.open ?? 0;
    }
    isOver = true;
    await Promise.all([time, operators]);

    const outbox = await sql<{ id: string; sequence: number; subject_id: string }>(
      'select id, sequence::int, subject_id from app.outbox',
    );
    report.events = outbox.length;
    report.lost = outbox.flatMap((event) =>
      hadOf.get(event.subject_id)?.has(event.sequence) ? [] : [`${event.subject_id} ${event.sequence}`],
    );
    const known = new Set(outbox.map(({ id }) => id));
    report.foreign.push(...[...bodies.keys()].filter((id) => !known.has(id)));
    const states = await sql<{ id: string; state: string }>('select id, state from app.records');
    report.stale = states.flatMap(({ id, state }) => {
      const all = [...(hadOf.get(id)?.values() ?? [])];
      const last = all.toSorted((a, b) => b.sequence - a.sequence)[0];
      return state === 'confirmed' && last?.state === 'confirmed' ? [] : [id];
    });
    report.seconds = Math.round((performance.now() - startedAt) / 1000);
    return report;
  } finally {
    receiver.closeAllConnections();
    receiver.close();
    await server.close();
  }
}

/** Of the server's own database, as its owner. */
const addressOf = async ({ dataFolder }: SpawnedServer) =>
  (await openInstallationDatabase(undefined, dataFolder)).address;
