/** Every key of the camera page: what it does, as the list of keys names it. */
export const cameraKeys = [
  { action: 'take', keys: [' ', 'Enter'] },
  { action: 'mode', keys: ['m'] },
  { action: 'torch', keys: ['t'] },
  { action: 'auto', keys: ['a'] },
  { action: 'lens', keys: ['l'] },
  { action: 'focus', keys: ['o'] },
  { action: 'finish', keys: ['f'] },
  { action: 'undo', keys: ['u'] },
  { action: 'taken', keys: ['g'] },
  { action: 'zoom_in', keys: ['+', '='] },
  { action: 'zoom_out', keys: ['-'] },
  { action: 'sound', keys: ['s'] },
  { action: 'vibration', keys: ['v'] },
  { action: 'help', keys: ['?', 'Mod+/'] },
] as const;
