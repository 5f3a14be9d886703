// cspell:disable -- invented names and values
/**
 * Kinds whose values have one line in the example and several on other documents, or the other way round; and what
 * stands below a value and is none of it.
 */
import { type DocumentKind, date, field, int, pick } from './drawn-document.ts';

const short = {
  firms: ['Lund AB', 'Toller', 'Brix Ltd', 'Quist & Co'],
  work: ['Inspected', 'Filter changed', 'No fault found'],
  streets: ['4 Dock Road', '19 High Street'],
};
const long = {
  firms: [
    'Whittaker and Lindqvist Precision Castings Manufacturing Company Limited',
    'Consolidated Northern Fisheries and Cold Storage Holdings',
    'Institute for Applied Surface Chemistry of the University of Ravensmoor',
    'Bergstrom Hydraulics, Pneumatics and Industrial Controls Wholesale',
  ],
  work: [
    'Rear axle seal leaking, replaced with new part and tested under load for twenty minutes without loss of oil',
    'Display stays dark after start, ribbon cable reseated, firmware loaded again and all keys tried one by one',
    'Noise from the gearbox traced to worn bearing, customer informed and spare part ordered from the maker',
    'Handle broken off at the hinge, both screws sheared',
  ],
  streets: [
    'Unit 14b, Old Ropeworks Business Park, Harbour Approach Road',
    'Third floor, Kingfisher House, 280 Upper Mill Lane',
  ],
};

export const wrappedKinds: Record<string, DocumentKind> = {
  'repair ticket': {
    width: 760,
    height: 720,
    html: (random, _, isExample) => {
      const of = isExample ? short : long;
      return `<style>body{font:20px/1.35 'DejaVu Sans'}main{padding:44px}.g{display:grid;grid-template-columns:190px 330px;row-gap:18px;margin-top:24px}</style>
<h2>Workshop repair ticket</h2><div class=g><b>Ticket</b>${field('ticket', `RT-${int(random, 1000, 99_999)}`)}
<b>Customer</b>${field('customer', pick(random, of.firms))}<b>Taken in</b>${field('day', date(random, 'long'))}
<b>Fault found</b>${field('fault', pick(random, of.work))}<b>Bench</b>${field('bench', String(int(random, 1, 30)))}</div>
<p style="margin-top:50px">Collect within four weeks</p>`;
    },
  },
  'visitor pass': {
    width: 560,
    height: 560,
    html: (random, _, isExample) => {
      const of = isExample ? short : long;
      return `<style>body{font:19px/1.3 'DejaVu Serif'}main{padding:36px}small{font:13px 'DejaVu Sans';display:block;margin-top:20px}div{width:300px}</style>
<h2>Visitor pass</h2><small>VISITOR NUMBER</small><div>${field('number', String(int(random, 100, 9999)))}</div>
<small>COMPANY</small><div>${field('company', pick(random, of.firms))}</div>
<small>ADDRESS</small><div>${field('street', pick(random, of.streets))}</div>
<small>VALID ON</small><div>${field('day', date(random, 'uk'))}</div><p>Wear this pass where it can be seen</p>`;
    },
  },
  'incident log': {
    width: 820,
    height: 560,
    html: (random, _, isExample) => {
      const of = isExample ? short : long;
      return `<style>body{font:20px/1.4 'DejaVu Sans'}main{padding:48px}</style><h2>Incident log of the night watch</h2>
<p>Date: ${field('day', date(random, 'iso'))}</p><p>Action taken: ${field('action', pick(random, of.work))}</p>
<p>Reported to: ${field('to', pick(random, short.firms))}</p><p>Signed by the officer on duty</p>`;
    },
  },
  'two column form': {
    width: 1000,
    height: 460,
    html: (random, _, isExample) => {
      const of = isExample ? short : long;
      return `<style>body{font:18px/1.35 'DejaVu Sans'}main{padding:40px}.g{display:grid;grid-template-columns:120px 300px 120px 300px;gap:16px 12px;margin-top:20px}</style>
<h2>Transfer of equipment</h2><div class=g><span>From:</span>${field('from', pick(random, of.firms))}<span>To:</span>${field('to', pick(random, of.firms))}
<span>Item:</span>${field('item', pick(random, ['Pallet truck', 'Scale', 'Pump']))}<span>Asset no.:</span>${field('asset', String(int(random, 10_000, 99_999)))}
<span>Reason:</span>${field('reason', pick(random, of.work))}<span>Date:</span>${field('day', date(random, 'uk'))}</div><p>Both sides keep a copy of this form</p>`;
    },
  },
  'two lines to one': {
    width: 760,
    height: 620,
    html: (random, _, isExample) => {
      const of = isExample ? long : short;
      return `<style>body{font:20px/1.35 'DejaVu Sans'}main{padding:44px}.g{display:grid;grid-template-columns:190px 330px;row-gap:12px;margin-top:24px}</style>
<h2>Key handover receipt</h2><div class=g><b>Tenant</b>${field('tenant', pick(random, of.firms))}<b>Flat</b><span>${int(random, 1, 90)}${pick(random, ['A', 'B', 'C'])}</span>
<b>Object</b>${field('object', pick(random, of.streets))}<b>Keys</b>${field('keys', String(int(random, 1, 12)))}</div>
<p style="margin-top:50px">Lost keys are charged to the tenant</p>`;
    },
  },
  // What follows is no part of the value: another size, a wider step, a sum, or words that had room above.
  'others below': {
    width: 760,
    height: 640,
    html: (random, _, isExample) => {
      const of = isExample ? short : { ...short, firms: long.firms };
      const note = (text: string) => (isExample ? '' : text);
      return `<style>body{font:20px/1.3 'DejaVu Sans'}main{padding:44px}.g{display:grid;grid-template-columns:190px 330px;row-gap:26px;margin-top:24px}small{font-size:12px;display:block}.s{display:block;margin-top:14px}</style>
<h2>Sample submission</h2><div class=g><b>Sender</b><span>${field('sender', pick(random, of.firms))}${note('<small>customer since 2011, pays monthly</small>')}</span>
<b>Material</b><span>${field('material', pick(random, ['Steel', 'Brass', 'Rubber']))}${note('<span class=s>offcut kept</span>')}</span>
<b>Test</b><span>${field('test', pick(random, ['Hardness', 'Tensile']))}${note('<br>as agreed with the laboratory')}</span>
<b>Number</b>${field('number', `S-${int(random, 1000, 99_999)}`)}</div><p style="margin-top:40px">Samples are kept for one year</p>`;
    },
  },
};
