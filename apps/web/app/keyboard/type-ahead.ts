/** How long what was typed counts as the beginning of what is typed next, as browsers have it. */
const pauseMs = 1000;

/**
 * The option that typed letters lead to, as in a list of the browser: the next that begins with them; one letter again and
 * again goes through all that begin with it.
 *
 * @param from - the option that is chosen, -1 for none
 */
export function optionFor(labels: readonly (string | undefined)[], from: number, typed: string): number {
  const letters = [...typed.toLowerCase()];
  const isOneLetter = letters.every((each) => each === letters[0]);
  const wanted = isOneLetter ? (letters[0] ?? '') : letters.join('');
  const { length } = labels;
  // More letters may still mean the option one is at.
  for (let step = isOneLetter ? 1 : 0; step <= length; step++) {
    const at = (Math.max(0, from) + step + (from < 0 ? -1 : 0) + length) % length;
    if (labels[at]?.trim().toLowerCase().startsWith(wanted)) return at;
  }
  return from;
}

let typed = { into: undefined as HTMLSelectElement | undefined, letters: '', at: 0 };

/** Does in a closed list what the browser would have done with a letter, once it is known to be a person's. */
export function typeInto(list: HTMLSelectElement, letter: string, at: number): void {
  const goesOn = typed.into === list && at - typed.at <= pauseMs;
  typed = { into: list, letters: (goesOn ? typed.letters : '') + letter, at };
  const labels = [...list.options].map((each) => (each.disabled ? undefined : each.label));
  const next = optionFor(labels, list.selectedIndex, typed.letters);
  if (next === list.selectedIndex) return;
  list.selectedIndex = next;
  list.dispatchEvent(new Event('input', { bubbles: true }));
  list.dispatchEvent(new Event('change', { bubbles: true }));
}
