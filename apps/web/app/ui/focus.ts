import { createContext, useContext, useState, useSyncExternalStore } from 'react';

/** Field whose pixels are looked at, and from which side. */
export interface Looked {
  recordId: string;
  field: string;
  /** `form`: the picture follows. `picture`: the form follows. `hover`: only lights up. */
  from: 'form' | 'picture' | 'hover';
}

interface FocusState {
  /** Field under the pointer, or else the focused one. */
  looked: Looked | undefined;
  /** Field that had the focus last, wherever the pointer is: what moves or grows for it stays. */
  focused: Looked | undefined;
  /** Box of a line or barcode under the pointer in the list of what was read. */
  litId: string | undefined;
}

/** Where one looks. It stays the same object: of hundreds of fields only the one left and the one reached are drawn again. */
interface Focus {
  state(): FocusState;
  subscribe(listener: () => void): () => void;
  look(next: Looked): void;
  hover(next: { recordId: string; field: string } | undefined): void;
  lightUp(id: string | undefined): void;
}

const nowhere: FocusState = { looked: undefined, focused: undefined, litId: undefined };

function createFocus(): Focus {
  let state = nowhere;
  let focused: Looked | undefined;
  let hovered: Looked | undefined;
  const listeners = new Set<() => void>();
  const set = (litId: string | undefined): void => {
    state = { looked: hovered ?? focused, focused, litId };
    for (const listener of listeners) listener();
  };
  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    look: (next) => {
      focused = next;
      set(state.litId);
    },
    hover: (next) => {
      hovered = next && { ...next, from: 'hover' };
      set(state.litId);
    },
    lightUp: set,
  };
}

export const FocusContext = createContext<Focus | null>(null);

/** For the page that shows a picture and its fields. */
export const useNewFocus = (): Focus => useState(createFocus)[0];

export function useFocus(): Focus {
  const focus = useContext(FocusContext);
  if (!focus) throw new Error('useFocus outside of a capture');
  return focus;
}

function useFocusState<Part>(partOf: (state: FocusState) => Part): Part {
  const focus = useFocus();
  return useSyncExternalStore(
    focus.subscribe,
    () => partOf(focus.state()),
    () => partOf(nowhere),
  );
}

export const useLooked = (): Looked | undefined => useFocusState(({ looked }) => looked);

export const useLitId = (): string | undefined => useFocusState(({ litId }) => litId);

/** Whether one looks at this field, and from which side. */
export const useLookedFrom = (recordId: string, field: string): Looked['from'] | undefined =>
  useFocusState(({ looked }) =>
    looked?.recordId === recordId && looked.field === field ? looked.from : undefined,
  );

/** Whether this field had the focus last. */
export const useIsFocused = (recordId: string, field: string): boolean =>
  useFocusState(({ focused }) => focused?.recordId === recordId && focused.field === field);

/** Id of the control that edits a field. */
export const controlId = (recordId: string, field: string): string => `field-${recordId}-${field}`;
