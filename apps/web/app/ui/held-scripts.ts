/** Dispatched on `window` once the page's components answer to events. */
export const HYDRATED_EVENT = 'readout:hydrated';

/**
 * Attribute of a link that would lose the visitor's place if it were followed without scripts: a click on it before they
 * are there is kept and done once they are, as it is with every button that is not for sending a form.
 */
export const REPLAYED = { 'data-replay': '' };

/** A link whose scripts never came is followed after this time. */
const patienceMs = 5000;

/**
 * Runs in the page. `start` starts the scripts that wait in `script[data-held-scripts]`, once. Until the page answers,
 * clicks on what needs them and pasted files are kept; then the last click and every paste are done, and the page is told
 * where pointer and focus are.
 */
const hold = `
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
};
let clicked, over, timer;
const pasted = [];
const point = (event) => { over = event.target; };
const keep = (event) => {
  const element = event.target.closest?.('button[type=button], [data-replay]');
  if (!element || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  clicked = element;
  clearTimeout(timer);
  if (element.href) timer = setTimeout(() => location.assign(element.href), ${patienceMs});
};
// What is on the clipboard can be read only while the event is under way.
const keepPasted = ({ clipboardData, target }) => {
  if (!clipboardData?.files.length) return;
  const kept = new DataTransfer();
  for (const file of clipboardData.files) kept.items.add(file);
  const text = clipboardData.getData('text/plain');
  if (text) kept.setData('text/plain', text);
  pasted.push([target, kept]);
};
addEventListener('paste', keepPasted, true);
addEventListener('pointerover', point, { capture: true, passive: true });
addEventListener('click', keep, true);
addEventListener('${HYDRATED_EVENT}', () => {
  removeEventListener('pointerover', point, true);
  removeEventListener('click', keep, true);
  removeEventListener('paste', keepPasted, true);
  clearTimeout(timer);
  if (over?.isConnected) over.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
  document.activeElement?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  if (clicked?.isConnected) clicked.click();
  for (const [target, clipboardData] of pasted)
    (target?.isConnected ? target : document.body)
      .dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
}, { once: true });`;

/** Inline script: the page's scripts start when it has been painted. A page nobody sees is not. */
export const releaseWhenPainted = inline(`${hold}
if (document.hidden) start(); else requestAnimationFrame(() => setTimeout(start));`);

/** How long a picture is waited for, once the page is painted. */
const pictureMs = 400;

/** Inline script: the page's scripts start when a video of it shows something, or nothing came in time. */
export const releaseAtPicture = inline(`${hold}
addEventListener('loadeddata', ({ target }) => {
  if (target.requestVideoFrameCallback) target.requestVideoFrameCallback(start); else start();
}, { once: true, capture: true });
for (const type of ['pointerdown', 'keydown']) addEventListener(type, start, { once: true, capture: true, passive: true });
if (document.hidden) start(); else requestAnimationFrame(() => setTimeout(start, ${pictureMs}));`);

/** Inline script: the page's scripts start at the first sign of somebody being there. */
export const releaseAtInteraction = inline(`${hold}
for (const type of ['pointermove', 'pointerdown', 'keydown', 'focusin', 'dragenter'])
  addEventListener(type, start, { once: true, capture: true, passive: true });`);

function inline(body: string): string {
  return `(() => {${body}\n})()`;
}
