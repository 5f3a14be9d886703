import { companyMarker } from '../../server/request/company-marker.ts';

/** Dispatched on `window` once the page's components answer to events. */
export const HYDRATED_EVENT = 'readout:hydrated';

/**
 * Attribute of a link that would lose the visitor's place if it were followed without scripts: a click on it before they
 * are there is kept and done once they are, as it is with every button that is not for sending a form.
 */
export const REPLAYED = { 'data-replay': '' };

/** A link whose scripts never came is followed after this time, a form sent. */
const patienceMs = 5000;

/**
 * Runs in the page. `start` starts the scripts that wait in `script[data-held-scripts]`, once. Until the page answers,
 * clicks on what needs them, forms that are sent, pasted, dropped and chosen files, what is typed and Enter after it are kept; then the
 * page is told of what was typed, entered, chosen, pasted and dropped, where pointer and focus are, and the last click or form is done. Where the scripts do not
 * come in time, a form is sent and a link followed without them.
 */
const hold = `
const start = () => {
  const held = document.querySelector('script[data-held-scripts]');
  if (!held) return;
  const preload = (addresses, properties) => {
    for (const href of addresses.split(' ').filter(Boolean))
      document.head.append(Object.assign(document.createElement('link'), properties, { href }));
  };
  preload(held.dataset.heldScripts, { rel: 'modulepreload' });
  preload(held.dataset.heldTexts, { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous' });
  held.removeAttribute('data-held-scripts');
  const script = document.createElement('script');
  script.type = 'module';
  script.nonce = held.nonce;
  script.textContent = held.textContent;
  document.head.append(script);
  script.remove();
};
let clicked, sent, over, timer;
const handed = [];
const shifted = new Map();
const point = (event) => { over = event.target; };
const keep = (event) => {
  if (/^(checkbox|radio)$/.test(event.target.type)) shifted.set(event.target, event.shiftKey);
  const element = event.target.closest?.('button[type=button], [data-replay]');
  if (!element || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  clicked = element;
  sent = undefined;
  clearTimeout(timer);
  if (element.href) timer = setTimeout(() => location.assign(element.href), ${patienceMs});
};
const send = () => {
  removeEventListener('submit', keepSent, true);
  const [form, submitter] = sent;
  const shown = form.isConnected ? form : [...document.forms].find((other) =>
    ['action', 'method', 'role'].every((name) => other.getAttribute(name) === form.getAttribute(name)) &&
    other.elements.length === form.elements.length);
  const by = submitter?.isConnected ? submitter : submitter &&
    [...(shown?.elements ?? [])].find(({ type, name, value, textContent }) =>
      type === submitter.type && name === submitter.name && value === submitter.value && textContent === submitter.textContent);
  shown?.requestSubmit(by || undefined);
};
const keepSent = (event) => {
  event.preventDefault();
  event.stopPropagation();
  sent = [event.target, event.submitter];
  clicked = undefined;
  clearTimeout(timer);
  timer = setTimeout(() => {
    sayCompany(...sent);
    send();
  }, ${patienceMs});
};
// Which company the page is about; with scripts every request says so.
const sayCompany = (form, submitter) => {
  const { company } = document.documentElement.dataset;
  if (!company || form.method !== 'post') return;
  const [owner, name] = submitter?.hasAttribute('formaction') ? [submitter, 'formaction'] : [form, 'action'];
  const address = new URL(owner.getAttribute(name) || location.href, location.href);
  address.searchParams.set('${companyMarker}', company);
  owner.setAttribute(name, address.href);
};
// What is pasted or dropped can be read only while the event is under way.
const keepHanded = (event) => {
  const given = event.clipboardData ?? event.dataTransfer;
  if (!given?.files.length) return;
  const kept = new DataTransfer();
  for (const file of given.files) kept.items.add(file);
  const text = given.getData('text/plain');
  if (text) kept.setData('text/plain', text);
  handed.push([event.type, event.target, kept]);
  // The browser would open a dropped file in place of the page.
  if (event.type === 'drop') event.preventDefault();
};
const allowDrop = (event) => {
  if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
};
addEventListener('paste', keepHanded, true);
addEventListener('dragover', allowDrop, true);
addEventListener('drop', keepHanded, true);
const typed = new Map();
// A copy: a field that is managed begins empty, and so would the list.
const copied = ({ files }) => {
  const kept = new DataTransfer();
  for (const file of files) kept.items.add(file);
  return kept.files;
};
const keepTyped = ({ target }) => {
  if (!target.matches?.('input, textarea, select')) return;
  typed.set(
    target,
    target.type === 'file' ? copied(target) : /^(checkbox|radio)$/.test(target.type) ? target.checked : target.value,
  );
};
addEventListener('input', keepTyped, true);
// In a form Enter sends it, which is kept as such.
let entered;
const keepEntered = (event) => {
  if (event.key === 'Enter' && typed.has(event.target) && !event.target.form) entered = event;
};
addEventListener('keydown', keepEntered, true);
// Chosen, or begun to be typed, before this script ran, which stands behind the page.
for (const field of document.querySelectorAll('input[type=file]'))
  if (field.files.length > 0) typed.set(field, copied(field));
const begun = document.activeElement;
if (begun.matches?.('input:not([type=file], [type=checkbox], [type=radio]), textarea') && begun.value !== begun.defaultValue)
  typed.set(begun, begun.value);
// Where the page was made again instead of being taken over, the field stands in another element.
const shownOf = (field) => field.isConnected ? field
  : (field.id && document.getElementById(field.id)) ||
    [...document.querySelectorAll(field.tagName)].find((other) =>
      field.name && ['name', 'type', 'ariaLabel'].every((name) => other[name] === field[name]) &&
      (!/^(checkbox|radio)$/.test(field.type) || other.value === field.value));
// React hears of a change only where the value differs from the one it knows, which is the one the server sent.
const tell = (field, kept) => {
  if (kept instanceof FileList) {
    field.files = kept;
    if (kept.length > 0) field.dispatchEvent(new Event('change', { bubbles: true }));
    return;
  }
  if (kept === true || kept === false) {
    field.checked = !kept;
    const shiftKey = shifted.get(field) ?? false;
    field.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey }));
    return;
  }
  const at = field === document.activeElement && field.selectionStart;
  if (field.tagName !== 'SELECT') field.value = field.defaultValue;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, kept);
  if (typeof at === 'number') field.setSelectionRange(at, at);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  if (field.tagName === 'SELECT') field.dispatchEvent(new Event('change', { bubbles: true }));
};
addEventListener('pointerover', point, { capture: true, passive: true });
addEventListener('click', keep, true);
addEventListener('submit', keepSent, true);
addEventListener('${HYDRATED_EVENT}', async () => {
  removeEventListener('pointerover', point, true);
  removeEventListener('click', keep, true);
  removeEventListener('submit', keepSent, true);
  removeEventListener('paste', keepHanded, true);
  removeEventListener('dragover', allowDrop, true);
  removeEventListener('drop', keepHanded, true);
  removeEventListener('input', keepTyped, true);
  removeEventListener('keydown', keepEntered, true);
  clearTimeout(timer);
  if (over?.isConnected) over.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
  document.activeElement?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  for (const [field, kept] of typed) {
    const shown = shownOf(field);
    if (shown) tell(shown, kept);
    // React takes in one change before it hears of the next, as if they came from a person.
    await null;
  }
  if (entered) shownOf(entered.target)?.dispatchEvent(new KeyboardEvent('keydown', entered));
  for (const [type, target, given] of handed)
    (target?.isConnected ? target : document.body).dispatchEvent(
      type === 'paste'
        ? new ClipboardEvent(type, { bubbles: true, cancelable: true, clipboardData: given })
        : new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: given }));
  // What the page can do only now may stand in another element with the same words.
  if (sent) send();
  else if (clicked?.isConnected) clicked.click();
  else if (clicked)
    [...document.querySelectorAll('button[type=button]')]
      .find((other) => other.textContent === clicked.textContent && other.ariaLabel === clicked.ariaLabel)
      ?.click();
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
