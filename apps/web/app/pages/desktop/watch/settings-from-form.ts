import type { Direction, WatchPlace, WatchReads, WatchSettings } from '@readout/domain/watches/rules';
import type { Sent } from '../../../forms/sent.ts';

const text = (sent: Sent, name: string) => (sent.get(name)?.[0] ?? '').trim();

/** Undefined where nothing was entered; NaN, which no setting is, for what is not a number. A comma is a decimal mark here. */
function number(sent: Sent, name: string): number | undefined {
  const typed = text(sent, name);
  return typed === '' ? undefined : Number(typed.replace(',', '.'));
}

/** What the form of a watch says; the use case checks it. */
export function settingsFromForm(sent: Sent): WatchSettings {
  const kind = text(sent, 'kind') as WatchReads['kind'];
  const decimalMark = text(sent, 'decimalMark');
  const [digits, decimals, min, max] = ['digits', 'decimals', 'min', 'max'].map((name) => number(sent, name));
  const unit = text(sent, 'unit');
  const isText = kind === 'text';
  const maxRate = number(sent, 'maxRate') ?? null;
  return {
    name: text(sent, 'name'),
    sourceKind: text(sent, 'sourceKind') as WatchSettings['sourceKind'],
    regionProfileId: text(sent, 'regionProfileId') || null,
    place: placeFrom(text(sent, 'place')),
    reads: {
      kind,
      ...(isText
        ? {}
        : {
            ...(decimalMark === '.' || decimalMark === ',' ? { decimalMark } : {}),
            ...(digits === undefined ? {} : { digits }),
            ...(decimals === undefined ? {} : { decimals }),
            ...(unit ? { unit } : {}),
            ...(min === undefined ? {} : { min }),
            ...(max === undefined ? {} : { max }),
          }),
    },
    intervalMs: text(sent, 'interval') === 'change' ? null : (number(sent, 'interval') ?? 0),
    low: isText ? null : (number(sent, 'low') ?? null),
    high: isText ? null : (number(sent, 'high') ?? null),
    maxRate: isText ? null : maxRate,
    ratePerMs: isText || maxRate === null ? null : (number(sent, 'ratePerMs') ?? null),
    direction: isText ? 'any' : ((text(sent, 'direction') || 'any') as Direction),
    lostAfter: number(sent, 'lostAfter') ?? 5,
    keepDays: number(sent, 'keepDays') ?? null,
  };
}

const nowhere: WatchPlace = {
  frame: { width: 0, height: 0 },
  region: { x: 0, y: 0, width: 0, height: 0 },
};

function placeFrom(json: string): WatchPlace {
  try {
    return JSON.parse(json) as WatchPlace;
  } catch {
    return nowhere;
  }
}
