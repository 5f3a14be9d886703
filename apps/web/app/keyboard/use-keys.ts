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

/** Keys of a page that lists them itself, while mounted; where there is no handler, the browser has the key. */
export function usePageKeys<Action extends string>(
  bindings: readonly { action: Action; keys: readonly string[] }[],
  handlers: Partial<Record<Action, () => unknown>>,
): void {
  useShortcuts(({ event, name, place }) => {
    if (event.repeat || place.typing || name === undefined) return undefined;
    // A button that has the focus is pressed by these two itself.
    if (place.pressing && (name === 'Enter' || name === ' ')) return undefined;
    const pressed = name.length === 1 ? name.toLowerCase() : name;
    const action = bindings.find(({ keys }) => keys.includes(pressed))?.action;
    return action && handlers[action];
  });
}

/** Takes the codes that a barcode scanner sends outside of fields, while mounted. */
export function useScannedCodes(take: TakesCode): void {
  const current = useRef(take);
  current.current = take;
  useEffect(() => addCodeTaker((code) => current.current(code)), []);
}
