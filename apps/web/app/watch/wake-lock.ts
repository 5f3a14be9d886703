let holders = 0;
let lock: WakeLockSentinel | undefined;

/** Keeps the screen on while a watch is read and looked at; a hidden page gives the lock back by itself. @returns ends it */
export function holdWakeLock(): () => void {
  holders++;
  if (holders === 1) document.addEventListener('visibilitychange', follow);
  follow();
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    holders--;
    if (holders > 0) return;
    document.removeEventListener('visibilitychange', follow);
    void lock?.release().catch(() => {});
    lock = undefined;
  };
}

function follow(): void {
  if (holders === 0 || document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
  if (lock && !lock.released) return;
  // Refused on low battery: the watch goes on, the screen may go dark.
  navigator.wakeLock.request('screen').then(
    (sentinel) => {
      if (holders === 0) void sentinel.release();
      else lock = sentinel;
    },
    () => {},
  );
}
