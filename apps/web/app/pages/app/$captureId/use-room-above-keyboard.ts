import { type RefObject, useEffect } from 'react';

/** Less of the window than this is left to see: the keyboard of a phone covers the rest. */
const coveredBelow = 0.8;

/**
 * While the keyboard of a phone is open, the element is told what it leaves to see (`data-above-keyboard`, `--room-top`,
 * `--room-height`): browsers lay a page out as if it were not there.
 */
export function useRoomAboveKeyboard(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const seen = window.visualViewport;
    if (!seen) return;
    let wasOpen = false;
    const follow = (): void => {
      const target = element.current;
      if (!target) return;
      // Zoomed in, one sees less too.
      const isOpen = seen.scale < 1.05 && seen.height < window.innerHeight * coveredBelow;
      target.toggleAttribute('data-above-keyboard', isOpen);
      target.style.setProperty('--room-top', `${seen.offsetTop}px`);
      target.style.setProperty('--room-height', `${seen.height}px`);
      if (isOpen && !wasOpen) document.activeElement?.scrollIntoView({ block: 'nearest' });
      wasOpen = isOpen;
    };
    follow();
    seen.addEventListener('resize', follow);
    seen.addEventListener('scroll', follow);
    return () => {
      seen.removeEventListener('resize', follow);
      seen.removeEventListener('scroll', follow);
    };
  }, [element]);
}
