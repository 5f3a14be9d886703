import { useShortcuts } from '../../keyboard/use-keys.ts';

/** Every key of the camera page: what it does, as the list of keys names it. */
export const cameraKeys = [
  { action: 'take', keys: [' ', 'Enter'] },
  { action: 'mode', keys: ['m'] },
  { action: 'torch', keys: ['t'] },
  { action: 'auto', keys: ['a'] },
  { action: 'lens', keys: ['l'] },
  { action: 'finish', keys: ['f'] },
  { action: 'undo', keys: ['u'] },
  { action: 'zoom_in', keys: ['+', '='] },
  { action: 'zoom_out', keys: ['-'] },
  { action: 'sound', keys: ['s'] },
  { action: 'vibration', keys: ['v'] },
  { action: 'help', keys: ['?', 'Mod+/'] },
] as const;

export type CameraKey = (typeof cameraKeys)[number]['action'];

/** Keys of the camera page while it is mounted. */
export function useCameraKeys(onKey: (key: CameraKey) => void): void {
  useShortcuts(({ event, name, place }) => {
    if (event.repeat || place.typing || name === undefined) return undefined;
    const pressed = name.length === 1 ? name.toLowerCase() : name;
    const action = cameraKeys.find(({ keys }) => keys.some((key) => key === pressed))?.action;
    // A button that has the focus is pressed by these two itself.
    return action && !(action === 'take' && place.pressing) ? () => onKey(action) : undefined;
  });
}
