import type { Page } from '@playwright/test';

/**
 * What the page has under what is said in passing that one could press, read or look at; `nothing said` where nothing is.
 * The page ends at the line that is kept free below it: what is scrolled further lies under that.
 */
export function coveredByNotes(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const said = [...document.querySelectorAll<HTMLElement>('.mantine-Notification-root')].filter((each) =>
      each.checkVisibility(),
    );
    if (said.length === 0) return ['nothing said'];
    return said.flatMap((note) => {
      // It comes in from the side.
      const { left, top, bottom, width, height } = note.getBoundingClientRect();
      if (top < 0 || bottom > innerHeight) return ['outside of the window'];
      const shares = [0.02, 0.25, 0.5, 0.75, 0.98];
      const under = shares.flatMap((x) =>
        shares.flatMap((y) => {
          const stack = document.elementsFromPoint(left + x * width, top + y * height);
          const line = stack.findIndex((each) => each.matches('[data-notes-line]'));
          return line < 0 ? stack : stack.slice(0, line);
        }),
      );
      return under
        .filter(
          (each) =>
            !note.contains(each) &&
            each.matches('a, button, input, textarea, label, p, [data-picture], [role=row]'),
        )
        .map((each) => each.outerHTML.slice(0, 80));
    });
  });
}

/** What of the focused control and the buttons that decide is outside of the window or under something else. */
export function hiddenParts(): string[] {
  const buttons = [...document.querySelectorAll('[id^=record-] footer button')];
  if (buttons.length !== 2) return [`${buttons.length} buttons`];
  return [document.activeElement, ...buttons].flatMap((control) => {
    const name = control?.textContent || 'focus';
    if (!control || control === document.body) return ['no focus'];
    const { left, top, right, bottom } = control.getBoundingClientRect();
    if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight)
      return [`${name}: ${[left, top, right, bottom].map(Math.round)} of ${innerWidth}×${innerHeight}`];
    const inset = 2;
    const corners = [left + inset, right - inset].flatMap((x) =>
      [top + inset, bottom - inset].map((y) => [x, y] as const),
    );
    const covering = corners
      .map(([x, y]) => document.elementFromPoint(x, y))
      .find((each) => each && !control.contains(each) && !each.contains(control));
    return covering ? [`${name}: under ${covering.outerHTML.slice(0, 100)}`] : [];
  });
}

/** Laptops of 1366×768 and 1280×720 at 200%, 1280×1024 at 400%, and two phones held sideways; CSS pixels. */
export const littleHeights = [
  { width: 683, height: 384 },
  { width: 640, height: 360 },
  { width: 320, height: 256 },
  { width: 844, height: 390 },
  { width: 667, height: 320 },
];
