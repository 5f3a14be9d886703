// cspell:disable -- an invoice, as printed
import type { TestCompany } from '@readout/database/testing';
import { madeByOthers } from '@readout/e-invoice/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePdf } from '../testing/documents.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { startWorker } from './start-worker.ts';

let server: TestServer;
let worker: Awaited<ReturnType<typeof startWorker>>;
let company: TestCompany;
let who: Record<string, string>;
beforeAll(async () => {
  server = await startTestServer({ plugins: ['invoice'] });
  const { database, store, originals, queue, plugins, versions, state } = server;
  worker = await startWorker({
    deps: { db: database.app, platform: database.platform, store, originals, queue, plugins, versions },
    concurrency: 1,
    threads: 2,
    state,
    log: { info: () => {}, warn: () => {}, error: () => {} },
  });
  await worker.warm;
  company = await database.createCompany({ members: ['operator'] });
  who = server.as(company);
  const [{ manifest }] = server.firstParty as [TestServer['firstParty'][number]];
  // A rule that confirms whatever is beyond doubt.
  await database.asOwner((client) =>
    client.query(
      'insert into app.installations (company_id, plugin_id, version, position, auto_confirm_confidence) values ($1, $2, $3, 0, 0.7)',
      [company.companyId, manifest.id, manifest.version],
    ),
  );
});
afterAll(async () => {
  await worker?.stop(2000);
  await server?.close();
});

async function send(bytes: Uint8Array, name: string): Promise<string> {
  const data = new FormData();
  data.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), name);
  const response = await server.fetch('/captures', who, { method: 'POST', body: data });
  expect(response.status).toBe(201);
  return (await response.json()).capture.id;
}
const get = async (id: string) => (await server.fetch(`/captures/${id}`, who)).json();
async function done(id: string) {
  await expect.poll(async () => (await get(id)).page.state).toMatch(/^(read|failed)$/);
  return get(id);
}

const printedInvoice = (total = '464,05') => `Nordwerk Pumpen GmbH, Kaistrasse 4, 24103 Kiel

Rechnung

Rechnungsnummer: RE-2026-0042
Rechnungsdatum: 12.10.2026
Netto   395,00
Umsatzsteuer   69,05
Gesamtbetrag   ${total} EUR
IBAN DE89 3704 0044 0532 0130 00`;

test('an e-invoice in a PDF is what its record rests on, compared with the page and given to programs as such', async () => {
  const made = await madeByOthers('CII');
  const xml = { name: 'factur-x.xml', text: made.replaceAll('Pumpen &amp; Söhne', 'Pumpen') };
  const recordOf = async (id: string) => {
    const { records } = await get(id);
    expect(records).toHaveLength(1);
    return (await server.fetch(`/records/${records[0].id}`, who)).json();
  };
  const same = await send(makePdf([printedInvoice()], [xml]), 'invoice.pdf');
  const read = await done(same);
  expect(read.reading.files).toMatchObject([{ id: 'f0', name: 'factur-x.xml', format: 'CII D16B' }]);
  const confirmed = await recordOf(same);
  const { total, iban, items } = confirmed.fields;
  expect(total).toMatchObject({
    kind: 'seen',
    value: '464.05',
    evidence: [
      { kind: 'file', page: 1, file: 'f0', path: expect.stringMatching(/GrandTotalAmount$/) },
      { kind: 'pixels', page: 1, box: expect.any(Array) },
    ],
  });
  const { from, to } = total.evidence[0];
  expect(Buffer.from(xml.text).subarray(from, to).toString()).toBe('464.05');
  expect(total.checks).toContainEqual({
    name: 'matches-page',
    passed: true,
    reason: 'The page shows the same.',
    by: 'host',
  });
  expect(iban).toMatchObject({ value: 'DE89370400440532013000' });
  expect(items.value).toHaveLength(3);
  expect(confirmed.state).toBe('confirmed');

  const altered = await send(makePdf([printedInvoice('564,05')], [xml]), 'altered.pdf');
  await done(altered);
  const { state, fields } = await recordOf(altered);
  expect(state).toBe('needs_review');
  expect(fields.total.value).toBe('464.05');
  expect(fields.total.checks.filter(({ passed }: { passed: boolean }) => !passed)).toMatchObject([
    { name: 'matches-page', reason: 'The file says 464.05, the page shows 564,05 EUR.', by: 'host' },
  ]);

  const broken = await send(
    makePdf([printedInvoice()], [{ name: 'factur-x.xml', text: '<!DOCTYPE a><a/>' }]),
    'broken.pdf',
  );
  const page = await done(broken);
  expect(page.reading.refusedFiles).toMatchObject([{ name: 'factur-x.xml', code: 'doctype' }]);
  expect((await recordOf(broken)).fields.total.evidence).toMatchObject([{ kind: 'pixels' }]);
});
