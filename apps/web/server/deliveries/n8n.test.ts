import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { signatureOf } from '@readout/store/webhook-signature';
import { expect, test } from 'vitest';
import { rootFolder } from '../config.ts';
import { sampleEvent } from './sample-event.ts';

interface Node {
  name: string;
  type: string;
  parameters: Record<string, unknown>;
}
interface Workflow {
  nodes: Node[];
  connections: Record<string, { main: { node: string; type: string; index: number }[][] }>;
}

const workflow = JSON.parse(
  readFileSync(path.join(rootFolder, 'docs', 'guides', 'readout-to-n8n.json'), 'utf8'),
) as Workflow;
const nodeNamed = (name: string) => workflow.nodes.find((node) => node.name === name)!;
const next = (name: string) => workflow.connections[name]!.main.map((ways) => ways.map(({ node }) => node));

const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const other = `whsec_${Buffer.alloc(24, 8).toString('base64')}`;
const id = 'f3b6b0f4-1c7e-4a52-9a7e-5f0a43a3c001';

/** A request as the first node hands it on. */
function received(text: string, secrets: string[], at = Date.now()) {
  const seconds = Math.floor(at / 1000);
  return {
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': secrets.map((each) => signatureOf(each, id, seconds, text)).join(' '),
    },
    body: Buffer.from(text),
  };
}

/** Runs the code of the node as n8n does, with the little that it gives it. */
async function check({ headers, body }: ReturnType<typeof received>) {
  const code = String(nodeNamed('Check the signature').parameters.jsCode);
  expect(code).toContain("'whsec_…'");
  const context = createContext({
    Buffer,
    $input: { first: () => ({ json: { headers } }) },
    helpers: {
      getBinaryDataBuffer: async (item: number, property: string) =>
        item === 0 && property === 'data' ? body : undefined,
    },
  });
  const own = code.replace("'whsec_…'", `'${secret}'`);
  const items: { json: Record<string, unknown> }[] = await runInContext(
    `(async function VmCodeWrapper() {${own}\n})()`,
    context,
  );
  expect(items).toHaveLength(1);
  return items[0]!.json;
}

test('every node is of n8n itself, has a name of its own, and leads to nodes that are there', () => {
  const names = workflow.nodes.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { type } of workflow.nodes) expect(type).toMatch(/^n8n-nodes-base\.\w+$/);
  for (const [from, { main }] of Object.entries(workflow.connections)) {
    expect(names).toContain(from);
    for (const { node, type } of main.flat()) expect([names.includes(node), type]).toEqual([true, 'main']);
  }
});

test('from the webhook it leads over the signature to a record that comes once, and refuses all else', () => {
  const webhook = nodeNamed('Readout').parameters;
  expect(webhook).toMatchObject({
    httpMethod: 'POST',
    responseMode: 'responseNode',
    options: { rawBody: true },
  });
  expect(next('Readout')).toEqual([['Check the signature']]);
  expect(next('Check the signature')).toEqual([['Is it from Readout?']]);
  expect(next('Is it from Readout?')).toEqual([['Say that it arrived'], ['Refuse it']]);
  expect(nodeNamed('Say that it arrived').parameters.options).toEqual({ responseCode: 204 });
  expect(nodeNamed('Refuse it').parameters.options).toEqual({ responseCode: 401 });
  expect(next('Say that it arrived')).toEqual([['Each event once']]);
  expect(nodeNamed('Each event once').parameters.dedupeValue).toBe('={{ $json.id }}');
  expect(next('Each event once')).toEqual([['Use the record']]);
});

test('its code takes what our signer signed, and hands on the event', async () => {
  const text = JSON.stringify(sampleEvent);
  const event = JSON.parse(text);
  expect(await check(received(text, [secret]))).toEqual({
    isOurs: true,
    id,
    type: event.type,
    timestamp: event.timestamp,
    sequence: event.sequence,
    ...event.data,
  });
  // For a day after the secret was rotated.
  expect(await check(received(text, [other, secret]))).toMatchObject({ isOurs: true });
  // Every length of the last block of the hash.
  for (let more = 0; more <= 64; more++)
    expect(
      await check(received(JSON.stringify({ data: {}, more: 'ä'.repeat(more) }), [secret])),
    ).toMatchObject({
      isOurs: true,
    });
});

test('its code refuses what was changed, signed by somebody else, not signed, or recorded long ago', async () => {
  const text = JSON.stringify(sampleEvent);
  const good = received(text, [secret]);
  const refused = { isOurs: false };
  expect(await check({ ...good, body: Buffer.from(text.replace('1', '2')) })).toEqual(refused);
  expect(await check({ ...good, headers: { ...good.headers, 'webhook-id': 'another' } })).toEqual(refused);
  expect(await check(received(text, [other]))).toEqual(refused);
  expect(await check(received(text, []))).toEqual(refused);
  expect(await check(received(text, [secret], Date.now() - 600_000))).toEqual(refused);
  expect(await check({ ...good, headers: {} as typeof good.headers })).toEqual(refused);
});
