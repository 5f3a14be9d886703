/**
 * Runs in the page. `pressed` is when the last key went down, by the event's own clock; `seen(text)` resolves with the
 * milliseconds from it until the next frame after the value and a box of it are in the page.
 */
export const watchScript = `(() => {
  let pressedAt = 0;
  addEventListener('keydown', (event) => { pressedAt = event.timeStamp; }, true);
  const isThere = (text) =>
    [...document.querySelectorAll('article dd b')].some((each) => each.textContent === text) &&
    [...document.querySelectorAll('polygon[data-kind="field"] title')].some((each) => each.textContent === text);
  window.seen = (text) => new Promise((resolve, reject) => {
    const late = setTimeout(() => { observer.disconnect(); reject(new Error('not seen: ' + text)); }, 20000);
    const look = () => {
      if (!isThere(text)) return;
      observer.disconnect();
      clearTimeout(late);
      requestAnimationFrame(() => { resolve(performance.now() - pressedAt); });
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    look();
  });
})()`;
