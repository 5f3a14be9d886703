import { type RefObject, useEffect, useRef } from 'react';

/**
 * A field that starts with a value of the address and follows it when one goes elsewhere, except where something else was
 * typed or chosen in it meanwhile: a list that comes in late takes nothing away.
 */
export function useFollowedField<Field extends HTMLInputElement | HTMLSelectElement>(
  value: string,
): { ref: RefObject<Field | null>; defaultValue: string } {
  const ref = useRef<Field>(null);
  const followed = useRef(value);
  useEffect(() => {
    const field = ref.current;
    if (field?.value === followed.current) field.value = value;
    followed.current = value;
  }, [value]);
  return { ref, defaultValue: value };
}
