import { Notifications, useNotifications } from '@mantine/notifications';
import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router';
import classes from './toasts.module.css';

/** The library puts it on the places of all corners. */
const className = 'toasts';
const marginPx = 16;
const gapPx = 8;
const reachable =
  'button, a[href], summary, select, input, textarea, [role=button], [role=menuitem], [role=textbox]';
/** More than are seen: without room in the library's list, what is said now would wait for what was said before. */
const limit = 30;

/** Keeps a line of a page that is as high as the screen free for what is said in passing, so that it covers nothing there. */
export function NotesLine({ children }: { children: ReactNode }) {
  return (
    <div className={classes.line} data-notes-line>
      {children}
    </div>
  );
}

/**
 * What is said in passing: in the page's line for it; elsewhere at the lower right, and never over anything one could press
 * or type in: where a button is in its place it stands above that.
 */
export function Toasts() {
  const { notifications } = useNotifications();
  const { key } = useLocation();
  const shown = notifications.map(({ id }) => id).join();

  // biome-ignore lint/correctness/useExhaustiveDependencies: other notes and other pages need another place
  useEffect(() => {
    const place = (): void => {
      const toasts = document.querySelector<HTMLElement>(`.${className}[data-position=bottom-right]`);
      if (!toasts) return;
      if (document.querySelector('[data-notes-line]')) {
        toasts.style.bottom = '';
        return;
      }
      // What one is about to press stays where it is: moved away under the pointer, the press would be lost.
      if (toasts.matches(':hover')) toasts.addEventListener('pointerleave', place, { once: true });
      else toasts.style.bottom = `${freeBottom(toasts)}px`;
    };
    // Once they have their size, and once more after they have come in.
    const frame = requestAnimationFrame(place);
    const timer = setTimeout(place, 400);
    addEventListener('resize', place);
    document.addEventListener('scrollend', place, true);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      removeEventListener('resize', place);
      document.removeEventListener('scrollend', place, true);
    };
  }, [shown, key]);
  return <Notifications position="bottom-right" limit={limit} className={className} />;
}

/** Distance from the lower edge at which nothing that can be pressed lies below, pixels. */
function freeBottom(toasts: HTMLElement): number {
  const { left, right, height } = toasts.getBoundingClientRect();
  if (height === 0) return marginPx;
  const boxes = [...document.querySelectorAll<HTMLElement>(reachable)]
    .filter((element) => !toasts.contains(element) && element.checkVisibility())
    .map((element) => element.getBoundingClientRect())
    // What is as large as a pane is an area to click in, not a button.
    .filter((box) => box.width > 0 && box.height < 120 && box.right > left && box.left < right);
  let bottom = marginPx;
  for (;;) {
    const [from, to] = [innerHeight - bottom - height, innerHeight - bottom];
    const below = boxes.filter((box) => box.bottom > from - gapPx && box.top < to + gapPx);
    if (below.length === 0) return bottom;
    const next = Math.max(...below.map((box) => innerHeight - box.top + gapPx + 1));
    // There is no free place: where it covers least for how it is used, at the lower edge.
    if (next <= bottom || next + height > innerHeight) return marginPx;
    bottom = next;
  }
}
