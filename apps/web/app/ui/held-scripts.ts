/** Dispatched on `window` once the page's components answer to events. */
export const HELD_SCRIPTS_EVENT = 'readout:hydrated';

/**
 * Attribute of what needs scripts to do its work, or would lose its place without them: a click on it before the page's
 * scripts are there is kept and done once they are.
 */
export const REPLAYED = { 'data-replay': '' };

/** A link whose scripts never came is followed after this time. */
const patienceMs = 5000;

/** Runs in the page: starts the scripts that wait in `script[data-held-scripts]`, once. */
const start = `
const start = () => {
  const held = document.querySelector('script[data-held-scripts]');
  if (!held) return;
  for (const href of held.dataset.heldScripts.split(' ')) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = href;
    document.head.append(link);
  }
  held.removeAttribute('data-held-scripts');
  const script = document.createElement('script');
  script.type = 'module';
  script.nonce = held.nonce;
  script.textContent = held.textContent;
  document.head.append(script);
  script.remove();
};`;

/** Inline script: the page's scripts start when it is painted and nothing else is to be done, or at the first touch. */
export const releaseWhenIdle = inline(`${start}
const idle = () => (window.requestIdleCallback ?? setTimeout)(start);
if (document.readyState === 'complete') idle(); else addEventListener('load', idle);
for (const type of ['pointerdown', 'keydown']) addEventListener(type, start, { once: true, capture: true, passive: true });`);

/**
 * Inline script: the page's scripts start at the first sign of somebody being there. A click on something marked with
 * `data-replay`, where the pointer is and what has the focus are told to the page again once it answers.
 */
export const releaseAtInteraction = inline(`${start}
const types = ['pointerover', 'pointerdown', 'keydown', 'focusin'];
let clicked, over, timer;
const begin = (event) => {
  if (event.type === 'pointerover') over = event.target;
  // A pointer that merely rests where the page appeared is nobody's doing.
  if (event.type !== 'pointerover' || begin.wasMoved) start();
};
const moved = () => { begin.wasMoved = true; start(); };
const keep = (event) => {
  const element = event.target.closest?.('[data-replay]');
  if (!element || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  clicked = element;
  clearTimeout(timer);
  if (element.href) timer = setTimeout(() => location.assign(element.href), ${patienceMs});
  start();
};
for (const type of types) addEventListener(type, begin, { capture: true, passive: true });
addEventListener('pointermove', moved, { capture: true, passive: true, once: true });
addEventListener('click', keep, true);
addEventListener('${HELD_SCRIPTS_EVENT}', () => {
  for (const type of types) removeEventListener(type, begin, true);
  removeEventListener('click', keep, true);
  clearTimeout(timer);
  if (over?.isConnected) over.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
  const focused = document.activeElement;
  if (focused?.closest('[data-replay]')) focused.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  if (clicked?.isConnected) clicked.click();
}, { once: true });`);

function inline(body: string): string {
  return `(() => {${body.replace(/\s*\n\s*/g, '\n')}\n})()`;
}
