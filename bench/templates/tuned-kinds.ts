// cspell:disable -- invented names and values
/** Kinds of documents that templates were developed with. */
import { type DocumentKind, date, field, int, money, pick } from './drawn-document.ts';

const firms = [
  'Miller & Co',
  'Hansen and Sons Trading Company Ltd',
  'Orbit Tools GmbH',
  'Nordlicht Handels KG',
  'Bell',
  'Pacific Parts Incorporated',
  'Ostrava Steel s.r.o.',
];
const people = ['A. Weber', 'Joanna Kowalska', 'Li Wei', 'Bartholomew Featherstone', 'M. Osei', 'Ida Lund'];
const goods = [
  'Hex bolt M8x40',
  'Washer M8',
  'Bearing 6204',
  'Gasket set',
  'Cable tie 200 mm',
  'Drive belt XPZ 1250',
  'Filter cartridge',
  'Grease 400 g',
  'Valve DN25',
  'O-ring kit',
];
const streets = [
  '12 Harbour Road',
  'Lindenstrasse 4',
  '7a Upper Mill Lane',
  'Box 1190',
  '230 West 14th Street',
];
const towns = ['Bristol BS1 4ND', '20095 Hamburg', 'Leeds LS2 7EW', '411 03 Gothenburg', 'Austin, TX 78701'];

export const tunedKinds: Record<string, DocumentKind> = {
  'delivery note': {
    width: 900,
    height: 1150,
    html: (random) => {
      const count = int(random, 2, 7);
      return `<style>body{font:19px/1.35 'DejaVu Sans'}main{padding:56px}table{width:100%;border-collapse:collapse;margin:34px 0}th{text-align:left;border-bottom:2px solid #333;padding:7px 4px}td{padding:7px 4px}.r{text-align:right}.g{display:grid;grid-template-columns:170px 1fr 150px 1fr;row-gap:10px;margin-top:30px}</style>
<h2>Brightwell Components</h2>
<h1>Delivery note</h1><div class=g><b>Note no.</b>${field('note', `DN-${int(random, 1000, 99999)}`)}
<b>Date</b>${field('date', date(random, 'long'))}
<b>Customer</b>${field('customer', pick(random, firms))}
<b>Your order</b>${field('order', String(int(random, 100000, 9999999)))}
<b>Driver</b>${field('driver', pick(random, people))}
<b>Pallets</b>${field('pallets', String(int(random, 1, 24)))}</div>
<table data-table=items><thead><tr><th>Article<th>Description<th class=r>Qty<th class=r>Weight</tr></thead><tbody>${Array.from({ length: count }, () => `<tr data-row><td data-cell=article>${int(random, 10000, 99999)}<td data-cell=description>${pick(random, goods)}<td class=r data-cell=qty>${int(random, 1, 400)}<td class=r data-cell=weight>${(random() * 90).toFixed(1)}</tr>`).join('')}</tbody></table><p><b>Total weight</b> ${field('total', `${(random() * 500).toFixed(1)} kg`)}</p>
<p style="margin-top:70px">Received in good order and condition</p>
<p>Goods remain our property until paid in full</p>`;
    },
  },
  'handover record': {
    width: 940,
    height: 760,
    html: (random) => {
      const cell = (name: string, label: string, value: string, span: number) =>
        `<div style="grid-column:span ${span}"><small>${label}</small>${field(name, value)}</div>`;
      return `<style>body{font:22px 'DejaVu Sans'}main{padding:40px}.g{display:grid;grid-template-columns:repeat(6,1fr);border:1px solid #222}.g div{border:1px solid #222;padding:6px 8px 10px;min-height:62px}small{display:block;font-size:13px;margin-bottom:6px}</style>
<h2>VEHICLE HANDOVER RECORD</h2>
<div class=g>${cell('plate', 'Registration number', `${pick(random, ['AB', 'KX', 'WR'])}${int(random, 10, 99)} ${pick(random, ['LMN', 'QRT', 'XYZ'])}`, 2)}
${cell('model', 'Make and model', pick(random, ['Volvo FH16', 'Ford Transit Custom', 'MAN TGX', 'Renault Master']), 4)}
${cell('driver', 'Name of driver', pick(random, people), 3)}
${cell('day', 'Date of handover', date(random, 'iso'), 3)}
${cell('out', 'Mileage out', String(int(random, 1000, 290000)), 2)}
${cell('fuel', 'Fuel level', pick(random, ['1/4', '1/2', '3/4', 'full']), 2)}
${cell('time', 'Time', `${String(int(random, 6, 19)).padStart(2, '0')}:${String(int(random, 0, 59)).padStart(2, '0')}`, 2)}
${cell('notes', 'Damage observed', pick(random, ['none', 'scratch on left door', 'windscreen chipped, mirror loose', 'bumper dented']), 6)}</div><p>Keys and papers were handed over complete.</p>
<p style="margin-top:60px">Signature of driver</p>`;
    },
  },
  'parcel label': {
    width: 620,
    height: 820,
    html: (
      random,
    ) => `<style>body{font:22px/1.3 'DejaVu Sans'}main{padding:26px}b.s{font-size:15px;display:block}hr{border:1px solid #000}.big{font-size:36px;font-weight:700}</style>
<b>NORDPAK EXPRESS PARCEL</b>
<hr>
<b class=s>SENDER</b><div>${pick(random, firms)}<br>${pick(random, streets)}</div>
<hr>
<b class=s>CONSIGNEE</b><div data-field="to" style="font-size:26px">${pick(random, people)}<br>${pick(random, firms)}<br>${pick(random, streets)}<br>${pick(random, towns)}</div>
<hr>
<b class=s>SHIPMENT NO</b><div class=big>${field('shipment', `NP${int(random, 100000000, 999999999)}SE`)}</div>
<hr><div style="display:grid;grid-template-columns:1fr 1fr 1fr"><div>
<b class=s>WEIGHT</b>${field('weight', `${(random() * 30).toFixed(1)} kg`)}</div>
<div>
<b class=s>PIECE</b>${field('piece', `${int(random, 1, 3)} / ${int(random, 3, 9)}`)}</div>
<div>
<b class=s>ROUTE</b>${field('route', `${pick(random, ['GOT', 'HAM', 'OSL'])}-${int(random, 1, 99)}`)}</div></div>
<hr>
<b class=s>HANDLE WITH CARE</b>`,
  },
  'machine screen': {
    width: 1000,
    height: 640,
    isScreen: true,
    html: (random) => {
      const cell = (name: string, label: string, value: string, unit: string) =>
        `<div><small>${label}</small><b>${field(name, value)}</b> <i>${unit}</i></div>`;
      return `<style>html,body{background:#0d1b24!important;color:#d8e8ee;font:20px 'DejaVu Sans'}main{padding:20px;background:#0d1b24!important}.g{display:grid;grid-template-columns:repeat(3,1fr);gap:14px}.g div{background:#16303d;padding:16px}small{display:block;color:#8fb3c1;font-size:16px}b{font-size:38px}i{font-style:normal;font-size:18px}</style>
<h3>Line 4 · Filler overview</h3><div class=g>${cell('speed', 'Speed', String(int(random, 80, 24000)), 'bph')}
${cell('temp', 'Product temperature', (random() * 90).toFixed(1), '°C')}
${cell('pressure', 'Tank pressure', (random() * 6).toFixed(2), 'bar')}
${cell('count', 'Bottles filled', String(int(random, 10, 99999)), 'pcs')}
${cell('rejects', 'Rejects', String(int(random, 0, 300)), 'pcs')}
${cell('eff', 'Efficiency', (60 + random() * 40).toFixed(1), '%')}</div><p>Batch ${field('batch', `L${int(random, 10000, 99999)}-${int(random, 1, 9)}`)} &nbsp; Operator ${field('operator', pick(random, people))}</p>
<p>Recipe: ${field('recipe', pick(random, ['Still water 0.5', 'Lemonade 0.33 sugar free', 'Cola 1.0']))}</p>`;
    },
  },
  'sterile sticker': {
    width: 640,
    height: 360,
    html: (random) => `<style>body{font:24px/1.45 'DejaVu Sans Mono'}main{padding:24px}</style>
<b>Sterile wound dressing</b><div>REF ${field('ref', `${int(random, 100, 999)}.${int(random, 1000, 9999)}`)} &nbsp; QTY ${field('qty', String(pick(random, [5, 10, 25, 100])))}</div>
<div>LOT: ${field('lot', `${pick(random, ['A', 'C', 'K'])}${int(random, 10000, 99999)}`)} &nbsp; EXP: ${field('exp', date(random, 'iso'))}</div>
<div>Size: ${field('size', `${int(random, 5, 20)} x ${int(random, 5, 30)} cm`)}</div>
<div>Single use only, keep dry</div>`,
  },
  receipt: {
    width: 460,
    height: 692,
    html: (random) => {
      const count = int(random, 1, 8);
      return `<style>body{font:21px/1.6 'DejaVu Sans Mono'}main{padding:24px}.l{display:flex;justify-content:space-between}.c{text-align:center}</style>
<div class=c>CORNER BAKERY</div>
<div class=c>8 Mill Street</div>
<div class=l><span>${field('date', date(random, 'uk'))}</span><span>${field('time', `${String(int(random, 7, 19)).padStart(2, '0')}:${String(int(random, 0, 59)).padStart(2, '0')}`)}</span></div>
<div>Receipt ${field('no', String(int(random, 1000, 99999)))}</div>
<hr><div data-table=items>${Array.from({ length: count }, () => `<div class=l data-row><span data-cell=text>${pick(random, ['White loaf', 'Rye bread', 'Croissant', 'Cheese roll', 'Flat white', 'Apple pie'])}</span><span data-cell=amount>${money(random, 20)}</span></div>`).join('')}</div>
<hr><div class=l><b>TOTAL</b><b>${field('total', `£${money(random, 90)}`)}</b></div>
<div class=l><span>CARD</span><span>${field('card', `${int(random, 1000, 9999)}`)}</span></div>
<div class=c>Thank you for your visit</div>`;
    },
  },
  'calibration certificate': {
    width: 900,
    height: 720,
    html: (random) => {
      const cell = (name: string, label: string, value: string) =>
        `<div><div style="min-height:30px;border-bottom:1px solid #333">${field(name, value)}</div><small>${label}</small></div>`;
      return `<style>body{font:23px 'DejaVu Serif'}main{padding:50px}.g{display:grid;grid-template-columns:1fr 1fr;gap:34px 60px;margin-top:40px}small{font-size:14px;color:#333}</style>
<h2>Certificate of calibration</h2>
<p>The instrument below was compared with traceable standards.</p><div class=g>${cell('instrument', 'Instrument', pick(random, ['Torque wrench 40-200', 'Caliper 150 mm', 'Pressure gauge 0-16 bar', 'Scale']))}
${cell('serial', 'Serial number', `${pick(random, ['TW', 'CP', 'PG'])}-${int(random, 1000, 999999)}`)}
${cell('owner', 'Owner of the instrument', pick(random, firms))}
${cell('date', 'Date of calibration', date(random, 'long'))}
${cell('tech', 'Technician', pick(random, people))}
${cell('due', 'Next calibration due', date(random, 'long'))}</div><p style="margin-top:60px">Valid only with the stamp of the laboratory</p>`;
    },
  },
  'insurance letter': {
    width: 880,
    height: 700,
    html: (random) => `<style>body{font:21px/1.5 'DejaVu Serif'}main{padding:60px}</style>
<h3>Harbour Insurance</h3><p>Claim reference ${field('claim', `HC/${int(random, 2024, 2026)}/${int(random, 100, 99999)}`)}</p>
<p>We received your claim on ${field('received', date(random, 'long'))} and will pay</p>
<p>${field('amount', `EUR ${money(random, 9000)}`)} to the account ending in ${field('account', String(int(random, 1000, 9999)))} within ${field('days', String(int(random, 3, 30)))} days.</p>
<p>Your policy ${field('policy', `P-${int(random, 10000, 9999999)}`)} remains in force.</p>
<p>Yours faithfully,<br>Claims department</p>`,
  },
  'motor plate': {
    width: 700,
    height: 430,
    html: (
      random,
    ) => `<style>html,body,main{background:#c9ccd0!important}body{font:21px/1.7 'DejaVu Sans'}main{padding:26px}.g{display:grid;grid-template-columns:110px 1fr 110px 1fr}</style>
<h3 style="margin:0">VOLTRA MOTORS</h3><p style="margin:4px 0">Three-phase induction motor</p><div class=g><span>Type</span>${field('type', `VM${int(random, 71, 315)}${pick(random, ['S', 'M', 'L'])}-${pick(random, [2, 4, 6])}`)}
<span>No.</span>${field('no', String(int(random, 100000, 99999999)))}
<span>Volt</span>${field('volt', `${pick(random, [230, 400, 690])} V`)}
<span>Amp</span>${field('amp', `${(random() * 90).toFixed(1)} A`)}
<span>Power</span>${field('power', `${(random() * 55).toFixed(2)} kW`)}
<span>Speed</span>${field('speed', `${int(random, 700, 2990)} rpm`)}
<span>cos phi</span>${field('cos', (0.6 + random() * 0.39).toFixed(2))}
<span>Year</span>${field('year', String(int(random, 1995, 2026)))}</div><p>Made in Sweden</p>`,
  },
  'customer screen': {
    width: 1100,
    height: 700,
    isScreen: true,
    html: (random) => {
      const cell = (name: string, label: string, value: string) =>
        `<div><label>${label}</label>${field(name, value)}</div>`;
      return `<style>body{font:15px/1.5 'DejaVu Sans'}main{padding:0}.n{background:#eef2f6;padding:12px 20px;display:flex;gap:30px}.g{padding:20px;display:grid;grid-template-columns:1fr 1fr;gap:18px 40px}label{color:#667;font-size:13px;display:block}</style>
<div class=n><b>Customers</b><span>Orders</span><span>Products</span><span>Reports</span></div><h2 style="padding-left:20px">${field('name', pick(random, firms))}</h2>
<div class=g>${cell('id', 'Customer ID', `C${int(random, 1000, 999999)}`)}
${cell('since', 'Customer since', date(random, 'long'))}
${cell('contact', 'Main contact', pick(random, people))}
${cell('phone', 'Phone', `+44 ${int(random, 1000, 9999)} ${int(random, 100000, 999999)}`)}
${cell('limit', 'Credit limit', `€${int(random, 1, 90)},000.00`)}
${cell('terms', 'Payment terms', pick(random, ['Net 30', 'Net 60', 'Prepaid', '14 days 2% discount']))}
${cell('address', 'Billing address', `${pick(random, streets)}<br>${pick(random, towns)}`)}
${cell('status', 'Status', pick(random, ['Active', 'On hold', 'Closed']))}</div>`;
    },
  },
  'time sheet': {
    width: 900,
    height: 820,
    html: (random) => {
      const count = int(random, 3, 7);
      return `<style>body{font:20px 'DejaVu Sans'}main{padding:44px}table{width:100%;border-collapse:collapse;margin-top:26px}td,th{border:1px solid #555;padding:8px;text-align:left}</style>
<h2>Weekly time sheet</h2>
<p>Employee: ${field('employee', pick(random, people))}</p>
<p>Week: ${field('week', `${int(random, 1, 52)}/${int(random, 2024, 2026)}`)} &emsp; Cost centre: ${field('cost', String(int(random, 1000, 9999)))}</p>
<table data-table=rows><thead><tr><th>Day<th>Start<th>End<th>Project<th>Hours</tr></thead><tbody>${[
        'Monday',
        'Tuesday',
        'Wednesday',
        'Thursday',
        'Friday',
        'Saturday',
        'Sunday',
      ]
        .slice(0, count)
        .map(
          (d) =>
            `<tr data-row><td data-cell=day>${d}<td data-cell=start>0${int(random, 6, 9)}:${pick(random, ['00', '15', '30'])}<td data-cell=end>1${int(random, 4, 8)}:${pick(random, ['00', '15', '30'])}<td data-cell=project>${pick(random, ['Harbour bridge', 'Depot', 'Hall 7 roof works', 'Service'])}<td data-cell=hours>${(4 + random() * 5).toFixed(2)}</tr>`,
        )
        .join('')}</tbody></table><p>Sum of hours: ${field('sum', (20 + random() * 25).toFixed(2))}</p>
<p>Approved by supervisor</p>`;
    },
  },
  'German test record': {
    width: 880,
    height: 900,
    html: (
      random,
    ) => `<style>body{font:20px/1.5 'DejaVu Sans'}main{padding:56px}.g{display:grid;grid-template-columns:260px 1fr;row-gap:8px;margin:30px 0}</style>
<h2>Prüfprotokoll Druckbehälter</h2>
<div class=g><span>Prüfnummer:</span>${field('nr', `PR-${int(random, 100, 99999)}`)}
<span>Auftraggeber:</span>${field('kunde', pick(random, firms))}
<span>Prüfdatum:</span>${field('datum', date(random, 'de'))}
<span>Prüfdruck:</span>${field('druck', `${(random() * 40).toFixed(1).replace('.', ',')} bar`)}
<span>Volumen:</span>${field('vol', `${int(random, 1, 12)}.${String(int(random, 0, 999)).padStart(3, '0')},5 l`)}
<span>Prüfer:</span>${field('pruefer', pick(random, people))}
<span>Ergebnis:</span>${field('erg', pick(random, ['bestanden', 'nicht bestanden', 'mit Auflagen']))}</div><p>Die Prüfung erfolgte nach den geltenden Vorschriften.</p>
<p style="margin-top:60px">Unterschrift des Prüfers</p>`,
  },
};
