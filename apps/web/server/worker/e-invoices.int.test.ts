// cspell:disable -- invoices, as printed and as files
import type { TestCompany } from '@readout/database/testing';
import { madeByOthers } from '@readout/e-invoice/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePdf } from '../testing/documents.ts';
import { makeJpeg } from '../testing/pictures.ts';
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

const root = 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2';
/** A UBL invoice as the credit note of the same. */
const asCreditNote = (ubl: string) =>
  ubl
    .replace(root, root.replace('Invoice-2', 'CreditNote-2'))
    .replaceAll(/(<\/?(?:ubl:)?)Invoice(?=[\s>])/g, '$1CreditNote')
    .replaceAll('InvoiceLine', 'CreditNoteLine')
    .replaceAll('InvoicedQuantity', 'CreditedQuantity')
    .replaceAll('InvoiceTypeCode', 'CreditNoteTypeCode')
    .replace('>380<', '>381<');
const enveloped = (ubl: string) =>
  `<StandardBusinessDocument xmlns="http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader"><StandardBusinessDocumentHeader><HeaderVersion>1.0</HeaderVersion></StandardBusinessDocumentHeader>${ubl.replace(/^<\?xml[^>]*>/, '')}</StandardBusinessDocument>`;

test.each([
  ['UBL', 12, (xml: string) => xml, '464.05'],
  ['CII', 13, (xml: string) => xml, '464.05'],
  ['a UBL credit note', 14, asCreditNote, '-464.05'],
  ['UBL in the Peppol envelope', 15, enveloped, '464.05'],
  ['UTF-16', 16, (xml: string) => `\ufeff${xml.replace(/encoding="[^"]*"/, 'encoding="UTF-16"')}`, '464.05'],
])(
  '%s alone is a capture: its page is drawn, its values are those of the file',
  async (name, day, changed, total) => {
    // Another number and day each: what repeats a confirmed invoice is held back.
    const made = await madeByOthers(name === 'CII' ? 'CII' : 'UBL');
    const xml = changed(
      made
        .replaceAll('RE-2026-0042', `RE-2026-00${day}`)
        .replaceAll('2026-10-12', `2026-10-${day}`)
        .replaceAll('20261012', `202610${day}`),
    );
    const bytes = Buffer.from(xml, name === 'UTF-16' ? 'utf16le' : 'utf8');
    const id = await send(bytes, 'invoice.jpg');
    const { page, reading, records, pages } = await done(id);
    expect(page).toMatchObject({ state: 'read', mediaType: 'application/xml' });
    expect(pages).toHaveLength(1);
    expect(reading.files).toMatchObject([{ id: 'f0', isDocument: true }]);
    const lines = reading.lines.map(({ text }: { text: string }) => text).join('\n');
    expect(lines).toMatch(/Aus der E-Rechnung gezeichnet/);
    expect(lines).toMatch(/Nordwerk Pumpen & Söhne GmbH/);
    expect(reading.disagreements ?? []).toEqual([]);
    expect(records).toHaveLength(1);
    const { state, fields } = await (await server.fetch(`/records/${records[0].id}`, who)).json();
    expect(state).toBe('confirmed');
    expect(
      Object.fromEntries(Object.entries<{ value: unknown }>(fields).map(([key, { value }]) => [key, value])),
    ).toMatchObject({
      supplier: 'Nordwerk Pumpen & Söhne GmbH',
      number: `RE-2026-00${day}`,
      date: `2026-10-${day}`,
      total,
      iban: 'DE89370400440532013000',
      items: [{ text: 'Pump service', unit: 'HUR' }, { text: 'Filter' }, { text: 'Handbook' }],
    });
    const checks = Object.values<{ checks: { name: string; passed: boolean }[] }>(fields).flatMap(
      (field) => field.checks,
    );
    expect(checks.filter(({ passed }) => !passed)).toEqual([]);
    expect(checks.map((check) => check.name)).not.toContain('matches-page');
    expect(fields.iban.evidence).toMatchObject([
      { kind: 'file', file: 'f0' },
      { kind: 'pixels', page: 1 },
    ]);
    const original = await server.fetch(`/captures/${id}/original`, who);
    expect(Buffer.from(await original.arrayBuffer()).equals(bytes)).toBe(true);
    expect(original.headers.get('content-type')).toBe('application/xml');
    expect(original.headers.get('x-content-type-options')).toBe('nosniff');
    expect(original.headers.get('content-disposition')).toMatch(/^attachment/);
    expect((await server.fetch(`/captures/${id}/thumbnail`, who)).headers.get('content-type')).toBe(
      'image/webp',
    );
  },
);

test.each([
  ['CZ', 'Kováč, Příliš & žluťoučký kůň s.r.o.', 'Křížkovského Újezd'],
  ['PL', 'Żółw i Gęś Źródło Spółka z o.o.', 'Świnoujście'],
  ['HU', 'Kővágószőlősi Fűtéstechnika Kft.', 'Hódmezővásárhely'],
  ['RO', 'Întreținere și Țiglă București S.R.L.', 'Târgoviște'],
  ['GR', 'Ωμέγα Υδραυλικά Ελλάδος Α.Ε.', 'Θεσσαλονίκη'],
  ['BG', 'Зоя и Здравко – Хидравлика ЕООД', 'Стара Загора'],
])('an invoice of %s is drawn in its own letters', async (country, supplier, city) => {
  const made = await madeByOthers('UBL');
  const xml = made
    .replaceAll('Nordwerk Pumpen &amp; Söhne GmbH', supplier.replace('&', '&amp;'))
    .replace('>Kiel<', `>${city}<`)
    .replaceAll('RE-2026-0042', `RE-${country}`);
  const { reading, records } = await done(await send(Buffer.from(xml), `${country}.xml`));
  const lines = reading.lines.map(({ text }: { text: string }) => text);
  expect(lines).toEqual(expect.arrayContaining([supplier, `24103 ${city}`]));
  expect(reading.disagreements ?? []).toEqual([]);
  const { fields } = await (await server.fetch(`/records/${records[0].id}`, who)).json();
  expect(fields.supplier).toMatchObject({
    value: supplier,
    evidence: [{ kind: 'file' }, { kind: 'pixels' }],
  });
});

/** An element for each file, in the syntax of the invoice. */
const attached = {
  UBL: (type: string, name: string, content: string) =>
    `<cac:AdditionalDocumentReference><cbc:ID>${name}</cbc:ID><cac:Attachment><cbc:EmbeddedDocumentBinaryObject mimeCode="${type}" filename="${name}">${content}</cbc:EmbeddedDocumentBinaryObject></cac:Attachment></cac:AdditionalDocumentReference>`,
  CII: (type: string, name: string, content: string) =>
    `<ram:AdditionalReferencedDocument><ram:IssuerAssignedID>${name}</ram:IssuerAssignedID><ram:TypeCode>916</ram:TypeCode><ram:AttachmentBinaryObject mimeCode="${type}" filename="${name}">${content}</ram:AttachmentBinaryObject></ram:AdditionalReferencedDocument>`,
};
const endOfHead = { UBL: '<cac:AccountingSupplierParty>', CII: '</ram:ApplicableHeaderTradeAgreement>' };

test.each(['UBL', 'CII'] as const)(
  'files in %s are pages behind the drawn one, of which no record is made, and a broken one is said',
  async (syntax) => {
    const number = `RE-files-${syntax}`;
    // The invoice itself once more, with another total, and a list of hours.
    const printed = printedInvoice('999,99').replace('RE-2026-0042', number);
    const pdf = makePdf([printed, 'Hours of September']).toString('base64');
    const files: [type: string, name: string, content: string][] = [
      ['application/pdf', 'invoice.pdf', pdf],
      ['application/pdf', 'broken.pdf', Buffer.from('%PDF-1.4 and no more').toString('base64')],
      ['application/pdf', 'letters.pdf', '%%%'],
      ['text/csv', 'hours.csv', 'YTti'],
      ['image/jpeg', 'site.jpg', (await makeJpeg(7, 'SITE 7')).toString('base64')],
    ];
    const made = (await madeByOthers(syntax)).replaceAll('RE-2026-0042', number);
    const end = endOfHead[syntax];
    const added = files.map((file) => attached[syntax](...file)).join('');
    const xml = made.replace(end, `${added}${end}`);
    const id = await send(Buffer.from(xml), 'invoice.xml');
    await expect
      .poll(async () => (await get(id)).pages.map(({ state }: { state: string }) => state))
      .toEqual(['read', 'read', 'read', 'read']);
    const { reading, pages, records } = await get(id);
    expect(reading.page.of).toBe(4);
    expect(reading.refusedFiles).toMatchObject([
      { name: 'broken.pdf', code: 'not_shown', reason: expect.stringMatching(/damaged/) },
      { name: 'letters.pdf', code: 'not_shown' },
    ]);
    expect(records).toHaveLength(1);
    const { fields } = await (await server.fetch(`/records/${records[0].id}`, who)).json();
    expect([fields.number.value, fields.total.value]).toEqual([number, '464.05']);
    const failed = Object.values<{ checks: { passed: boolean }[] }>(fields).flatMap(({ checks }) =>
      checks.filter(({ passed }) => !passed),
    );
    expect(failed).toEqual([]);
    const others = await Promise.all(pages.slice(1).map((page: { id: string }) => get(page.id)));
    expect(others.map((page) => [page.reading.attachment, page.reading.page.number])).toEqual([
      ['invoice.pdf', 2],
      ['invoice.pdf', 3],
      ['site.jpg', 4],
    ]);
    const textOf = (page: { reading: { lines: { text: string }[] } }) =>
      page.reading.lines.map(({ text }) => text).join('\n');
    expect(textOf(others[0])).toMatch(/Gesamtbetrag\s+999,99 EUR/);
    expect(textOf(others[1])).toBe('Hours of September');
    expect(textOf(others[2])).toMatch(/SITE 7/);
    expect((await server.fetch(`/captures/${pages[3].id}/thumbnail`, who)).status).toBe(200);
  },
);

test('XML that is no e-invoice, or no good one, is refused by name', async () => {
  const ubl = await madeByOthers('UBL');
  const declared = (text: string) => `<?xml version="1.0"?>${text}`;
  const bad: [code: string, bytes: Buffer][] = [
    ['xml.other_document', Buffer.from(declared('<rss version="2.0"><channel/></rss>'))],
    ['xml.other_document', Buffer.from(ubl.replace(root, `${root}9`))],
    [
      'xml.doctype',
      Buffer.from(declared('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>')),
    ],
    ['xml.not_xml', Buffer.from(ubl.slice(0, -40))],
    ['xml.encoding', Buffer.from(ubl.replace(/encoding="[^"]*"/, 'encoding="ISO-8859-1"'))],
    ['xml.too_deep', Buffer.from(declared(`${'<a>'.repeat(1000)}${'</a>'.repeat(1000)}`))],
    ['xml.too_many_elements', Buffer.from(declared(`<a>${'<b/>'.repeat(250_000)}</a>`))],
  ];
  for (const [code, bytes] of bad) {
    const { page, records } = await done(await send(bytes, 'invoice.xml'));
    expect([page.state, page.failureCode, records]).toEqual(['failed', code, []]);
  }
  const data = new FormData();
  data.set('file', new Blob([ubl, ' '.repeat(10 * 1024 * 1024)]), 'large.xml');
  const large = await server.fetch('/captures', who, { method: 'POST', body: data });
  expect([large.status, (await large.json()).code]).toEqual([413, 'xml.too_large']);
});
