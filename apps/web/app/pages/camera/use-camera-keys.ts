import { useEffect, useRef } from 'react';

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

const typed = 'input:not([type=radio],[type=file]), textarea, select, [contenteditable=true]';
const pressed = 'button, a[href], summary, label';

/** Keys of the camera page while it is mounted; a dialog or menu on top has the keyboard to itself. */
export function useCameraKeys(onKey: (key: CameraKey) => void): void {
  const current = useRef(onKey);
  current.current = onKey;
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target instanceof Element ? event.target : document.body;
      if (target.closest(typed) || document.querySelector('[role=dialog], [role=menu], [role=listbox]'))
        return;
      const key = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!key) return;
      // A button that has the focus is pressed by these two itself; a mode is chosen by neither.
      if (key === 'take' && target.closest(pressed) && !target.closest('input[type=radio]')) return;
      event.preventDefault();
      current.current(key);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
