/**
 * The parabola `a + b t + c t²` of least squares through points.
 *
 * @param t places, best within -1 to 1.
 * @param values as many, one for each place.
 * @param weights as many, above 0; all alike where left out.
 * @returns `[a, b, c]`; undefined where fewer than three different places are given.
 */
export function fitParabola(
  t: readonly number[],
  values: readonly number[],
  weights?: readonly number[],
): readonly [number, number, number] | undefined {
  const power = [0, 0, 0, 0, 0];
  const right = [0, 0, 0];
  for (let i = 0; i < t.length; i++) {
    let term = weights?.[i] ?? 1;
    for (let k = 0; k < 5; k++) {
      power[k] = (power[k] as number) + term;
      if (k < 3) right[k] = (right[k] as number) + term * (values[i] as number);
      term *= t[i] as number;
    }
  }
  const [s0, s1, s2, s3, s4] = power as [number, number, number, number, number];
  const [r0, r1, r2] = right as [number, number, number];
  const c0 = s2 * s4 - s3 * s3;
  const c1 = s2 * s3 - s1 * s4;
  const c2 = s1 * s3 - s2 * s2;
  const det = s0 * c0 + s1 * c1 + s2 * c2;
  if (!(Math.abs(det) > 1e-9 * s0 ** 3)) return undefined;
  const d1 = s0 * s4 - s2 * s2;
  const d2 = s1 * s2 - s0 * s3;
  return [
    (r0 * c0 + r1 * c1 + r2 * c2) / det,
    (r0 * c1 + r1 * d1 + r2 * d2) / det,
    (r0 * c2 + r1 * d2 + r2 * (s0 * s2 - s1 * s1)) / det,
  ];
}
