// cspell:disable -- plates of many languages
/** Meters and displays as vector drawings, the same for the same seed: words, places, sizes, tilt, blur and grain vary. */

export interface Drawn {
  svg: string;
  truth: Record<string, string | number>;
}

/** mulberry32. */
function randomOf(seed: number): () => number {
  let state = seed * 7919;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const text = (x: number, y: number, size: number, content: string, more = '') =>
  `<text x="${x}" y="${y}" font-size="${size}" ${more}>${content}</text>`;

const plates: [kind: string, unit: string, small: string[]][] = [
  ['Wechselstromzähler', 'kWh', ['230 V 5(60) A 50 Hz', '1000 Imp/kWh', 'Nr. 55 120 938']],
  ['Electricity meter', 'kWh', ['230 V 10(80) A 50 Hz', '800 imp/kWh', 'S/N K2 008 417']],
  ['Compteur d’eau', 'm³', ['Q3 2,5 m³/h R 160', 'N° 17 220 431', 'Classe B']],
  ['Gaszähler G4', 'm³', ['Qmax 6 m³/h', 'pmax 0,5 bar', 'Nr. 3 309 112']],
  ['Contador de energía', 'kWh', ['127 V 15(100) A', 'Nº 8842017', '60 Hz']],
  ['Värmemätare', 'MWh', ['qp 1,5 m³/h', 'Tillv.nr 640 118', 'PN 16']],
];
const units = ['kg', '°C', 'bar', 'V', 'A', 'km/h', 'mm', '%', 'rpm', 'kPa', 'g', 'Hz'];
const labels = ['HOLD', 'Room 4', 'Druck', 'Température', 'Line 2', 'TARE', 'Max 30'];

/** A plate with a counter of five to eight digits, with or without a printed mark. */
export function drawMeter(seed: number): Drawn {
  const random = randomOf(seed);
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
  const [kind, unit, small] = pick(plates);
  const whole = String(Math.floor(random() * 10 ** 5)).padStart(5 + Math.floor(random() * 2), '0');
  const decimals = random() < 0.5 ? String(Math.floor(random() * 1000)).padStart(3, '0') : '';
  const mark = random() < 0.5 ? ',' : '.';
  const value = decimals ? `${whole}${mark}${decimals}` : whole;
  const size = 38 + Math.floor(random() * 20);
  const dark = random() < 0.4;
  const [window, ink] = dark ? ['#15181b', '#f2f2f2'] : ['#fff', '#111'];
  const body = [
    text(40, 50, 24, kind, 'font-weight="bold"'),
    `<rect x="40" y="80" width="${value.length * size * 0.72 + 40}" height="${size * 1.6}" fill="${window}" stroke="#555" stroke-width="3"/>`,
    text(
      58,
      80 + size * 1.15,
      size,
      value,
      `fill="${ink}" font-weight="bold" letter-spacing="${Math.floor(random() * 5)}"`,
    ),
    text(60 + value.length * size * 0.72 + 36, 80 + size * 1.1, 28, unit),
    ...small.map((line, index) => text(40, 125 + size * 1.6 + index * 32, 19, line)),
  ];
  return {
    svg: scene(body, 620, 300, random),
    truth: { value, number: Number(`${whole}.${decimals}`), unit },
  };
}

/** A number in large digits with its unit, and up to two small words. */
export function drawDisplay(seed: number): Drawn {
  const random = randomOf(seed + 1000);
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
  const unit = pick(units);
  const decimals = Math.floor(random() * 3);
  const number = (random() * 10 ** (1 + Math.floor(random() * 3))).toFixed(decimals);
  const value = random() < 0.3 ? number.replace('.', ',') : number;
  const size = 56 + Math.floor(random() * 40);
  const dark = random() < 0.5;
  const [ground, ink] = dark ? ['#14181d', '#e9eef2'] : ['#d8e0d0', '#161a16'];
  const body = [
    `<rect x="20" y="20" width="420" height="200" rx="8" fill="${ground}"/>`,
    text(40, 60, 22, pick(labels), `fill="${ink}"`),
    text(44, 90 + size, size, value, `fill="${ink}" font-weight="bold"`),
    text(60 + value.length * size * 0.7, 90 + size, 34, unit, `fill="${ink}"`),
  ];
  return {
    svg: scene(body, 460, 240, random),
    truth: { value, number: Number(value.replace(',', '.')), unit },
  };
}

/** The drawing tilted by up to five degrees, a little blurred and grained. */
function scene(body: string[], width: number, height: number, random: () => number): string {
  const tilt = (random() - 0.5) * 10;
  const blur = random() * 0.9;
  const grain = random() * 0.6;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width + 60}" height="${height + 60}" font-family="DejaVu Sans" fill="#222"><defs><filter id="soft"><feGaussianBlur stdDeviation="${blur.toFixed(2)}"/></filter><filter id="grain" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency="0.8" numOctaves="2" seed="7"/><feColorMatrix values="0 0 0 0 0.3 0 0 0 0 0.3 0 0 0 0 0.3 ${grain.toFixed(2)} 0 0 0 ${(-grain * 0.35).toFixed(2)}"/></filter></defs><rect width="100%" height="100%" fill="#b4aea2"/><g filter="url(#soft)"><g transform="rotate(${tilt.toFixed(2)} ${width / 2 + 30} ${height / 2 + 30}) translate(30 30)"><rect width="${width}" height="${height}" fill="#ecebe6"/>${body.join('')}</g></g><rect width="100%" height="100%" filter="url(#grain)"/></svg>`;
}
