import { useShortcuts } from '../../keyboard/use-keys.ts';

export type CameraKey =
  | 'take'
  | 'mode'
  | 'torch'
  | 'auto'
  | 'lens'
  | 'sound'
  | 'vibration'
  | 'finish'
  | 'undo'
  | 'zoom-in'
  | 'zoom-out';

const keys: Record<string, CameraKey> = {
  ' ': 'take',
  Enter: 'take',
  m: 'mode',
  t: 'torch',
  a: 'auto',
  l: 'lens',
  s: 'sound',
  v: 'vibration',
  f: 'finish',
  u: 'undo',
  '+': 'zoom-in',
  '=': 'zoom-in',
  '-': 'zoom-out',
};

/** Keys of the camera page while it is mounted. */
export function useCameraKeys(onKey: (key: CameraKey) => void): void {
  useShortcuts(({ event, name, place }) => {
    if (event.repeat || place.typing || name === undefined) return undefined;
    const key = keys[name.length === 1 ? name.toLowerCase() : name];
    // A button that has the focus is pressed by these two itself.
    return key && !(key === 'take' && place.pressing) ? () => onKey(key) : undefined;
  });
}
