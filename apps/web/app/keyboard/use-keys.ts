import { useEffect, useRef } from 'react';
import { actionOf, type KeyAction } from './key-map.ts';

type Handlers = Partial<Record<KeyAction, (event: KeyboardEvent) => unknown>>;

const typed =
  'input:not([type=checkbox],[type=radio],[type=button]), textarea, select, [contenteditable=true], [role=combobox], [role=menu], [role=listbox]';

/** An open dialog, menu or popover has the keyboard to itself. */
let overlayHadKey = false;
const noticeOverlay = (): void => {
  overlayHadKey = document.querySelector('[role=dialog], [role=menu], [role=listbox]') !== null;
};
// A dialog hears Escape at the window on the way down and may be gone on the way up. Listeners of one element are
// called in the order they were added, so this one is added before any dialog can open.
if (typeof window !== 'undefined') window.addEventListener('keydown', noticeOverlay, { capture: true });

/** Handles keys of the workspace while mounted. A handler that answers `false` leaves the key to the browser. */
export function useKeys(handlers: Handlers): void {
  const current = useRef(handlers);
  current.current = handlers;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing) return;
      const target = event.target instanceof Element ? event.target : document.body;
      if (overlayHadKey) return;
      const action = actionOf(event, {
        typing: target.closest(typed) !== null,
        pressing: target.closest('button, a[href], summary, [role=button], [role=menuitem]') !== null,
      });
      const handler = action && current.current[action];
      if (!handler || handler(event) === false) return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
