// cspell:disable -- made-up documents in several languages
/** Born-digital pages: what programs print, in several fonts and layouts. */
export const pages: { name: string; html: string }[] = [
  invoice('invoice-de', 'Liberation Sans', {
    title: 'Rechnung Nr. 2026-0417',
    intro: 'Kundennummer 48213 · Fällig am 14.12.2026 · Lieferung frei Haus, Gefahrübergang ab Werk',
    items: ['Büroklammern', 'Papier A4 80 g', 'Drucker-Toner', 'Stuhl „Ergo“', 'Kabel USB-C 2 m'],
    total: 'Gesamtbetrag: 3.112,64 €',
  }),
  invoice('invoice-en', 'DejaVu Sans', {
    title: 'Invoice 88120',
    intro: 'Order O-5561/A, office fittings; payment within 30 days of receipt, 2% discount within 10.',
    items: [
      'Flat file, 5 drawers',
      'Desk lamp (LED)',
      'Whiteboard 120×90',
      'Paper clips, box of 500',
      'Wall clock',
    ],
    total: 'Amount due: £2,045.17',
  }),
  invoice('invoice-fr', 'Liberation Serif', {
    title: 'Facture n° 2026-331',
    intro: 'Référence client 7781 – échéance 30 jours fin de mois, sans escompte. Déjà réglé : 0,00 €',
    items: [
      'Étagère métallique',
      'Chaise à roulettes',
      'Rideau occultant',
      'Câble d’alimentation',
      'Œillets, lot de 100',
    ],
    total: 'Total à payer : 1 918,40 €',
  }),
  letter('letter-serif', 'Liberation Serif', 12),
  letter('letter-sans', 'Liberation Sans', 11),
  letter('small-print', 'DejaVu Sans', 7),
  letter('typewriter', 'Liberation Mono', 10),
  columns(),
  datasheet(),
  statement(),
];

interface InvoiceTexts {
  title: string;
  intro: string;
  items: string[];
  total: string;
}

function invoice(name: string, font: string, { title, intro, items, total }: InvoiceTexts) {
  const rows = Array.from({ length: 26 }, (_, n) => {
    const amount = ((n + 3) * 17.35).toFixed(2);
    return `<tr><td>${n + 1}</td><td>${items[n % items.length]} ${1000 + n * 37}</td><td align="right">${(n % 7) + 1}</td><td align="right">${amount}</td></tr>`;
  });
  return {
    name,
    html: `<style>body{font:11px '${font}'}table{width:100%;border-collapse:collapse}td{border-bottom:1px solid #999;padding:3px 6px}</style>
<h1>${title}</h1><p>${intro}</p><p style="background:#17324d;color:#fff;padding:6px">IBAN DE02 1203 0000 0000 2020 51</p>
<table>${rows.join('')}</table><p><b>${total}</b></p><svg width="90" height="30"><rect width="90" height="30" fill="#e8e8e8"/><path d="M5 5 L45 25 L85 5" stroke="#c00" fill="none" stroke-width="4"/></svg>`,
  };
}

function letter(name: string, font: string, size: number) {
  const paragraph =
    'Thank you for your order of 14 March. The first two crates left our warehouse on Friday; the remaining five will be shipped by rail and should arrive within a fortnight. Please check the seals (numbers 40117 to 40123) before you sign, and note any difference on the waybill. If a crate is wet, open it in the presence of the driver.';
  return {
    name,
    html: `<style>body{font:${size}px/1.45 '${font}'}</style><p>Reference: WB-2026/0093</p>${Array.from({ length: 6 }, () => `<p>${paragraph}</p>`).join('')}<p><i>Yours faithfully</i></p>`,
  };
}

function columns() {
  const text =
    'The meter is read on the last working day of the month. Where access is not possible, the reading is estimated from the same month of the year before and corrected with the next one. Differences above 15% are checked by a second person. ';
  return {
    name: 'two-columns',
    html: `<style>body{font:10px/1.4 'DejaVu Serif','DejaVu Sans'}div{columns:2;column-gap:28px}</style><h2>Terms of supply</h2><div>${Array.from({ length: 14 }, (_, n) => `<p>${n + 1}. ${text}</p>`).join('')}</div>`,
  };
}

function datasheet() {
  const rows = [
    ['Rated voltage', '230 V ±10%'],
    ['Rated current', '5(60) A'],
    ['Accuracy', 'Class 1 (EN 50470-3)'],
    ['Temperature', '−25 °C to +55 °C'],
    ['Self-consumption', '< 0.4 W'],
    ['Pulse output', '1000 imp/kWh'],
    ['Weight', '0.18 kg'],
    ['Dimensions', '90 × 36 × 63 mm'],
  ];
  return {
    name: 'datasheet',
    html: `<style>body{font:12px 'Liberation Sans Narrow','Liberation Sans'}td{padding:5px 18px 5px 0}h1{color:#0a6}</style><h1>Energy meter EM-36</h1><table>${[...rows, ...rows, ...rows].map(([a, b]) => `<tr><td><b>${a}</b></td><td>${b}</td></tr>`).join('')}</table>`,
  };
}

function statement() {
  const rows = Array.from(
    { length: 40 },
    (_, n) =>
      `<tr><td>${String((n % 28) + 1).padStart(2, '0')}.03.2026</td><td>TRANSFER ${7000 + n * 13}</td><td align="right">${n % 3 === 0 ? '-' : ''}${(n * 91.7 + 4.25).toFixed(2)}</td></tr>`,
  );
  return {
    name: 'statement',
    html: `<style>body{font:10px 'Liberation Mono'}td{padding:1px 20px 1px 0}</style><h3>Account 5512-0917</h3><table>${rows.join('')}</table>`,
  };
}
