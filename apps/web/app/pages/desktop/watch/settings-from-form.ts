import type { Direction, WatchPlace, WatchReads, WatchSettings } from '@readout/domain/watches/rules';

const text = (form: FormData, name: string) => String(form.get(name) ?? '').trim();

/** Undefined where nothing was entered; NaN, which no setting is, for what is no number. A comma is a decimal mark here. */
function number(form: FormData, name: string): number | undefined {
  const typed = text(form, name);
  return typed === '' ? undefined : Number(typed.replace(',', '.'));
}

/** What the form of a watch says; the use case checks it. */
export function settingsFromForm(form: FormData): WatchSettings {
  const kind = text(form, 'kind') as WatchReads['kind'];
  const decimalMark = text(form, 'decimalMark');
  const [digits, decimals, min, max] = ['digits', 'decimals', 'min', 'max'].map((name) => number(form, name));
  const unit = text(form, 'unit');
  const isText = kind === 'text';
  const maxRate = number(form, 'maxRate') ?? null;
  return {
    name: text(form, 'name'),
    sourceKind: text(form, 'sourceKind') as WatchSettings['sourceKind'],
    regionProfileId: text(form, 'regionProfileId') || null,
    place: placeFrom(text(form, 'place')),
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
    intervalMs: text(form, 'interval') === 'change' ? null : (number(form, 'interval') ?? 0),
    low: isText ? null : (number(form, 'low') ?? null),
    high: isText ? null : (number(form, 'high') ?? null),
    maxRate: isText ? null : maxRate,
    ratePerMs: isText || maxRate === null ? null : (number(form, 'ratePerMs') ?? null),
    direction: isText ? 'any' : ((text(form, 'direction') || 'any') as Direction),
    lostAfter: number(form, 'lostAfter') ?? 5,
    keepDays: number(form, 'keepDays') ?? null,
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
