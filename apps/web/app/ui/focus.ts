import { createContext, useContext } from 'react';

/** Field whose pixels are looked at, and from which side. */
export interface Looked {
  recordId: string;
  field: string;
  /** `form`: the picture follows. `picture`: the form follows. `hover`: only lights up. */
  from: 'form' | 'picture' | 'hover';
}

export interface FocusValue {
  /** Field under the pointer, or else the focused one. */
  looked: Looked | undefined;
  /** Field that had the focus last, wherever the pointer is: what moves or grows for it stays. */
  focused: Looked | undefined;
  look(next: Looked): void;
  hover(next: { recordId: string; field: string } | undefined): void;
  /** Box of a line or barcode under the pointer in the list of what was read. */
  litId: string | undefined;
  lightUp(id: string | undefined): void;
}

export const FocusContext = createContext<FocusValue | null>(null);

export function useFocus(): FocusValue {
  const focus = useContext(FocusContext);
  if (!focus) throw new Error('useFocus outside of a capture');
  return focus;
}

/** Id of the control that edits a field. */
export const controlId = (recordId: string, field: string): string => `field-${recordId}-${field}`;
