// cspell:disable -- invented names and values
/** Kinds of documents that no template code was ever tuned to: what their templates make of them is the honest figure. */
import { type DocumentKind, date, field, int, money, pick, type Random } from './drawn-document.ts';

const patients = [
  'Okafor, Ngozi',
  'Lind, Per',
  'van der Straaten-Holt, Maximiliaan',
  'Ito, Ren',
  'Delacroix, Anne-Marie',
];
const wards = ['Cardiology 3B', 'Surgery East', 'Maternity', 'Intensive care 1'];
const clinicians = ['Dr Amara Singh', 'Dr Fox', 'Prof. Henrietta Quillfeather', 'Dr J. Novak'];
const fitters = ['Tomas Ruiz', 'Greta Halvorsen', 'Bo Ek', 'Chidi Anyanwu'];
const machines = ['Compressor GX-11', 'Press', 'CNC lathe Turnmaster 450 S', 'Forklift H25'];
const work = [
  'Oil and filters changed, belt tension checked',
  'Leak at the rear seal repaired',
  'Control board replaced and software set up again after test run',
];
const parts = [
  'Oil filter',
  'Air filter element',
  'V-belt',
  'Seal kit',
  'Pressure switch 0-10 bar',
  'Contactor 24 V',
];
const accounts = ['ALDERMAN HARDWARE', 'KITE MARINE SUPPLY LTD', 'B & Q FARMS', 'SOUTHERN CROSS LOGISTICS'];
const stock = ['HINGE BRASS 75MM', 'PAINT WHITE 5L', 'ROPE 12MM', 'SCREW POZI 4X40 BOX200', 'LADDER ALU 3M'];

const serial = (random: Random) => `${pick(random, ['GX', 'TM', 'H'])}-${int(random, 10_000, 9_999_999)}`;
const time = (random: Random) =>
  `${String(int(random, 6, 21)).padStart(2, '0')}:${String(int(random, 0, 59)).padStart(2, '0')}`;

export const newKinds: Record<string, DocumentKind> = {
  'bed label': {
    width: 700,
    height: 470,
    html: (random, without) => `<style>body{font:22px/1.3 'DejaVu Sans'}main{padding:24px}
h1{font-size:34px;margin:6px 0 14px}.g{display:grid;grid-template-columns:150px 1fr 120px 1fr;row-gap:12px}
b{font-weight:400;color:#444}.t{display:flex;justify-content:space-between;border-bottom:3px solid #000}</style>
<div class=t><span>St Brannoc Hospital</span><span>Bed ${field('bed', String(int(random, 1, 48)))}</span></div>
<h1>${field('patient', pick(random, patients))}</h1><div class=g>
<b>Born</b>${field('born', date(random, 'uk'))}<b>Sex</b>${field('sex', pick(random, ['F', 'M']))}
<b>Patient no.</b>${field('number', `${int(random, 100, 999)} ${int(random, 100, 999)} ${int(random, 1000, 9999)}`)}
<b>Ward</b>${field('ward', pick(random, wards))}
<b>Admitted</b>${field('admitted', `${date(random, 'uk')} ${time(random)}`)}
<b>Weight</b>${field('weight', `${(3 + random() * 110).toFixed(1)} kg`)}
<b>Consultant</b>${field('consultant', pick(random, clinicians))}
<b>Diet</b>${field('diet', pick(random, ['Normal', 'Vegetarian', 'Low salt', 'Nil by mouth']))}</div>
<p>Allergies: ${without === 'allergies' ? '' : field('allergies', pick(random, ['Penicillin', 'Latex, nuts', 'Iodine contrast medium', 'None known']))}</p>
<small>Check identity at every contact</small>`,
    optional: 'allergies',
  },
  'service form': {
    width: 920,
    height: 1180,
    html: (random, without) => {
      const count = int(random, 2, 6);
      return `<style>body{font:19px/1.35 'DejaVu Sans'}main{padding:48px}h1{font-size:28px}
.g{display:grid;grid-template-columns:1fr 1fr;border:1px solid #444}.g div{border:1px solid #444;padding:6px 10px 10px}
small{display:block;font-size:13px;color:#333}table{width:100%;border-collapse:collapse;margin:26px 0}
th{text-align:left;font-size:15px;border-bottom:2px solid #444;padding:6px}td{padding:6px}.r{text-align:right}</style>
<h1>Field service report</h1><div class=g>
<div><small>Job number</small>${field('job', `FS${int(random, 10_000, 99_999)}`)}</div>
<div><small>Date of visit</small>${field('date', date(random, 'iso'))}</div>
<div><small>Machine</small>${field('machine', pick(random, machines))}</div>
<div><small>Serial number</small>${field('serial', serial(random))}</div>
<div><small>Operating hours</small>${without === 'hours' ? '' : field('hours', String(int(random, 40, 48_000)))}</div>
<div><small>Technician</small>${field('technician', pick(random, fitters))}</div></div>
<p><b>Work carried out</b><br>${field('work', pick(random, work))}</p>
<table data-table=parts><thead><tr><th>Pos<th>Part no.<th>Description<th class=r>Qty<th class=r>Unit price<th class=r>Amount</tr></thead><tbody>
${Array.from(
  { length: count },
  (
    _,
    index,
  ) => `<tr data-row><td data-cell=pos>${index + 1}<td data-cell=part>${int(random, 10, 99)}-${int(random, 1000, 9999)}
<td data-cell=description>${pick(random, parts)}<td class=r data-cell=qty>${int(random, 1, 12)}
<td class=r data-cell=price>${money(random, 200)}<td class=r data-cell=amount>${money(random, 900)}</tr>`,
).join('')}</tbody></table>
<p>Total of parts: ${field('total', `€ ${money(random, 2000)}`)}</p><p>Travel time: ${field('travel', `${int(random, 1, 5)} h ${int(random, 0, 59)} min`)}</p>
<p style="margin-top:60px">Signature of the customer</p>`;
    },
    optional: 'hours',
  },
  'order terminal': {
    width: 1440,
    height: 860,
    html: (random, without) => {
      const count = int(random, 2, 7);
      const pad = (text: string, width: number) => text.padEnd(width).replaceAll(' ', '&nbsp;');
      const cell = (name: string, text: string, width: number, right = false) =>
        `${right ? pad('', width - text.length - 2) : ''}<span data-cell=${name}>${text}</span>${right ? pad('', 2) : pad('', width - text.length)}`;
      return `<style>html,body,main{background:#04140a!important;color:#58f08a!important}
body{font:24px/1.3 'DejaVu Sans Mono'}main{padding:24px 40px}div{white-space:nowrap}</style>
<div>${pad('OE310', 30)}ORDER INQUIRY</div><div>&nbsp;</div>
<div>${pad('ORDER NO . . :', 16)}${field('order', String(int(random, 10_000, 9_999_999)).padStart(8, '0'))}${pad('', 12)}${pad('STATUS . . :', 14)}${field('status', pick(random, ['OPEN', 'PICKED', 'INVOICED', 'CREDIT HOLD']))}</div>
<div>${pad('CUSTOMER . . :', 16)}${field('customer', pick(random, accounts))}</div>
<div>${pad('CUST PO  . . :', 16)}${without === 'po' ? '' : field('po', `PO${int(random, 100, 999_999)}`)}</div>
<div>${pad('ENTERED  . . :', 16)}${field('entered', date(random, 'uk'))}</div>
<div>${pad('SALESMAN . . :', 16)}${field('salesman', pick(random, ['014 HARRIS', '7 LEE', '122 MONTGOMERY']))}</div><div>&nbsp;</div>
<div>${pad('LN', 5)}${pad('ITEM', 12)}${pad('DESCRIPTION', 28)}${pad('', 4)}QTY${pad('', 7)}PRICE</div><div data-table=lines>
${Array.from(
  { length: count },
  (_, index) =>
    `<div data-row>${cell('line', String(index + 1).padStart(2, '0'), 5)}${cell('item', `${pick(random, ['A', 'K', 'T'])}${int(random, 1000, 99_999)}`, 12)}${cell('description', pick(random, stock), 28)}${cell('qty', String(int(random, 1, 480)), 9, true)}${cell('price', money(random, 300), 12, true)}</div>`,
).join(
  '',
)}</div><div>&nbsp;</div><div>${pad('ORDER TOTAL  :', 16)}${field('total', money(random, 9000))}</div><div>&nbsp;</div>
<div>F3=EXIT&nbsp;&nbsp;F6=SHIPMENTS&nbsp;&nbsp;F8=NEXT&nbsp;ORDER&nbsp;&nbsp;F12=CANCEL</div>`;
    },
    optional: 'po',
  },
  'weather report': {
    width: 800,
    height: 640,
    html: (
      random,
    ) => `<style>body{font:21px/1.7 'DejaVu Serif'}main{padding:44px}</style><h2>Station observation</h2>
<p>Station ${field('station', pick(random, ['Fair Isle', 'Camborne', 'Eskdalemuir']))} at ${field('at', time(random))} UTC on ${field('day', date(random, 'long'))}</p>
<p>Wind ${field('wind', `${int(random, 0, 60)} kn`)} from ${field('from', pick(random, ['NW', 'S', 'ENE']))}, visibility ${field('sight', `${int(random, 1, 40)} km`)}</p>
<p>Air temperature ${field('air', `${(random() * 30 - 5).toFixed(1)} °C`)}, dew point ${field('dew', `${(random() * 15).toFixed(1)} °C`)}</p>
<p>Pressure ${field('pressure', `${int(random, 960, 1045)} hPa`)}</p>`,
  },
  'membership card': {
    width: 640,
    height: 400,
    html: (
      random,
    ) => `<style>body{font:22px/1.5 'DejaVu Sans'}main{padding:32px;border-radius:20px}</style><b>Riverside Rowing Club</b>
<p>Member ${field('member', pick(random, fitters))}<br>Number ${field('number', String(int(random, 100, 99_999)))}<br>
Class ${field('class', pick(random, ['Senior', 'Junior', 'Honorary life member']))}<br>Valid until ${field('until', date(random, 'long'))}</p>
<small>Not transferable. Please return if found.</small>`,
  },
};
