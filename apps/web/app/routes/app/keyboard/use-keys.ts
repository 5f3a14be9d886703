import { useEffect, useRef } from 'react';
import { actionOf, type KeyAction } from './key-map.ts';

type Handlers = Partial<Record<KeyAction, (event: KeyboardEvent) => unknown>>;

const typed =
  'input:not([type=checkbox],[type=radio],[type=button]), textarea, select, [contenteditable=true], [role=combobox], [role=menu], [role=listbox]';

/** Handles keys of the workspace while mounted. A handler that answers `false` leaves the key to the browser. */
export function useKeys(handlers: Handlers): void {
  const current = useRef(handlers);
  current.current = handlers;
  useEffect(() => {
    // An open dialog, menu or popover has the keyboard to itself. Asked on the way down: on the way up the key
    // may have closed it already.
    let overlayHadKey = false;
    const onKeyDownFirst = (): void => {
      overlayHadKey = document.querySelector('[role=dialog], [role=menu], [role=listbox]') !== null;
    };
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
    // A dialog hears the key at the window, too, once it is open: this was there before it.
    window.addEventListener('keydown', onKeyDownFirst, { capture: true });
    document.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', onKeyDownFirst, { capture: true });
      document.removeEventListener('keydown', onKeyDown);
    };
  }, []);
}
