// cspell:ignore rados radosgw monmap monmaptool fsid chooseleaf objectstore memstore asok addv mkfs
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { connectBucket } from '../bucket.ts';
import type { BucketSettings } from '../store-location.ts';

const run = promisify(execFile);
const programs = ['ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin', 'monmaptool', 'ceph'];
const lookEveryMs = 200;
const untilAnswerMs = 120_000;

/** Ceph's S3 server on a cluster of one machine that keeps everything in memory. @throws Error that says how to install it */
export async function startRadosGateway(): Promise<{ settings: BucketSettings; close(): Promise<void> }> {
  if (!programs.every((name) => existsSync(`/usr/bin/${name}`)))
    throw new Error('This needs Ceph: sudo apt-get install -y ceph-mon ceph-osd radosgw');
  const folder = await mkdtemp(join(tmpdir(), 'readout-ceph-'));
  const [monitorPort, port] = [await freePort(), await freePort()];
  const fsid = randomUUID();
  const config = join(folder, 'ceph.conf');
  await writeFile(
    config,
    `[global]
fsid = ${fsid}
mon host = v2:127.0.0.1:${monitorPort}
public addr = 127.0.0.1
cluster addr = 127.0.0.1
auth cluster required = none
auth service required = none
auth client required = none
ms cluster mode = crc
ms service mode = crc
ms client mode = crc
ms mon cluster mode = crc
ms mon service mode = crc
ms mon client mode = crc
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
osd objectstore = memstore
memstore device bytes = 2147483648
mon allow pool size one = true
mon data = ${folder}/mon
mon data avail crit = 1
osd data = ${folder}/osd
osd max object name len = 1024
run dir = ${folder}
admin socket = ${folder}/$name.$pid.asok
log file = ${folder}/$name.log
keyring = ${folder}/keyring
[client.rgw.test]
rgw frontends = beast endpoint=127.0.0.1:${port}
rgw data = ${folder}/rgw
rgw thread pool size = 32
rgw enable apis = s3
rgw enable usage log = false
rgw enable ops log = false
`,
  );
  await writeFile(join(folder, 'keyring'), '');
  for (const name of ['mon', 'osd', 'rgw']) await mkdir(join(folder, name));
  const children: ChildProcess[] = [];
  const close = async () => {
    for (const child of children.reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
  };
  const start = (name: string, ...args: string[]) => {
    children.push(spawn(name, [...args, '-c', config, '-f'], { stdio: 'ignore' }));
  };
  const admin = (name: string, ...args: string[]) => run(name, [...args, '-c', config]);
  try {
    const map = join(folder, 'monmap');
    await run('monmaptool', [
      '--create',
      '--fsid',
      fsid,
      '--addv',
      'a',
      `[v2:127.0.0.1:${monitorPort}]`,
      map,
    ]);
    await admin('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map);
    start('ceph-mon', '-i', 'a');
    const osd = randomUUID();
    await admin('ceph', 'osd', 'new', osd);
    await admin('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', osd);
    start('ceph-osd', '-i', '0');
    const credentials = { accessKeyId: 'key', secretAccessKey: 'secret of the key' };
    await admin(
      'radosgw-admin',
      'user',
      'create',
      '--uid=readout',
      '--display-name=Readout',
      `--access-key=${credentials.accessKeyId}`,
      `--secret-key=${credentials.secretAccessKey}`,
    );
    start('radosgw', '-n', 'client.rgw.test');
    const settings: BucketSettings = {
      bucket: 'pictures',
      prefix: 'readout',
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      isPathStyle: true,
      encryption: undefined,
      credentials,
    };
    await untilItAnswers(settings.endpoint!);
    const client = connectBucket(settings);
    await client.send(new CreateBucketCommand({ Bucket: settings.bucket }));
    client.destroy();
    return { settings, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function untilItAnswers(address: string): Promise<void> {
  for (const startedAt = performance.now(); ; ) {
    try {
      await fetch(address);
      return;
    } catch (error) {
      if (performance.now() - startedAt > untilAnswerMs) throw error;
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
