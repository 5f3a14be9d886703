/**
 * Many at once: 20 members of 5 companies send 10,000 pictures (or as many as are named), half of them as resumable
 * uploads in three parts, to the whole server with its worker. Every third is sent twice, as a device does that never saw
 * the answer. Then every company has what its members sent, whole and once, nobody sees what is another company's, and the
 * ledger says what the rows say.
 */
import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { withOwner } from '@readout/database';
import { derivedSecret } from '../../apps/web/server/accounts/auth.ts';
import { createSpawnedServer } from '../../apps/web/server/testing/spawned-server.ts';
import { writeResults } from '../results-file.ts';

const uploads = Number(process.argv[2] ?? 10_000);
const companyCount = 5;
const membersEach = 4;
const secret = randomBytes(32).toString('hex');

interface Member {
  companyId: string;
  headers: Record<string, string>;
}
interface Sent {
  companyId: string;
  captureId: string;
  sha256: string;
}

const server = await createSpawnedServer({ READOUT_SECRET: secret, READOUT_LOG_LEVEL: 'warn' });
const withDatabase = <T>(work: Parameters<typeof withOwner<T>>[1]) =>
  withOwner(
    {
      host: path.join(server.dataFolder, 'postgres/run'),
      port: 5432,
      user: 'readout',
      password: readFileSync(path.join(server.dataFolder, 'postgres-password'), 'utf8').trim(),
      database: 'readout',
    },
    work,
  );
try {
  await server.start();
  const members = await makeMembers(await server.signUp());
  const waiting = Array.from({ length: uploads }, (_, index) => index);
  const sent: Sent[] = [];
  const tookMs: number[] = [];
  let repeated = 0;
  const startedAt = performance.now();
  await Promise.all(
    members.map(async (member, at) => {
      for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
        const bytes = picture();
        const clientId = randomUUID();
        const send = () =>
          index % 2 === 0
            ? sendForm(member, clientId, bytes)
            : sendInParts(member, clientId, bytes, `picture ${at}.jpg`);
        const since = performance.now();
        const captureId = await send();
        tookMs.push(performance.now() - since);
        sent.push({
          companyId: member.companyId,
          captureId,
          sha256: createHash('sha256').update(bytes).digest('hex'),
        });
        if (index % 3 === 0) {
          repeated++;
          if ((await send()) !== captureId) throw new Error(`Upload ${index} became two captures.`);
        }
        if (sent.length % 1000 === 0)
          console.log(`${sent.length} after ${Math.round((performance.now() - startedAt) / 1000)} s`);
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;

  let different = 0;
  let seenByOthers = 0;
  for (const [index, { companyId, captureId, sha256 }] of sent.entries()) {
    const own = members.find((each) => each.companyId === companyId)!;
    const other = members.find((each) => each.companyId !== companyId)!;
    const answer = await get(own, `/captures/${captureId}/original`);
    const hash = createHash('sha256').update(Buffer.from(await answer.arrayBuffer()));
    if (hash.digest('hex') !== sha256) different++;
    if (index % 20 === 0 && (await get(other, `/captures/${captureId}/original`)).status !== 404)
      seenByOthers++;
  }
  const { rows } = await withDatabase((client) =>
    client.query<{ captures: number; differ: number; promised: number }>(
      `select (select count(*)::int from app.captures) as captures,
        (select count(*)::int from app.company_ledger l
         where l.captures <> (select count(*) from app.captures c where c.company_id = l.company_id)
           or l.bytes < (select coalesce(sum(byte_size), 0) from app.objects o where o.company_id = l.company_id)) as differ,
        (select count(*)::int from app.reservations) as promised`,
    ),
  );
  const state = rows[0]!;
  const isRight =
    different === 0 &&
    seenByOthers === 0 &&
    state.captures === uploads &&
    state.differ === 0 &&
    state.promised === 0;
  tookMs.sort((a, b) => a - b);
  const at = (share: number) => Math.round(tookMs[Math.floor(share * (tookMs.length - 1))]!);
  await writeResults(
    'uploads',
    'Many upload at once',
    { uploads, repeated, seconds, different, seenByOthers, ...state, medianMs: at(0.5), p95Ms: at(0.95) },
    `| | |
|---|---|
| members, companies | ${members.length}, ${companyCount} |
| uploads of 100 to 300 KB, half of them resumable in three parts | ${uploads} |
| sent a second time | ${repeated} |
| captures in the database | ${state.captures} |
| originals that are not what was sent | ${different} |
| seen by another company, of every twentieth | ${seenByOthers} |
| companies whose ledger does not agree with the rows, promises left | ${state.differ}, ${state.promised} |
| pictures a second, the worker reading meanwhile | ${(uploads / seconds).toFixed(1)} |
| until acknowledged, median and 95th percentile | ${at(0.5)} ms, ${at(0.95)} ms |`,
  );
  if (!isRight) process.exitCode = 1;
} finally {
  await server.close();
}

/** Companies and people made as the platform would, signed in as signing in does it. */
async function makeMembers(cookie: string): Promise<Member[]> {
  const name = /([^ =;]*session_token)=/.exec(cookie)![1]!;
  const signature = (token: string) =>
    createHmac('sha256', derivedSecret(secret, 'sign-in')).update(token).digest('base64');
  return withDatabase(async (client) => {
    const { rows } = await client.query('select terms_version, privacy_version from auth."user" limit 1');
    const made: Member[] = [];
    for (let company = 0; company < companyCount; company++) {
      const companyId = randomUUID();
      await client.query('insert into auth.company (id, name, slug) values ($1, $2, $3)', [
        companyId,
        `Company ${company}`,
        `c-${companyId}`,
      ]);
      await client.query(
        'insert into app.company_settings (company_id, max_captures_per_month, max_bytes) values ($1, 1000000, 1000000000000)',
        [companyId],
      );
      for (let member = 0; member < membersEach; member++) {
        const userId = randomUUID();
        const token = randomBytes(24).toString('base64url');
        await client.query(
          'insert into auth."user" (id, name, email, terms_version, privacy_version) values ($1, $2, $3, $4, $5)',
          [
            userId,
            `Member ${member}`,
            `${userId}@example.com`,
            rows[0].terms_version,
            rows[0].privacy_version,
          ],
        );
        await client.query('insert into auth.membership (company_id, user_id, role) values ($1, $2, $3)', [
          companyId,
          userId,
          member === 0 ? 'owner' : 'operator',
        ]);
        await client.query(
          "insert into auth.session (user_id, token, expires_at, active_company_id) values ($1, $2, now() + interval '1 day', $3)",
          [userId, token, companyId],
        );
        made.push({
          companyId,
          headers: {
            cookie: `${name}=${encodeURIComponent(`${token}.${signature(token)}`)}`,
            origin: server.url,
          },
        });
      }
    }
    return made;
  });
}

/** Bytes that begin like a JPEG: what is measured is taking them in. */
function picture(): Buffer<ArrayBuffer> {
  const bytes = randomBytes(100_000 + Math.floor(Math.random() * 200_000));
  bytes.set([0xff, 0xd8, 0xff, 0xe0]);
  return bytes as Buffer<ArrayBuffer>;
}

function get(member: Member, address: string): Promise<Response> {
  return fetch(`${server.url}/api/v1${address}`, { headers: member.headers });
}

async function sendForm(member: Member, clientId: string, bytes: Buffer<ArrayBuffer>): Promise<string> {
  const body = new FormData();
  body.set('clientId', clientId);
  body.set('file', new Blob([bytes]), `${clientId}.jpg`);
  const answer = await fetch(`${server.url}/api/v1/captures`, {
    method: 'POST',
    headers: member.headers,
    body,
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { capture: { id: string } }).capture.id;
}

async function sendInParts(
  member: Member,
  clientId: string,
  bytes: Buffer<ArrayBuffer>,
  filename: string,
): Promise<string> {
  const tus = { ...member.headers, 'tus-resumable': '1.0.0' };
  const metadata = Object.entries({ filename, clientId }).map(
    ([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`,
  );
  const created = await fetch(`${server.url}/api/v1/uploads`, {
    method: 'POST',
    headers: { ...tus, 'upload-length': String(bytes.length), 'upload-metadata': metadata.join(',') },
  });
  if (!created.ok) throw new Error(`${created.status} ${await created.text()}`);
  const third = Math.ceil(bytes.length / 3);
  for (let offset = 0; ; offset += third) {
    const answer = await fetch(server.url + created.headers.get('location'), {
      method: 'PATCH',
      headers: { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      body: bytes.subarray(offset, offset + third),
    });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    const captureId = answer.headers.get('readout-capture');
    if (captureId) return captureId;
  }
}
