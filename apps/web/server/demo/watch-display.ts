import { randomUUID } from 'node:crypto';
import type { Scope } from '@readout/domain/actor';
import { createWatch } from '@readout/domain/watches/create-watch';
import { saveSamples } from '@readout/domain/watches/save-samples';
import { formatText } from '@readout/texts';
import type { Services } from '../services.ts';

const everyMs = 5 * 60_000;
/** A working day. */
const count = 100;

/** A display that was read all day: a temperature that once rose above its limit. */
export async function watchDisplay(
  { db }: Pick<Services, 'db'>,
  { scope, locale }: { scope: Scope; locale: string },
): Promise<void> {
  const { id } = await createWatch(
    { db: db.app },
    {
      scope,
      settings: {
        name: formatText(locale, 'operation.demo.watch', {}),
        sourceKind: 'camera',
        regionProfileId: null,
        place: { frame: { width: 1280, height: 720 }, region: { x: 400, y: 240, width: 480, height: 200 } },
        reads: { kind: 'number', unit: '°C' },
        intervalMs: everyMs,
        low: null,
        high: 190,
        maxRate: null,
        ratePerMs: null,
        direction: 'any',
        lostAfter: 3,
        keepDays: null,
      },
    },
  );
  const now = Date.now();
  const samples = Array.from({ length: count }, (_, index) => {
    const value = Math.round(10 * temperature(index)) / 10;
    return {
      id: randomUUID(),
      takenAt: new Date(now - (count - index) * everyMs).toISOString(),
      value,
      text: value.toFixed(1),
      confidence: 0.98,
      isReadable: true,
    };
  });
  await saveSamples(
    { db: db.app },
    {
      scope,
      watchId: id,
      batch: {
        samples,
        run: { id: randomUUID(), device: 'Chrome, Android', state: 'stopped' },
        sentAt: new Date(now).toISOString(),
      },
    },
  );
}

/** Warms up, holds, overshoots once, holds again; degrees Celsius. */
function temperature(index: number): number {
  const warm = 180 - 120 * Math.exp(-index / 7);
  const over = 16 * Math.exp(-((index - 66) ** 2) / 18);
  return warm + over + 1.6 * Math.sin(index * 0.9) + 0.8 * Math.sin(index * 2.3);
}
