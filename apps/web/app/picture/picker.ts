import type { Picked } from '@readout/domain/records/rules';
import {
  createContext,
  type KeyboardEvent,
  useContext,
  useEffect,
  useRef,
  useSyncExternalStore,
} from 'react';
import { boundsOf, type Quad, type Rect, type Rotation } from './geometry.ts';
import { nearest, type PickedWords, pickedWords, readAgainAt, stepFrom, type Word } from './words.ts';

export type PickedText = PickedWords & Picked;

/** The control that has the focus and can be filled from the picture. */
export interface PickTarget {
  label: string;
  /** Where its value was seen: one begins to look there. */
  quads: readonly Quad[];
  /** Undefined: nothing is picked any more. */
  take(picked: PickedText | undefined): void;
}

interface PickState {
  /** Of the open page, and of what was read again of it. */
  words: readonly Word[];
  target: PickTarget | undefined;
  /** Numbers of words, in reading order. */
  selected: readonly number[];
  /** Word the arrow keys are at; undefined while they are the control's own. */
  cursor: { anchor: number; head: number } | undefined;
  /** What is being read again, in pixels of the page. */
  rereading: Rect | undefined;
  /** What was picked before it was read again, with the words there were. */
  before: Pick<PickState, 'words' | 'selected'> | undefined;
}

const noPick = {
  target: undefined,
  selected: [],
  cursor: undefined,
  rereading: undefined,
  before: undefined,
};
const idle: PickState = { words: [], ...noPick };

/** Words of a region, read by itself; none where nothing can be read, undefined where it failed, which is told. */
type ReadRegion = (region: Rect) => Promise<readonly Word[] | undefined>;

/** Words of the open page, and which of them go into the control that has the focus. */
interface Picker {
  state(): PickState;
  subscribe(listener: () => void): () => void;
  begin(target: PickTarget): void;
  end(target: PickTarget): void;
  /** @param also - beside what is picked already; a single word that is, is let go */
  pick(numbers: readonly number[], also: boolean): void;
  /**
   * Has pixels read again where nothing was read, and picks what comes, unless one goes on otherwise meanwhile. One region
   * at a time.
   */
  reread(region: Rect, also: boolean): Promise<void>;
  /** Has what is picked read again, because it was read wrongly; what comes takes its place. */
  rereadPicked(): Promise<void>;
  /** Picks again what was picked before that. */
  putBack(): void;
  /** What was picked is saved, or undone. */
  clear(): void;
  /**
   * Whether a key pressed in the control is for the picture: Alt ↓ begins, then arrows go from word to word; Alt Enter reads what
   * is picked again, and goes back.
   */
  press(event: Pick<KeyboardEvent, 'key' | 'altKey' | 'shiftKey' | 'ctrlKey' | 'metaKey'>): boolean;
}

export function createPicker({
  readingId,
  words: given,
  rotation,
  readRegion,
  onNothingReadable,
}: {
  readingId: string;
  words: readonly Word[];
  rotation: Rotation;
  readRegion: ReadRegion;
  /** Not called where one went on otherwise meanwhile. */
  onNothingReadable(): void;
}): Picker {
  let state: PickState = { ...idle, words: given };
  const listeners = new Set<() => void>();
  const set = (next: PickState): void => {
    state = next;
    for (const listener of listeners) listener();
  };
  const select = (selected: readonly number[], cursor: PickState['cursor']): void => {
    set({ ...state, selected, cursor, rereading: undefined, before: undefined });
    const picked = pickedWords(selected.map((number) => state.words[number]!));
    state.target?.take(selected.length > 0 ? { readingId, ...picked } : undefined);
  };
  const moveTo = (anchor: number, head: number): void => {
    const first = Math.min(anchor, head);
    const count = Math.abs(anchor - head) + 1;
    select(
      Array.from({ length: count }, (_, index) => first + index),
      { anchor, head },
    );
  };
  const start = (): number => {
    const seen = state.target && boundsOf(state.target.quads);
    const boxes = state.words.map(({ quad }) => boundsOf([quad]));
    return (seen && nearest(boxes, [seen.x + seen.width / 2, seen.y + seen.height / 2], Infinity)) ?? 0;
  };
  const numbersFrom = (first: number, { length }: readonly Word[]): number[] =>
    Array.from({ length }, (_, index) => first + index);
  /** Words of a region; undefined where nothing is to be done with them. */
  const readNow = async (region: Rect): Promise<readonly Word[] | undefined> => {
    set({ ...state, rereading: region });
    const found = await readRegion(region);
    if (state.rereading !== region) return undefined;
    if (found?.length) return found;
    set({ ...state, rereading: undefined });
    if (found) onNothingReadable();
    return undefined;
  };
  const rereadPicked = async (): Promise<void> => {
    const before = { words: state.words, selected: state.selected };
    const region = readAgainAt(before.selected.map((number) => before.words[number]!));
    if (!region || state.rereading || !state.target) return;
    const found = await readNow(region);
    const [first] = before.selected;
    if (!found || first === undefined) return;
    const isLeft = (_: Word, number: number): boolean => !before.selected.includes(number);
    const following = before.words.slice(first).filter((word, index) => isLeft(word, first + index));
    set({ ...state, words: [...before.words.slice(0, first), ...found, ...following] });
    select(numbersFrom(first, found), undefined);
    set({ ...state, before });
  };
  const putBack = (): void => {
    if (!state.before) return;
    const { words, selected } = state.before;
    set({ ...state, words });
    select(selected, undefined);
  };
  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    begin: (target) => set({ ...state, ...noPick, target }),
    end: (target) => {
      if (state.target === target) set({ ...state, ...noPick });
    },
    pick: (numbers, also) => {
      const [only] = numbers;
      const isLetGo = also && numbers.length === 1 && only !== undefined && state.selected.includes(only);
      const selected = isLetGo
        ? state.selected.filter((number) => number !== only)
        : [...new Set([...(also ? state.selected : []), ...numbers])].sort((a, b) => a - b);
      select(selected, undefined);
    },
    reread: async (region, also) => {
      if (state.rereading || !state.target) return;
      const found = await readNow(region);
      if (!found) return;
      const first = state.words.length;
      set({ ...state, words: [...state.words, ...found] });
      select([...(also ? state.selected : []), ...numbersFrom(first, found)], undefined);
    },
    rereadPicked,
    putBack,
    clear: () => set({ ...state, ...noPick, target: state.target }),
    press: ({ key, altKey, shiftKey, ctrlKey, metaKey }) => {
      const { words } = state;
      if (state.rereading && !modifiers.has(key)) {
        set({ ...state, rereading: undefined });
        if (key === 'Escape') return true;
      }
      // The control undoes what was picked: the words are again those there were.
      if (key === 'Escape' && state.before)
        set({ ...state, words: state.before.words, selected: [], before: undefined });
      if (altKey && key === 'Enter' && (state.before || state.selected.length > 0)) {
        if (state.before) putBack();
        else void rereadPicked();
        return true;
      }
      if (!state.target || words.length === 0 || ctrlKey || metaKey) return false;
      if (!state.cursor) {
        if (!altKey || key !== 'ArrowDown') return false;
        const at = state.selected.at(-1) ?? start();
        moveTo(at, at);
        return true;
      }
      // What one types from here on is the control's.
      if (key.length === 1 || key === 'Backspace' || key === 'Delete') set({ ...state, cursor: undefined });
      if (key !== 'ArrowLeft' && key !== 'ArrowRight' && key !== 'ArrowUp' && key !== 'ArrowDown')
        return false;
      const head = stepFrom(words, state.cursor.head, key, rotation);
      moveTo(shiftKey ? state.cursor.anchor : head, head);
      return true;
    },
  };
}

const modifiers: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta']);

/** Null where nothing can be filled: no reading, or nobody may. */
export const PickerContext = createContext<Picker | null>(null);

const never = () => () => undefined;

export function usePickState(picker: Picker | null): PickState {
  return useSyncExternalStore(
    picker?.subscribe ?? never,
    () => picker?.state() ?? idle,
    () => idle,
  );
}

/** On every control that begins as soon as it has the focus. */
export const filledOnFocus = { 'data-filled-on-focus': '' };

/** What a control does so that it can be filled from the picture while it has the focus. */
export function usePickTarget(given: PickTarget): {
  begin(): void;
  /** @param next what gets the focus; where that begins itself, the words stay drawn. */
  leave(next: EventTarget | null): void;
  clear(): void;
  press(event: KeyboardEvent): boolean;
} {
  const picker = useContext(PickerContext);
  const latest = useRef(given);
  latest.current = given;
  const begun = useRef<{ picker: Picker; target: PickTarget }>(undefined);
  const end = (): void => {
    begun.current?.picker.end(begun.current.target);
    begun.current = undefined;
  };
  const begin = (): void => {
    end();
    if (!picker) return;
    const target: PickTarget = {
      label: latest.current.label,
      quads: latest.current.quads,
      take: (picked) => latest.current.take(picked),
    };
    begun.current = { picker, target };
    picker.begin(target);
  };
  // Read again meanwhile: the words are others.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another picker begins again
  useEffect(() => {
    if (begun.current && begun.current.picker !== picker) begin();
  }, [picker]);
  useEffect(() => () => begun.current?.picker.end(begun.current.target), []);
  return {
    begin,
    leave: (next) => {
      if (next instanceof HTMLElement && next.matches('[data-filled-on-focus]')) begun.current = undefined;
      else end();
    },
    clear: () => {
      if (begun.current?.picker.state().selected.length) begun.current.picker.clear();
    },
    press: (event) => {
      if (!begun.current?.picker.press(event)) return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
  };
}
