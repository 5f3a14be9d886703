import { flushSync } from 'react-dom';
import { createBurstDetector, type Heard, type Key, maxGapMs, type Scan } from './burst.ts';
import { isCharacter, isComposed, nameOf } from './pressed-key.ts';
import { typeInto } from './type-ahead.ts';

/** Where a key was pressed. */
export interface KeyPlace {
  /** The focus is in something one types or chooses in. */
  typing: boolean;
  /** The focus is on a button or link, which Enter and the space bar press. */
  pressing: boolean;
}

/** A key press, as shortcuts see it. */
export interface KeyPress {
  event: KeyboardEvent;
  /** See {@link nameOf}. */
  name: string | undefined;
  place: KeyPlace;
}

/** What a press would do; undefined: nothing. What it does may answer `false`: then the browser has the key. */
export type Shortcuts = (press: KeyPress) => (() => unknown) | undefined;

/** Takes a code a scanner sent; answers `false` where it has no use for it. */
export type TakesCode = (code: string) => unknown;

/** Why a code went nowhere. */
export type Unused = Scan & { isCovered: boolean };

const typed =
  'input:not([type=checkbox],[type=radio],[type=button],[type=submit],[type=reset],[type=file],[type=range],[type=color])';
/** Where a code can be written. Lists one chooses from are none of them: a code would choose. */
const textFields = `${typed}:not([readonly]), textarea:not([readonly]), [contenteditable=true]`;
const typedIn = `input[type=range], ${typed}, textarea, select, [contenteditable=true], [role=combobox], [role=menu], [role=listbox]`;
const pressedBy = 'button, a[href], summary, [role=button], [role=menuitem]';
const overlays = '[role=dialog], [role=menu], [role=listbox]';
const modifiers = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'NumLock', 'Dead']);
/** Separators inside of a code, and its end, as scanners send what no key has (GS1 General Specifications, 7.8). */
const controlKeys: Record<string, string> = { ']': '\u001d', '^': '\u001e', j: 'Enter', m: 'Enter' };
/** A timer this much late was held up by the page, and so may be the keys. */
const lateMs = 10;

interface Pending extends Key, KeyPress {
  hadOverlay: boolean;
  /** A list of the browser, closed, in which a letter chooses. */
  list: HTMLSelectElement | undefined;
}

const shortcuts = new Set<Shortcuts>();
const takers: TakesCode[] = [];
let onUnused: (unused: Unused) => void = () => undefined;
let hasSingleKeys = true;

const detector = createBurstDetector<Pending>();
/** Of what is typed where one searches for what to choose. */
const searching = createBurstDetector<Key>();
const heard = new WeakMap<KeyboardEvent, { press: Pending; verdict: 'own' | 'held' }>();
/** Keys that wait and that nothing else on the page has used. */
const free = new WeakSet<KeyboardEvent>();
/** Keys whose press nothing may hear: nor their release, on which some browsers press a button. */
const swallowed = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;

const isMac = (): boolean => /Mac|iP(hone|ad)/.test(navigator.platform);

/** A key as a scanner would mean it. */
function scannedKey(event: KeyboardEvent, name: string | undefined): string {
  const isInCode = detector.dueAt() !== undefined;
  if (isInCode && event.ctrlKey && !isComposed(event, isMac()))
    return controlKeys[event.key.toLowerCase()] ?? `Mod+${event.key}`;
  return name ?? `Alt+${event.key}`;
}

/** What could be done with a key. An open dialog or menu has the keyboard to itself. */
function usesOf({ hadOverlay, ...press }: Pending): (() => unknown)[] {
  const { name } = press;
  // WCAG 2.1.4 is about letters, digits and signs; the space bar is none of them.
  const isOff = name === undefined || (!hasSingleKeys && name !== ' ' && isCharacter(name));
  return hadOverlay || isOff
    ? []
    : [...shortcuts].map((plan) => plan(press)).filter((use) => use !== undefined);
}

function pass({ released, scan }: Heard<Pending>): void {
  // Several may be acted on in one go: each has to find what the one before it made.
  for (const press of released) {
    const isUsed = !free.has(press.event) || usesOf(press).some((use) => flushSync(use) !== false);
    if (!isUsed && press.list?.isConnected) typeInto(press.list, press.key, press.timeStamp);
  }
  if (!scan) return;
  const isCovered = document.querySelector(overlays) !== null;
  if (scan.end === 'enter' && !isCovered && takers.toReversed().some((take) => take(scan.code) !== false))
    return;
  onUnused({ ...scan, isCovered });
}

function wait(isAgain = false): void {
  clearTimeout(timer);
  const due = detector.dueAt();
  if (due === undefined) return;
  timer = setTimeout(
    () => {
      const now = performance.now();
      if (!isAgain && now - due > lateMs) wait(true);
      else {
        pass(detector.settle(now));
        wait();
      }
    },
    isAgain ? maxGapMs : Math.max(0, due - performance.now()) + 1,
  );
}

function swallow(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
  free.add(event);
  swallowed.add(event.code);
}

function onDown(event: KeyboardEvent): void {
  swallowed.delete(event.code);
  if (event.isComposing || modifiers.has(event.key)) return;
  const target = event.target instanceof Element ? event.target : document.body;
  const name = nameOf(event, isMac());
  const press: Pending = {
    event,
    name,
    key: scannedKey(event, name),
    timeStamp: event.timeStamp,
    repeat: event.repeat,
    place: { typing: target.closest(typedIn) !== null, pressing: target.closest(pressedBy) !== null },
    // A dialog hears Escape at the window on the way down and may be gone on the way up.
    hadOverlay: document.querySelector(overlays) !== null,
    list: target instanceof HTMLSelectElement && !target.multiple ? target : undefined,
  };
  // What is sent to a field is typed there.
  if (target.closest(textFields)) {
    heard.set(event, { press, verdict: 'own' });
    // Where one searches for what to choose, the end of a code would choose.
    const isEnd =
      target.closest('[role=combobox]') !== null &&
      searching.press(press).verdict === 'swallowed' &&
      !isCharacter(press.key);
    if (isEnd) swallow(event);
    return;
  }
  const { verdict, ...rest } = detector.press(press);
  if (verdict === 'swallowed') swallow(event);
  else heard.set(event, { press, verdict });
  // What the browser would choose by the first character of a code is not undone by knowing better later.
  if (verdict === 'held' && press.list) event.preventDefault();
  pass(rest);
  wait();
}

function onDownAfter(event: KeyboardEvent): void {
  const known = heard.get(event);
  if (!known || (event.defaultPrevented && !known.press.list)) return;
  const { press, verdict } = known;
  const uses = usesOf(press);
  if (verdict === 'held') free.add(event);
  if (verdict === 'held' ? uses.length > 0 : uses.some((use) => use() !== false)) event.preventDefault();
}

function onUp(event: KeyboardEvent): void {
  if (!swallowed.delete(event.code)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

// Listeners of one element are called in the order they were added: these come before those of any dialog.
if (typeof window !== 'undefined') {
  window.addEventListener('keydown', onDown, { capture: true });
  window.addEventListener('keyup', onUp, { capture: true });
  document.addEventListener('keydown', onDownAfter);
}

/** Adds shortcuts; the first that has a use for a key gets it. @returns takes them away again */
export function addShortcuts(plan: Shortcuts): () => void {
  shortcuts.add(plan);
  return () => void shortcuts.delete(plan);
}

/** Adds a taker of codes; the latest is asked first. @returns takes them away again */
export function addCodeTaker(take: TakesCode): () => void {
  takers.push(take);
  return () => void takers.splice(takers.lastIndexOf(take), 1);
}

/** Whether letters, digits and signs alone do something; and who tells of codes that went nowhere. */
export function setUpKeyboard(given: { hasSingleKeys: boolean; onUnused: typeof onUnused }): void {
  hasSingleKeys = given.hasSingleKeys;
  onUnused = given.onUnused;
}
