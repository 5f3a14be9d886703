/** Every key of the desktop page: what it does, as the list of keys names it. */
export const desktopKeys = [
  { action: 'share', keys: ['s'] },
  { action: 'mark', keys: ['m'] },
  { action: 'read', keys: ['r'] },
  { action: 'live', keys: ['b'] },
  { action: 'keep', keys: ['k'] },
  { action: 'files', keys: ['u'] },
  { action: 'help', keys: ['?', 'Mod+/'] },
] as const;
