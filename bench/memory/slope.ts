/** Least squares: what the values gain from one to the next. */
export function slope(values: number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  let [over, under] = [0, 0];
  for (const [at, value] of values.entries()) {
    over += (at - middle) * (value - mean);
    under += (at - middle) ** 2;
  }
  return under === 0 ? 0 : over / under;
}
