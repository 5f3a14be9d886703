import type { Reading } from '@readout/image-reader';
import { createSandbox, loadFirstPartyPlugins, type PluginRecord } from '@readout/plugin-sandbox/node';

/** Makes records of readings with the first-party readers. */
export interface Records {
  /** Each record as plugin, type and values of its fields, without confidences and places; sorted. */
  of(reading: Reading): string[];
  close(): Promise<void>;
}

export async function openRecords(): Promise<Records> {
  const sandbox = await createSandbox();
  const plugins = await loadFirstPartyPlugins();
  return {
    of(reading) {
      const input = { reading, settings: {}, locale: 'en-GB', today: '2026-01-01' };
      return sandbox.runReaders(plugins, input).records.map(facts).sort();
    },
    close: () => sandbox.close(),
  };
}

function facts({ plugin, type, fields }: PluginRecord): string {
  const values = Object.entries(fields).map(([name, field]) => [name, field.value]);
  return JSON.stringify({ plugin, type, fields: Object.fromEntries(values.sort()) });
}

/** How many records of a picture are the same on both sides, and which are not. */
export function compareRecords(
  server: string[],
  device: string[],
): { count: number; equal: number; differences: string[] } {
  const left = [...device];
  const missing = server.filter((record) => {
    const at = left.indexOf(record);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return {
    count: Math.max(server.length, device.length),
    equal: server.length - missing.length,
    differences: missing
      .map((record, index) => {
        const other = left[index];
        return other === undefined ? `only on the server ${shortened(record)}` : apart(record, other);
      })
      .concat(left.slice(missing.length).map((record) => `only on the device ${shortened(record)}`)),
  };
}

/** Characters of a record shown on either side of where it differs. */
const shownBefore = 40;
const shownAfter = 60;

/** Two records from the first character that differs. */
function apart(server: string, device: string): string {
  let at = 0;
  while (at < server.length && server[at] === device[at]) at++;
  const around = (record: string): string =>
    `\`…${record.slice(Math.max(0, at - shownBefore), at + shownAfter)}…\``;
  const { plugin, type } = JSON.parse(server) as { plugin: string; type: string };
  return `${plugin}/${type}: server ${around(server)}, device ${around(device)}`;
}

function shortened(record: string): string {
  return `\`${record.slice(0, 2 * shownAfter)}\``;
}
