import { Notifications, useNotifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** The library puts it on the places of all corners. */
const className = 'toasts';
const marginPx = 16;
const gapPx = 8;
const reachable = 'button, a[href], summary, select, [role=button], [role=menuitem], input[type=submit]';

/**
 * What is said in passing, at the lower right, and never over anything one could press: where a button is in its place it
 * stands above that.
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
  return <Notifications position="bottom-right" limit={3} className={className} />;
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
