/**
 * From confirming a record to its arrival at a receiver on the same machine, at 50 a second, alone and next to a target that
 * hangs; how long what has gathered takes to leave; the server's memory meanwhile:
 *
 *     npm run bench -- deliveries [--seconds 40] [--rounds 2]
 *
 * The real server on its own PostgreSQL, as it is installed. Ends with 1 where a goal is missed.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type DatabaseAddress, openInstallationDatabase, withOwner } from '@readout/database';
import { signatureOf } from '@readout/store/webhook-signature';
import { insertRecordsInReview } from '../../apps/web/server/testing/records-in-review.ts';
import { createSpawnedServer } from '../../apps/web/server/testing/spawned-server.ts';
import { busyness } from '../camera/busyness.ts';
import { median } from '../camera/median.ts';
import { writeResults } from '../results-file.ts';

const { values: options } = parseArgs({
  options: { seconds: { type: 'string', default: '40' }, rounds: { type: 'string', default: '2' } },
});
const seconds = Number(options.seconds);
const rounds = Number(options.rounds);
const perSecond = 50;
/** Gathered while the target is paused. */
const gathered = 600;
const drains = 3;
const checked = 50;
const warmUp = 250;
const goals = { medianMs: 300, p95Ms: 1000, hangingCosts: 0.05, memoryGrowth: 0.05 };

const server = await createSpawnedServer({
  READOUT_OUTBOUND_ALLOW: '127.0.0.1/32',
  READOUT_LOG_LEVEL: 'error',
});
const arrived = new Map<string, { at: number; body: string; headers: Record<string, unknown> }[]>();
let count = 0;
const receiver = createServer(async (request, response) => {
  if (request.url === '/hangs') return;
  const body = Buffer.concat(await request.toArray()).toString();
  const at = performance.now();
  const { id } = JSON.parse(body).data.record;
  arrived.set(id, [...(arrived.get(id) ?? []), { at, body, headers: request.headers }]);
  count++;
  response.writeHead(204).end();
});
receiver.listen(0, '127.0.0.1');
await once(receiver, 'listening');
const receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;

let address: DatabaseAddress;
const owner = (text: string, ...values: unknown[]) =>
  withOwner(address, async (client) => (await client.query(text, values)).rows);
const setState = (path: string, state: 'active' | 'paused') =>
  owner(
    `with changed as (update app.delivery_targets set state = $2, paused_at = case when $2 = 'paused' then now() end where address = $1)
     select pg_notify('readout_deliveries', '')`,
    `${receiverUrl}${path}`,
    state,
  );
const arrivals = async (wanted: number) => {
  while (count < wanted) await delay(5);
};
/** Resident megabytes of the server's own process. */
const residentMb = () =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${server.pid()}/status`, 'utf8'))?.[1]) / 1024;

interface Round {
  isBesideHanging: boolean;
  /** From the request that confirms, and from its answer, to the whole delivery at the receiver. */
  fromRequestMs: number[];
  fromAnswerMs: number[];
}
const measured: Round[] = [];
const drained: { isBesideHanging: boolean; ms: number }[] = [];
const memory: { minute: number; mb: number }[] = [];
let cpuMsPerDelivery = 0;
let looking: NodeJS.Timeout | undefined;
try {
  await server.start();
  ({ address } = await openInstallationDatabase(undefined, server.dataFolder));
  const cookie = await server.signUp();
  const { company, user } = (await (
    await fetch(`${server.url}/api/auth/get-session`, { headers: { cookie } })
  ).json()) as Record<'company' | 'user', { id: string }>;
  const total = checked + warmUp + 2 * rounds * perSecond * seconds + 2 * drains * gathered;
  const waiting = await withOwner(address, (client) =>
    insertRecordsInReview(client, { companyId: company.id, userId: user.id, count: total }),
  );
  const post = async (path: string, body?: unknown) => {
    const response = await fetch(`${server.url}/api/v1${path}`, {
      method: 'POST',
      headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    assert.ok(response.ok, `${path}: ${response.status}`);
    return response.json() as Promise<Record<string, unknown>>;
  };
  const { secret } = await post('/webhooks', { url: `${receiverUrl}/works` });
  await post('/webhooks', { url: `${receiverUrl}/hangs` });
  await setState('/hangs', 'paused');

  /** Begins one every 20 ms, however long the ones before take. */
  const confirmAll = async (ids: readonly string[]) => {
    const startedAt = performance.now();
    return Promise.all(
      ids.map(async (id, index) => {
        await delay(Math.max(0, startedAt + (index * 1000) / perSecond - performance.now()));
        const requestedAt = performance.now();
        const record = await post(`/records/${id}/confirm`);
        return { id, requestedAt, answeredAt: performance.now(), record };
      }),
    );
  };

  // Right before fast: each once, signed, as the interface shows the record.
  const first = await confirmAll(waiting.splice(0, checked));
  await arrivals(checked);
  for (const { id, record } of first) {
    const [one, ...others] = arrived.get(id) ?? [];
    assert.deepEqual(others, []);
    const { body, headers } = one!;
    assert.deepEqual(JSON.parse(body).data.record, record);
    assert.equal(
      headers['webhook-signature'],
      signatureOf(String(secret), String(headers['webhook-id']), Number(headers['webhook-timestamp']), body),
    );
  }
  await confirmAll(waiting.splice(0, warmUp));
  await arrivals(checked + warmUp);

  const beganAt = performance.now();
  const look = () => memory.push({ minute: (performance.now() - beganAt) / 60_000, mb: residentMb() });
  looking = setInterval(look, 1000);
  look();
  const cpuBefore = server.cpuMs();
  for (let round = 0; round < 2 * rounds; round++) {
    const isBesideHanging = round % 2 === 1;
    await setState('/hangs', isBesideHanging ? 'active' : 'paused');
    const before = count;
    const confirmed = await confirmAll(waiting.splice(0, perSecond * seconds));
    await arrivals(before + confirmed.length);
    const to = (since: 'requestedAt' | 'answeredAt') =>
      confirmed.map((each) => Math.max(0, arrived.get(each.id)![0]!.at - each[since]));
    measured.push({ isBesideHanging, fromRequestMs: to('requestedAt'), fromAnswerMs: to('answeredAt') });
    console.log(isBesideHanging, Math.round(median(to('requestedAt'))), 'ms');
  }
  cpuMsPerDelivery = (server.cpuMs() - cpuBefore) / (2 * rounds * perSecond * seconds);
  for (let drain = 0; drain < 2 * drains; drain++) {
    const isBesideHanging = drain % 2 === 1;
    await setState('/works', 'paused');
    await setState('/hangs', isBesideHanging ? 'active' : 'paused');
    await owner(
      "update app.records set state = 'confirmed', confirmed_by = $2, confirmed_at = now() where id = any ($1)",
      waiting.splice(0, gathered),
      user.id,
    );
    const before = count;
    const startedAt = performance.now();
    await setState('/works', 'active');
    await arrivals(before + gathered);
    drained.push({ isBesideHanging, ms: performance.now() - startedAt });
    console.log(isBesideHanging, drained.at(-1));
  }
  const twice = [...arrived.values()].filter(({ length }) => length > 1).length;
  assert.equal(arrived.size, total);
  assert.equal(twice, 0);
} catch (error) {
  console.error(server.output().slice(-4000));
  throw error;
} finally {
  clearInterval(looking);
  await server.close();
  receiver.closeAllConnections();
  receiver.close();
}

const at = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)]!;
const of = (isBesideHanging: boolean, since: 'fromRequestMs' | 'fromAnswerMs') =>
  measured.filter((each) => each.isBesideHanging === isBesideHanging).flatMap((each) => each[since]);
const drainOf = (isBesideHanging: boolean) =>
  median(drained.filter((each) => each.isBesideHanging === isBesideHanging).map(({ ms }) => ms));
const summary = (isBesideHanging: boolean) => ({
  medianMs: at(of(isBesideHanging, 'fromRequestMs'), 0.5),
  p95Ms: at(of(isBesideHanging, 'fromRequestMs'), 0.95),
  worstMs: at(of(isBesideHanging, 'fromRequestMs'), 1 - 1e-9),
  medianFromAnswerMs: at(of(isBesideHanging, 'fromAnswerMs'), 0.5),
  drainPerSecond: (gathered * 1000) / drainOf(isBesideHanging),
});
const [alone, beside] = [summary(false), summary(true)];
const hangingCosts = drainOf(true) / drainOf(false) - 1;
// It rises and falls as memory is collected: what counts is how high it goes, earlier and later.
const half = Math.floor(memory.length / 2);
const highest = (from: number, to: number) => Math.max(...memory.slice(from, to).map(({ mb }) => mb));
const [memoryMb, laterMemoryMb] = [highest(0, half), highest(half, memory.length)];
const memoryGrowth = laterMemoryMb / memoryMb - 1;
const isMet =
  alone.medianMs < goals.medianMs &&
  alone.p95Ms < goals.p95Ms &&
  hangingCosts < goals.hangingCosts &&
  memoryGrowth < goals.memoryGrowth;
const ms = (value: number) => `${Math.round(value)} ms`;
const row = (name: string, each: typeof alone) =>
  `| ${name} | ${ms(each.medianMs)} | ${ms(each.p95Ms)} | ${ms(each.worstMs)} | ${each.drainPerSecond.toFixed(0)} a second |`;
await writeResults(
  'deliveries',
  'From confirming to delivered',
  {
    perSecond,
    seconds,
    rounds,
    goals,
    alone,
    besideHanging: beside,
    hangingCosts,
    memoryGrowth,
    cpuMsPerDelivery,
    drained,
    memory: memory.map(({ minute, mb }) => ({ minute: Number(minute.toFixed(2)), mb: Math.round(mb) })),
  },
  `The real server with its own PostgreSQL, as it is installed; receiver and clients in one process on the same machine. ${perSecond} records a second are confirmed through the API, one every ${1000 / perSecond} ms whatever became of those before, ${rounds} times ${seconds} s alone and as often next to a target that never answers, in turns; from the request that confirms to the whole delivery at the receiver. Then what gathered while the target was paused, ${gathered} records, middle of ${drains}. Each record arrived exactly once; the first ${checked} were compared with what the API shows, and their signatures checked.

| | median (goal ${goals.medianMs} ms) | 95 % (goal ${goals.p95Ms} ms) | slowest | what gathered |
|---|---:|---:|---:|---:|
${row('alone', alone)}
${row('next to one that hangs', beside)}

What gathered takes ${(hangingCosts * 100).toFixed(1)} % longer next to a target that hangs (goal under ${goals.hangingCosts * 100} %). Memory of the server in ${Math.round(memory.at(-1)!.minute * 60)} s and ${count} deliveries: at most ${Math.round(memoryMb)} MB in the first half, ${Math.round(laterMemoryMb)} MB in the second (goal: no more than ${goals.memoryGrowth * 100} % above). ${cpuMsPerDelivery.toFixed(1)} ms of processor time of the server a record, with confirming.

${isMet ? 'The goals are met.' : 'Not all goals are met.'} ${busyness()}`,
);
process.exit(isMet ? 0 : 1);
