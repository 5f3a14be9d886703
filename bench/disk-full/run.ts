/**
 * A disk that fills up. Argument: a folder on a small file system of its own (half a gigabyte to two), for instance
 * `mkfs.ext4` in a file that is mounted as a loop, or a tmpfs. Uploads until they are refused, then to the last byte by a
 * file of somebody else; a database killed there; then room again. What was acknowledged is whole, and nothing was answered
 * as a defect.
 */
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { open, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeNoise } from '../../apps/web/server/testing/pictures.ts';
import { createSpawnedServer } from '../../apps/web/server/testing/spawned-server.ts';
import { writeResults } from '../results-file.ts';

const folder = process.argv[2];
if (!folder) throw new Error('Name a folder on a small file system of its own.');
const kind = /\s(\S+)\s(\S+)\s/;
const fileSystem =
  readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => kind.exec(line))
    .find((match) => match?.[1] === path.resolve(folder))?.[2] ?? 'of an unknown kind';
process.env.TMPDIR = folder;
const filler = path.join(folder, 'filler');
const freeMb = async () => {
  const { bavail, bsize } = await statfs(folder);
  return Math.round((bavail * bsize) / 1e6);
};
const answers: Record<string, Record<string, number>> = {};
const acknowledged: { id: string; sha256: string }[] = [];
const startMb = await freeMb();
const server = await createSpawnedServer({ READOUT_LOG_LEVEL: 'warn' });
try {
  await server.start();
  const headers = { cookie: await server.signUp() };
  const upload = async (stage: string, number: number) => {
    const bytes = await makeNoise(number);
    const body = new FormData();
    body.set('clientId', randomUUID());
    body.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), `${number}.jpg`);
    const answer = await fetch(`${server.url}/api/v1/captures`, { method: 'POST', headers, body });
    const content = (await answer.json()) as { code?: string; capture?: { id: string } };
    count(stage, `${answer.status} ${content.code ?? ''}`);
    if (content.capture)
      acknowledged.push({
        id: content.capture.id,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      });
    return answer.ok;
  };
  const ask = async (stage: string, address: string, init: RequestInit = {}) => {
    const answer = await fetch(server.url + address, {
      ...init,
      headers: { ...headers, ...init.headers },
    }).catch(() => undefined);
    const content = (await answer?.json().catch(() => ({}))) as { code?: string } | undefined;
    count(stage, `${answer?.status ?? 'no answer'} ${content?.code ?? ''}`);
  };

  let refused = 0;
  for (let number = 0; refused < 5; number++) if (!(await upload('uploads', number))) refused++;
  const floorMb = await freeMb();
  await fill();
  for (let number = 0; number < 5; number++) await upload('uploads on the full disk', 100_000 + number);
  for (let number = 0; number < 5; number++) {
    await ask('list and search on it', `/api/v1/captures?q=word${number}`);
    await ask('changes on it', `/api/v1/captures/${acknowledged[number]?.id}/reread`, { method: 'POST' });
  }
  await server.killDatabase();
  await delay(10_000);
  await ask('database killed there, ten seconds later', '/readyz');
  await rm(filler);
  const since = performance.now();
  while (
    !(await fetch(`${server.url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    ))
  ) {
    if (performance.now() - since > 120_000)
      throw new Error(`It did not come back:\n${server.output().slice(-5000)}`);
    await delay(200);
  }
  const backSeconds = Math.round((performance.now() - since) / 1000);
  let harmed = 0;
  for (const { id, sha256 } of acknowledged) {
    const answer = await fetch(`${server.url}/api/v1/captures/${id}/original`, { headers });
    const hash = createHash('sha256').update(Buffer.from(await answer.arrayBuffer()));
    if (hash.digest('hex') !== sha256) harmed++;
  }
  const defects = Object.values(answers)
    .flatMap((each) => Object.entries(each))
    .filter(([answer]) => answer.includes('server.unexpected'))
    .reduce((sum, [, times]) => sum + times, 0);
  const said = Object.entries(answers)
    .map(
      ([stage, each]) =>
        `| ${stage} | ${Object.entries(each)
          .map(([answer, times]) => `${times} × ${answer.trim()}`)
          .join(', ')} |`,
    )
    .join('\n');
  await writeResults(
    `disk-full-${fileSystem}`,
    `A full disk (${fileSystem})`,
    {
      fileSystem,
      startMb,
      floorMb,
      answers,
      backSeconds,
      acknowledged: acknowledged.length,
      harmed,
      defects,
    },
    `| | |
|---|---|
| free at the start, when uploads were refused | ${startMb} MB, ${floorMb} MB |
${said}
| ready again after there was room | ${backSeconds} s |
| originals acknowledged, not whole afterwards | ${acknowledged.length}, ${harmed} |
| answered as a defect of the server | ${defects} |`,
  );
  if (harmed + defects > 0) {
    console.error(server.output().slice(-10_000));
    process.exitCode = 1;
  }
} finally {
  await rm(filler, { force: true });
  await server.close();
}

function count(stage: string, answer: string): void {
  const each = answers[stage] ?? {};
  answers[stage] = each;
  each[answer] = (each[answer] ?? 0) + 1;
}

/** A file that takes every byte that is left. */
async function fill(): Promise<void> {
  const file = await open(filler, 'w');
  for (const size of [1_000_000, 4096, 1])
    for (;;) {
      try {
        await file.write(Buffer.alloc(size, 7));
        await file.sync();
      } catch {
        break;
      }
    }
  await file.close();
}
