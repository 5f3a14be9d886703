import { useEffect, useLayoutEffect, useRef } from 'react';
import { actionOf, type KeyAction } from './key-map.ts';
import { addCodeTaker, addShortcuts, type Shortcuts, type TakesCode } from './keyboard.ts';

type Handlers = Partial<Record<KeyAction, (event: KeyboardEvent) => unknown>>;

/** Shortcuts while mounted; an open dialog or menu has the keyboard to itself. */
export function useShortcuts(plan: Shortcuts): void {
  const current = useRef(plan);
  // Keys are for what is shown, not for what is being drawn.
  useLayoutEffect(() => {
    current.current = plan;
  });
  useEffect(() => addShortcuts((press) => current.current(press)), []);
}

/** Handles keys of the workspace while mounted. A handler that answers `false` leaves the key to the browser. */
export function useKeys(handlers: Handlers): void {
  useShortcuts(({ event, name, place }) => {
    const action = actionOf({ name, isRepeated: event.repeat }, place);
    const handler = action && handlers[action];
    return handler && (() => handler(event));
  });
}

/** Takes the codes that a barcode scanner sends outside of fields, while mounted. */
export function useScannedCodes(take: TakesCode): void {
  const current = useRef(take);
  current.current = take;
  useEffect(() => addCodeTaker((code) => current.current(code)), []);
}
