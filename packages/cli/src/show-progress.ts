/** On a terminal one line that is written over, elsewhere a line every ten seconds. On stderr. */
export function showProgress<T>(inWords: (progress: T) => string): {
  show: (progress: T) => void;
  clear: () => void;
} {
  const isTerminal = process.stderr.isTTY;
  const everyMs = isTerminal ? 500 : 10_000;
  let shownAt = performance.now();
  return {
    show(progress) {
      if (performance.now() - shownAt < everyMs) return;
      shownAt = performance.now();
      process.stderr.write(isTerminal ? `\r${inWords(progress)}\u001b[K` : `${inWords(progress)}\n`);
    },
    clear() {
      if (isTerminal) process.stderr.write('\r\u001b[K');
    },
  };
}
