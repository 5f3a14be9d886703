/** Widths of a digit's elements in modules, light first (set A of ISO/IEC 15420). */
const widthsA = ['3211', '2221', '2122', '1411', '1132', '1231', '1114', '1312', '1213', '3112'] as const;

const setA = widthsA.map((widths) =>
  [...widths].map((width, at) => String(at % 2).repeat(Number(width))).join(''),
);
// Set B is set A turned about, dark and light exchanged.
const setB = setA.map((pattern) =>
  [...pattern]
    .reverse()
    .map((bit) => (bit === '1' ? '0' : '1'))
    .join(''),
);
/** Modules (1 dark) of the ten digits in set A, then in set B. */
export const digitPatterns: readonly string[] = [...setA, ...setB];

/** Samples of a window per module. */
export const perModule = 2;
/** Grey levels of a pattern of modules (1 dark), blurred, with mean 0 and norm 1. */
export function template(pattern: string, blur: number, growth: number): Float32Array {
  const fine = 8;
  const count = pattern.length * perModule;
  const values = new Float32Array(count);
  const dark = (at: number): boolean => {
    const bit = (place: number): boolean =>
      pattern[Math.min(pattern.length - 1, Math.max(0, Math.floor(place)))] === '1';
    const grown = Math.abs(growth) / 2;
    const near = [bit(at - grown), bit(at), bit(at + grown)];
    return growth > 0 ? near.includes(true) : !near.includes(false);
  };
  for (let i = 0; i < count; i++) {
    const centre = (i + 0.5) / perModule;
    let [sum, weights] = [0, 0];
    for (let offset = -3 * fine; offset <= 3 * fine; offset++) {
      const weight = Math.exp(-((offset / fine / blur) ** 2) / 2);
      weights += weight;
      if (dark(centre + (offset + 0.01) / fine)) sum -= weight;
    }
    values[i] = sum / weights;
  }
  normalise(values);
  return values;
}

/** To mean 0 and norm 1; returns the standard deviation there was. */
export function normalise(values: Float32Array): number {
  let mean = 0;
  for (const value of values) mean += value;
  mean /= values.length;
  let energy = 0;
  for (let i = 0; i < values.length; i++) {
    values[i] = values[i]! - mean;
    energy += values[i]! ** 2;
  }
  const norm = Math.sqrt(energy);
  if (norm > 0) for (let i = 0; i < values.length; i++) values[i] = values[i]! / norm;
  return norm / Math.sqrt(values.length);
}

export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
