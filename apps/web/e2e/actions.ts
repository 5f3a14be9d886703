import type { Page } from '@playwright/test';

/** What a person did since this was asked last: a key, a click, a tap or a drag each count as one. */
export const actions = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const counted = window as { actions?: number };
    const isFirst = counted.actions === undefined;
    const done = counted.actions ?? 0;
    counted.actions = 0;
    const count = (event: Event): void => {
      const isHeld =
        event instanceof KeyboardEvent && ['Alt', 'Shift', 'Control', 'Meta'].includes(event.key);
      counted.actions = (counted.actions ?? 0) + (isHeld ? 0 : 1);
    };
    if (isFirst) for (const type of ['pointerdown', 'keydown']) addEventListener(type, count, true);
    return done;
  });
