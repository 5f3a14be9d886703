/** Name of a picture's file: when it was taken, by this device's clock, sortable. */
export function stillName(takenAt: number): string {
  const date = new Date(takenAt);
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join('');
  return `camera-${day}-${time}-${String(date.getMilliseconds()).padStart(3, '0')}.jpg`;
}
